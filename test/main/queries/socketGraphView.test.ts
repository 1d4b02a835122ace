// Socket graphs as they are drawn.
import { expect, it } from 'vitest';
import { graphView } from '../../../main/queries/graphView.ts';
import type { GraphView } from '../../../shared/contract/graph.ts';
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import { checked } from '../../support/runGraphFile.ts';

const yes = { satisfied: true };

/** Plan makes the list; Build and Eval go over it, Eval may send an item back twice; Report follows. */
const file = drawSockets(
  {
    Plan: json([{ workItems: ['a'] }], ['always Build'], { assign: { 'plan.note': '$.note' } }),
    Build: json([{}], ['always Eval']),
    Eval: json([yes], ['not_satisfied Build 2', 'always Build'], advance('workItemIndex', 'workItems', 'satisfied')),
    Report: text(['done'], ['always end']),
  },
  {
    work: {
      sockets: ['Build', 'Eval'],
      consumes: { from: 'Plan', output: 'workItems', as: 'task' },
      ...exits('Eval satisfied Report'),
    },
  },
  { state: { tone: 'calm' } },
);

const view: GraphView = graphView(checked(file));

it('has a card for each socket and one for the end, where something leads there', () => {
  expect(view.nodes.map(({ id, role, scope }) => [id, role, scope])).toEqual([
    ['Plan', 'operator', ''],
    ['Build', 'operator', 'work'],
    ['Eval', 'operator', 'work'],
    ['Report', 'operator', ''],
    ['end', 'end', ''],
  ]);
  const without = graphView(checked(drawSockets({ Only: text(['x']) })));
  expect(without.nodes.map(({ id }) => id)).toEqual(['Only']);
});

it('says of a socket what it does with its output', () => {
  expect(view.nodes.map(({ socket }) => socket)).toMatchObject([
    { entry: true, parse: 'json', assigns: [{ slot: 'state.plan.note', source: '$.note' }] },
    { entry: false, parse: 'json', assigns: [] },
    { advance: { cursor: 'cursor.workItemIndex', items: 'state.workItems', when: 'satisfied', compiled: false } },
    { parse: 'text' },
    undefined as never,
  ]);
});

it('tells edges, back-edges and exits apart, each with when it is taken', () => {
  expect(view.edges.map(({ id, source, target, role, route }) => [id, source, target, role, route?.label])).toEqual([
    ['Plan.edges[0]', 'Plan', 'Build', 'edge', 'always'],
    ['Build.edges[0]', 'Build', 'Eval', 'edge', 'always'],
    ['Eval.edges[0]', 'Eval', 'Build', 'back', 'not satisfied, at most 2×'],
    ['Eval.edges[1]', 'Eval', 'Build', 'back', 'always'],
    ['Report.edges[0]', 'Report', 'end', 'edge', 'always'],
    ['exit:work.exit:Eval:satisfied', 'Eval', 'Report', 'exit', 'satisfied'],
  ]);
  expect(view.edges.at(-1)?.route).toMatchObject({ candidate: 'exit:Eval:satisfied', loop: 'work', compiled: false });
});

it('says of a loop what it goes over and how it is left, and nothing of budgets', () => {
  expect(view.scopes).toEqual([
    {
      scope: 'work',
      parent: null,
      slots: [],
      carries: [],
      loop: {
        sockets: ['Build', 'Eval'],
        items: 'state.workItems',
        cursor: 'cursor.workItemIndex',
        as: 'task',
        consumes: { from: 'Plan', output: 'workItems' },
        exits: [
          {
            id: 'exit:Eval:satisfied',
            from: 'Eval',
            condition: 'satisfied',
            target: 'Report',
            compiled: false,
            edge: 'exit:work.exit:Eval:satisfied',
          },
        ],
      },
    },
  ]);
});

it('marks what was compiled from a single exit', () => {
  const drawn = drawSockets(
    { Work: json([yes], ['always Work']), Next: text(['x']) },
    {
      L: {
        sockets: ['Work'],
        iterator: { items: 'state.items', cursor: 'i' },
        exit: { from: 'Work', when: 'satisfied', to: 'Next' },
      },
    },
    { state: { items: [] } },
  );
  const compiled = graphView(checked(drawn));
  expect(compiled.nodes[0]?.socket?.advance).toMatchObject({ cursor: 'cursor.i', compiled: true });
  expect(compiled.edges.find(({ role }) => role === 'exit')?.route).toMatchObject({ compiled: true, loop: 'L' });
});

it('nests loops, and offers what a run may be given', () => {
  const drawn = drawSockets(
    {
      Outer: json([{}], ['always Inner'], advance('o', 'groups')),
      Inner: json([{}], ['always Inner'], advance('i', 'members')),
    },
    {
      outer: { sockets: ['Outer', 'Inner'], iterator: { items: 'state.groups', cursor: 'o' } },
      inner: { sockets: ['Inner'], iterator: { items: 'state.members', cursor: 'i' } },
    },
    { state: { groups: ['g'], tone: { calm: true } } },
  );
  const nested = graphView(checked(drawn));
  expect(nested.scopes.map(({ scope, parent }) => [scope, parent])).toEqual([
    ['outer', null],
    ['inner', 'outer'],
  ]);
  // `members` is gone over, and nothing makes it.
  expect(nested.inputs).toEqual([
    { name: 'groups', preset: '["g"]' },
    { name: 'tone', preset: '{calm: true}' },
    { name: 'members' },
  ]);
});
