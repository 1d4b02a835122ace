// Seed 000, Terms and Decision order 4; semantics §2, Edges: the first match, maxTraversals, the limit of visits, the budget.
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

/** What One leads to, its edges being `edges`. */
function leads(
  rule: string,
  output: unknown,
  edges: readonly string[],
  chosen: string | null,
  target: string,
): SocketRule {
  return {
    rule,
    graph: drawSockets({ One: json([output], edges), A: text(['a']), B: text(['b']), C: text(['c']) }),
    expected: {
      status: 'ended',
      reason: 'end',
      visits: target === 'end' ? ['One'] : ['One', target],
      decisions: [
        {
          question: 'edge',
          subject: 'One',
          scope: '',
          candidates: edges.map((_, i) => ({ id: `edges[${i}]`, matched: `edges[${i}]` === chosen })),
          chosen,
          target,
        },
      ],
    },
  };
}

const THREE = ['satisfied A', 'not_satisfied B', 'always C'];

export const EDGES: readonly SocketRule[] = [
  leads('satisfied: true takes the satisfied edge', { satisfied: true }, THREE, 'edges[0]', 'A'),
  leads('satisfied: false takes the not_satisfied edge', { satisfied: false }, THREE, 'edges[1]', 'B'),
  leads('Without satisfied only always matches', {}, THREE, 'edges[2]', 'C'),
  leads('The text "true" matches neither satisfied nor not_satisfied', { satisfied: 'true' }, THREE, 'edges[2]', 'C'),
  leads('null matches neither satisfied nor not_satisfied', { satisfied: null }, THREE, 'edges[2]', 'C'),
  leads('The first of two equal edges is taken', { satisfied: true }, ['satisfied B', 'satisfied A'], 'edges[0]', 'B'),
  leads('No match means end', { satisfied: false }, ['satisfied A'], null, 'end'),
  leads('No edge means end', {}, [], null, 'end'),
  leads('An edge may lead to end', { satisfied: true }, ['satisfied end', 'always A'], 'edges[0]', 'end'),
  {
    rule: 'Where no edge matches while items remain the run ends with the reason end, and the loop with it, the item counted',
    graph: drawSockets(
      {
        Work: json([{ satisfied: true }, { satisfied: false }], ['satisfied Work'], advance('i', 'items', 'satisfied')),
      },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' }, ...exits('Work always Work') } },
      { state: { items: ['a', 'b', 'c'] } },
    ),
    expected: {
      status: 'ended',
      reason: 'end',
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
      ],
      exited: [['L', 'end', 2]],
    },
  },
];

/** Check sends an item back to Work at most `max` times; Next takes the following item. */
const retrying = (max: number, check: readonly unknown[], items: readonly unknown[]) =>
  drawSockets(
    {
      Work: text(['w'], ['always Check']),
      Check: json(check, ['satisfied Next', `not_satisfied Work ${max}`, 'always end']),
      Next: json([{}], ['always Work'], advance('i', 'items')),
    },
    { L: { sockets: ['Work', 'Check', 'Next'], iterator: { items: 'state.items', cursor: 'i' } } },
    { state: { items } },
  );
const no = { satisfied: false };
const yes = { satisfied: true };

