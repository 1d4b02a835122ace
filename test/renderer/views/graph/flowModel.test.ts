import { expect, test } from 'vitest';
import type { GraphModel } from '../../../../renderer/store/selectors/graph.ts';
import { drawingOf } from '../../../../renderer/views/graph/drawing.ts';
import {
  type CardNode,
  flowOf,
  keepingIdentity,
  type RegionNode,
  type WireEdge,
} from '../../../../renderer/views/graph/flowModel.ts';
import { layeredLayout } from '../../../../renderer/views/graph/layeredLayout.ts';
import { momentOf } from '../../gallery/fixtureApi.ts';
import { frozenNavigator } from '../../gallery/fixtures.ts';

const fixture = frozenNavigator();
const drawing = drawingOf(fixture.graph);
const layout = layeredLayout(drawing);
const model: GraphModel = {
  tab: 'tape:1',
  view: fixture.graph,
  loading: false,
  failure: undefined,
  moment: momentOf(fixture, fixture.start),
  lists: undefined,
  hazards: fixture.hazards,
  selection: null,
  hovered: null,
  fits: 0,
};
const flow = (change: Partial<GraphModel> = {}) => flowOf({ ...model, ...change }, drawing, layout);
const card = (id: string, change: Partial<GraphModel> = {}) =>
  flow(change).nodes.find((node) => node.id === id) as CardNode;
const wires = (change: Partial<GraphModel> = {}) => flow(change).edges as readonly WireEdge[];
const wire = (id: string, change: Partial<GraphModel> = {}) => wires(change).find((edge) => edge.id === id)?.data;

test('a node is named by what it did and what came out of it', () => {
  const later = { moment: momentOf(fixture, fixture.start + 20) };
  expect(card('policy', later).ariaLabel).toMatch(/^policy: fired \d+ ms, action = "LEFT"$/);
  expect(card('move', later).ariaLabel).toMatch(/^move in the grid \(move\): /);
});

test('a region is titled with its iteration out of its budget', () => {
  const title = (change: Partial<GraphModel> = {}) =>
    (flow(change).nodes.find((node) => node.id === 'region:act') as RegionNode).data.title;
  expect(title()).toBe('act · iteration 17 of 40');
  expect(title({ moment: momentOf(fixture, 0) })).toBe('act · not entered yet');
  expect(title({ moment: undefined })).toBe('act · at most 40 iterations');
});

test('the writer that a hazard names is red where it won and the one that lost is dashed', () => {
  expect(wire('act.init_obs>policy.obs')?.words.look).toBe('hazard');
  expect(wire('act.iterout_obs>policy.obs')?.words).toMatchObject({ look: 'lost' });
  expect(wire('act.iterout_obs>policy.obs')?.words.sentence).toContain('lost to another writer');
  expect(wire('policy.action>move.action')?.words.look).toBe('won');
  expect(wire('act_end.obs>act.iterout_obs')?.words.look).toBe('carry');
  expect(wire('act_end.final_obs>evaluate.obs')?.words.look).toBe('final');
});

test('one value that leaves a port by several wires is told once', () => {
  const labels = wires().filter((edge) => edge.source === 'move' && edge.data?.hasLabel);
  expect(labels).toHaveLength(1);
});

test('what is selected elsewhere is lit here', () => {
  expect(card('policy', { selection: { kind: 'node', node: 'policy' } }).selected).toBe(true);
  const slot = { kind: 'slot', scope: 'act', slot: 'init_obs' } as const;
  expect(card('act', { selection: slot }).data.litSlot).toBe('init_obs');
  expect(wire('act.init_obs>policy.obs', { hovered: slot })?.isLit).toBe(true);
  const input = { kind: 'input', node: 'policy', port: 'obs' } as const;
  expect(wire('act.iterout_obs>policy.obs', { selection: input })?.isLit).toBe(true);
  expect(wire('policy.action>move.action', { selection: input })?.isLit).toBe(false);
});

test('cards come in reading order, left to right', () => {
  const xs = flow()
    .nodes.filter((node) => node.type === 'card')
    .map((node) => node.position.x);
  expect(xs).toEqual([...xs].sort((a, b) => a - b));
});

test('what did not change between two moments stays the same object', () => {
  const before = flow();
  const after = keepingIdentity(before, flow({ hovered: { kind: 'node', node: 'policy' } }));
  const changed = after.nodes.filter((node, i) => node !== before.nodes[i]).map((node) => node.id);
  expect(changed).toEqual(['policy']);
  expect(after.edges.every((edge, i) => edge === before.edges[i])).toBe(true);
});

test('a graph without a tape says what its nodes are', () => {
  const still = { moment: undefined, hazards: [] };
  expect(card('policy', still).ariaLabel).toBe('policy: script');
  expect(wire('act.init_obs>policy.obs', still)?.words.look).toBe('won');
});
