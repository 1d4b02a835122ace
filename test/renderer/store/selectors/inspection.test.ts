import { expect, it } from 'vitest';
import { inspect } from '../../../../renderer/store/selectors/inspection.ts';
import type { Selection } from '../../../../renderer/store/state.ts';
import type { GraphViewEdge, GraphViewNode } from '../../../../shared/contract/graph.ts';
import type { HazardRow } from '../../../../shared/contract/hazards.ts';
import type { DecisionCard, SlotRow } from '../../../../shared/contract/moment.ts';
import { graphView, momentView } from '../fakeApi.ts';

const node = (id: string, role: GraphViewNode['role'], label = id): GraphViewNode => ({
  id,
  label,
  type: role === 'operator' ? 'script' : role,
  role,
  scope: 'act',
  band: false,
  inputs: [],
  outputs: [],
  config: {},
});
const edge = (id: string, from: string, to: string): GraphViewEdge => {
  const [source = '', sourceHandle = ''] = from.split('.');
  const [target = '', targetHandle = ''] = to.split('.');
  return { id, source, sourceHandle, target, targetHandle, role: 'body' };
};
const slot = (name: string): SlotRow => ({
  scope: 'act',
  slot: name,
  address: `act.${name}`,
  writer: 'init',
  value: null,
  writtenSeq: null,
  writtenAt: null,
  change: 'empty',
  heldIterations: 0,
});
const input: DecisionCard = {
  seq: 30,
  at: 'act[1]',
  question: 'input',
  subject: 'policy.obs',
  scope: 'act',
  title: 'Which writer reached policy.obs',
  operands: [],
  candidates: [
    { id: 'act.init_obs', matched: true, why: 'init beats carry' },
    { id: 'act.iterout_obs', matched: false, why: 'lost' },
  ],
  chosen: 'act.init_obs',
};
const boundary: DecisionCard = { ...input, seq: 40, question: 'boundary', subject: 'act_out', candidates: [] };
const hazard = (part: Partial<HazardRow>): HazardRow => ({
  code: 'frozen-input',
  severity: 'warning',
  title: 'Frozen at its first value',
  message: '',
  where: {},
  evidence: [],
  evidenceSeqs: [],
  ...part,
});
const frozen = hazard({
  where: { scope: 'act', node: 'policy', port: 'obs' },
  writers: ['act.init_obs', 'act.iterout_obs'],
});
const note = hazard({ code: 'budget-only', severity: 'info', where: { scope: 'act' } });

function at(selection: Selection | null) {
  return inspect({
    selection,
    hazards: [frozen, note],
    moment: momentView(45, {
      slots: [slot('init_obs'), slot('iterout_obs'), slot('init_goal')],
      decisions: [input, boundary],
    }),
    graph: graphView({
      nodes: [
        node('act', 'iterIn', 'Each step'),
        node('policy', 'operator', 'Left-hand rule'),
        node('act_out', 'iterOut'),
      ],
      edges: [edge('e1', 'act.init_obs', 'policy.obs'), edge('e2', 'act.iterout_obs', 'policy.obs')],
      scopes: [{ scope: 'act', iterOut: 'act_out', parent: null, budget: 9, ownBudget: 9, slots: [], carries: [] }],
    }),
  });
}
const names = (found: ReturnType<typeof inspect>) => ({
  slots: found.slots.map((row) => row.slot),
  decisions: found.decisions.map((decision) => decision.seq),
  hazards: found.hazards.map((one) => one.hazard.code),
});

it('shows the whole moment where nothing is selected, without what is only information', () => {
  expect(names(at(null))).toEqual({
    slots: ['init_obs', 'iterout_obs', 'init_goal'],
    decisions: [30, 40],
    hazards: ['frozen-input'],
  });
});

it('shows of a node the slots that it reads, its decisions and its hazards', () => {
  const found = at({ kind: 'node', node: 'policy' });
  expect(found).toMatchObject({ title: 'Left-hand rule', what: 'script', showsFire: true });
  expect(names(found)).toEqual({ slots: ['init_obs', 'iterout_obs'], decisions: [30], hazards: ['frozen-input'] });
});

it('shows of an input the slots wired to it, who won, the hazards at it, and the fire that read it', () => {
  const found = at({ kind: 'input', node: 'policy', port: 'obs' });
  expect(found).toMatchObject({ title: 'Left-hand rule.obs', what: 'input', showsFire: true });
  expect(names(found)).toEqual({ slots: ['init_obs', 'iterout_obs'], decisions: [30], hazards: ['frozen-input'] });
});

it('shows of an iterOut the boundary, and no fire', () => {
  const found = at({ kind: 'node', node: 'act_out' });
  expect(found.showsFire).toBe(false);
  expect(names(found).decisions).toEqual([40]);
});

it('shows of a slot the decisions that it stood in, won or lost, and the hazards that it takes part in', () => {
  const found = at({ kind: 'slot', scope: 'act', slot: 'iterout_obs' });
  expect(found.title).toBe('Each step.iterout_obs');
  expect(names(found)).toEqual({ slots: ['iterout_obs'], decisions: [30], hazards: ['frozen-input'] });
});

it('shows of a wire the slot that it leaves from and the decision at its end', () => {
  const found = at({ kind: 'edge', edge: 'e2' });
  expect(names(found)).toEqual({ slots: ['iterout_obs'], decisions: [30], hazards: ['frozen-input'] });
});

it('shows of a hazard both writers and the decision between them', () => {
  const found = at({ kind: 'hazard', index: 0 });
  expect(names(found)).toEqual({ slots: ['init_obs', 'iterout_obs'], decisions: [30], hazards: ['frozen-input'] });
});

it('shows of a scope its slots, its decisions and its bounds', () => {
  const found = at({ kind: 'scope', scope: 'act' });
  expect(found.scope?.budget).toBe(9);
  expect(names(found).hazards).toEqual(['frozen-input', 'budget-only']);
});