export const TRAVERSALS: readonly SocketRule[] = [
  {
    rule: 'maxTraversals counts per item: each of two items may go back twice',
    graph: retrying(2, [no, no, yes, no, no, yes], ['a', 'b']),
    expected: {
      status: 'ended',
      reason: 'exhausted',
      iterations: { L: 2 },
      opened: ['L[0]', 'L[0]@2', 'L[0]@3', 'L[1]', 'L[1]@2', 'L[1]@3'],
    },
  },
  {
    rule: 'Going over maxTraversals fails the run; the edge’s decision is recorded with its target, and no later edge is tried',
    graph: retrying(2, [no], ['a', 'b']),
    expected: {
      status: 'failed',
      reason: 'failed',
      visits: ['Work', 'Check', 'Work', 'Check', 'Work', 'Check'],
      error: { node: 'Check', at: 'L[0]@3', code: 'max-traversals' },
      stretch: [
        { kind: 'fire.finished', at: 'L[0]@3', node: 'Check' },
        {
          kind: 'decision.made',
          question: 'edge',
          candidates: [
            { id: 'edges[0]', matched: false },
            { id: 'edges[1]', matched: true },
            { id: 'edges[2]', matched: false },
          ],
          chosen: 'edges[1]',
          target: 'Work',
        },
        // The item was not done.
        { kind: 'scope.exited', scope: 'L', reason: 'failed', iterations: 0 },
        { kind: 'run.finished', status: 'failed' },
      ],
    },
  },
  {
    rule: 'maxTraversals 1 lets an edge be taken once',
    graph: retrying(1, [no, yes, no, no], ['a', 'b']),
    expected: { status: 'failed', error: { node: 'Check', at: 'L[1]@2', code: 'max-traversals' }, cursors: { i: 1 } },
  },
  {
    rule: 'maxTraversals counts per edge: two edges with one target have two counts',
    graph: drawSockets({
      One: json([yes, no, yes], ['satisfied One 1', 'not_satisfied One 1']),
    }),
    // The first and the second fire take an edge each; the third takes edges[0] for the second time.
    expected: { status: 'failed', visits: ['One', 'One', 'One'], error: { node: 'One', code: 'max-traversals' } },
  },
  {
    rule: 'Outside of every loop maxTraversals counts over the run',
    graph: drawSockets({ One: text(['x'], ['always Two 2']), Two: text(['y'], ['always One']) }),
    expected: { status: 'failed', visits: ['One', 'Two', 'One', 'Two', 'One'], error: { node: 'One', at: '' } },
  },
  {
    rule: 'An edge that is taken after an advance counts for the item that its socket ran for, so a limited back edge lets all items through',
    graph: drawSockets(
      { Work: json([{}], ['always Work 1'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: ['a', 'b', 'c', 'd'] } },
    ),
    expected: { status: 'ended', reason: 'exhausted', iterations: { L: 4 } },
  },
  {
    rule: 'Two items that are equal are two items',
    graph: retrying(1, [no, yes, no, yes], ['same', 'same']),
    expected: { status: 'ended', iterations: { L: 2 } },
  },
  {
    rule: 'In a loop without a list maxTraversals counts per item of the loop around it',
    graph: drawSockets(
      {
        Try: text(['t'], ['always Check']),
        Check: json([no, yes], ['satisfied Next', 'not_satisfied Try 1']),
        Next: json([{}], ['always Try'], advance('i', 'items')),
      },
      {
        Retry: { sockets: ['Try', 'Check'] },
        L: { sockets: ['Try', 'Check', 'Next'], iterator: { items: 'state.items', cursor: 'i' } },
      },
      { state: { items: ['a', 'b'] } },
    ),
    // Check's script: no, yes, and yes for ever. With no, yes, no it would go back once for each item.
    script: { Check: { seq: [no, yes, no, yes] } },
    expected: { status: 'ended', reason: 'exhausted', iterations: { L: 2 } },
  },
  {
    rule: 'An item whose cursor moved is done also where the edge that follows fails the run',
    graph: drawSockets(
      {
        Work: json([{}], ['always Work 1'], advance('i', 'others')),
      },
      {
        L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'k' } },
        O: { sockets: ['Work'], iterator: { items: 'state.others', cursor: 'i' } },
      },
      { state: { items: ['a'], others: ['x', 'y', 'z'] } },
    ),
    // L owns the socket and never moves on, so the limit counts for its one item; O has done x when the first edge is taken, and y.
    expected: {
      status: 'failed',
      stretch: [
        { kind: 'slot.written', slot: 'cursor.i', value: 2 },
        { kind: 'decision.made', question: 'edge', chosen: 'edges[0]', target: 'Work' },
        { kind: 'iteration.closed', at: 'O[1]', scope: 'O', iteration: 1 },
        { kind: 'scope.exited', scope: 'O', reason: 'failed', iterations: 2 },
        { kind: 'scope.exited', scope: 'L', reason: 'failed', iterations: 0 },
        { kind: 'run.finished', status: 'failed', error: { node: 'Work', at: 'L[0]@2', code: 'max-traversals' } },
      ],
    },
  },
];

export const VISITS: readonly SocketRule[] = [
  {
    rule: 'More than 10,000 visits since the last advance of a cursor fail the run',
    graph: drawSockets({ One: text(['x'], ['always One']) }),
    long: true,
    expected: {
      status: 'failed',
      reason: 'failed',
      visits: Array.from({ length: 10_000 }, () => 'One'),
      error: { node: 'One', at: '', code: 'visit-limit' },
    },
  },
  {
    rule: 'An advance starts the count of visits anew',
    graph: drawSockets(
      {
        // 6,000 visits of each of two items: 12,000 visits, of which at most 6,000 lie between two advances.
        Work: json(
          Array.from({ length: 12_000 }, (_, i) => ({ satisfied: i % 6000 === 5999 })),
          ['always Work'],
          advance('i', 'items', 'satisfied'),
        ),
      },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: ['a', 'b'] } },
    ),
    long: true,
    expected: { status: 'ended', reason: 'exhausted', iterations: { L: 2 }, cursors: { i: 2 } },
  },
  {
    rule: 'A budget caps all visits: the run ends, with the reason budget, and so do the loops that are open, the item counted',
    graph: drawSockets(
      {
        Gen: json([{ items: ['a', 'b', 'c'] }], ['always Work']),
        Work: json([{}], ['always Next'], {}),
        Next: json([{}], ['always Work'], advance('i', 'items')),
      },
      { L: { sockets: ['Work', 'Next'], consumes: { from: 'Gen', output: 'items' } } },
    ),
    budget: 4,
    expected: {
      status: 'ended',
      reason: 'budget',
      visits: ['Gen', ['Work', 'a'], ['Next', 'a'], ['Work', 'b']],
      exited: [['L', 'budget', 2]],
      stretch: [
        { kind: 'decision.made', question: 'edge', subject: 'Work', target: 'Next' },
        { kind: 'scope.exited', at: '', scope: 'L', reason: 'budget', iterations: 2 },
        { kind: 'run.finished', status: 'ended', reason: 'budget', outputs: {} },
      ],
    },
  },
  {
    rule: 'A run that reaches end with its last visit ends there, not at its budget',
    graph: drawSockets({ One: text(['x'], ['always Two']), Two: text(['y']) }),
    budget: 2,
    expected: { status: 'ended', reason: 'end', visits: ['One', 'Two'] },
  },
  {
    rule: 'A run whose list is exhausted by its last visit is exhausted, not at its budget',
    graph: drawSockets(
      { Work: json([{}], ['always Work'], advance('i', 'items')) },
      { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
      { state: { items: ['a', 'b'] } },
    ),
    budget: 2,
    expected: { status: 'ended', reason: 'exhausted', iterations: { L: 2 } },
  },
];
