import { expect, it } from 'vitest';
import { tapeGraphView } from '../../../main/queries/graphView.ts';
import { openTape } from '../../../main/queries/openTape.ts';
import { GraphView } from '../../../shared/contract/graph.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { recordedCase } from './recordedTape.ts';

it('names the part that each edge plays, the hand-over that nobody draws included (G06)', async () => {
  const { tape } = await recordedCase('G06');
  const view = tapeGraphView(tape);
  expect(GraphView.safeParse(view).error).toBeUndefined();
  expect(Object.fromEntries(view.edges.map((edge) => [`${edge.source}→${edge.target}`, edge.role]))).toEqual({
    'start→iterIn_1': 'init',
    'iterIn_1→add': 'body',
    'add→chk': 'wire',
    'add→iterOut_1': 'wire',
    'chk→iterOut_1': 'wire',
    'iterOut_1→verdict': 'final',
    'iterOut_1→iterIn_1': 'carry',
  });
  expect(view.edges.at(-1)).toMatchObject({ sourceHandle: 'x', targetHandle: 'iterout_x' });
});

it('draws each node where it fires, the pivots with their loop, the band outside (G06)', async () => {
  const { tape } = await recordedCase('G06');
  const { nodes, scopes } = tapeGraphView(tape);
  expect(Object.fromEntries(nodes.map((node) => [node.id, node.scope]))).toEqual({
    start: '',
    iterIn_1: 'iterIn_1',
    add: 'iterIn_1',
    chk: 'iterIn_1',
    iterOut_1: 'iterIn_1',
    verdict: '',
  });
  expect(nodes.filter((node) => node.band).map((node) => node.id)).toEqual(['verdict']);
  expect(scopes).toMatchObject([
    {
      scope: 'iterIn_1',
      iterOut: 'iterOut_1',
      parent: null,
      budget: 10,
      ownBudget: 10,
      slots: [
        { name: 'init_x', writer: 'init', persist: false },
        { name: 'iterout_x', writer: 'iterout', persist: true },
      ],
    },
  ]);
});

it('a tape’s graph that breaks rules of this build is drawn with its problems', async () => {
  const { events } = await recordedCase('G06');
  const [first, ...rest] = events;
  if (first?.kind !== 'run.started') throw new Error('no start');
  const source = first.graph as { nodes: unknown[]; edges: Record<string, unknown>[] };
  // The wire into the loop is gone, so nothing enters it.
  const graph = { ...source, edges: source.edges.filter((edge) => edge.target !== 'iterIn_1') } as never;
  const tape = openTape(memoryTape([{ ...first, graph }, ...rest]));
  const view = tapeGraphView(tape);
  expect(tape.graph).toBeUndefined();
  expect(view.nodes).toHaveLength(6);
  expect(view.problems.map((problem) => problem.where.node)).toContain('iterIn_1');
});
