import { expect, it } from 'vitest';
import { openRows, scopeTree } from '../../../../renderer/store/selectors/scopeTree.ts';
import type { GraphViewNode } from '../../../../shared/contract/graph.ts';
import type { NodeState } from '../../../../shared/contract/moment.ts';
import type { Hazard } from '../../../../shared/model/hazard.ts';
import { graphView, momentView } from '../fakeApi.ts';

const node = (id: string, part: Partial<GraphViewNode> = {}): GraphViewNode => ({
  id,
  label: id,
  type: 'script',
  role: 'operator',
  scope: '',
  band: false,
  inputs: [],
  outputs: [],
  config: {},
  ...part,
});
const scope = (id: string, parent: string | null) => ({
  scope: id,
  iterOut: `${id}_out`,
  parent,
  budget: 40,
  ownBudget: 40,
  slots: [],
  carries: [],
});
const fired = (id: string, fires: number): NodeState => ({
  node: id,
  state: fires > 0 ? 'fired' : 'outside',
  fires,
  lastFireSeq: null,
  durationMs: null,
  waitsFor: [],
});

const NOTHING = { lists: undefined, folds: {} };

const view = graphView({
  nodes: [
    node('reset'),
    node('plan', { role: 'iterIn', scope: 'plan', label: 'Plan' }),
    node('act', { role: 'iterIn', scope: 'act' }),
    node('act_out', { role: 'iterOut', scope: 'act' }),
    node('policy', { scope: 'act', label: 'Left-hand rule' }),
    node('evaluate', { band: true }),
    node('verdict', { band: true, role: 'graphOut' }),
  ],
  scopes: [scope('plan', null), scope('act', 'plan')],
});
const moment = momentView(50, {
  iterations: { plan: 1, act: 17 },
  nodes: [fired('reset', 1), fired('policy', 18), fired('evaluate', 0), fired('verdict', 0)],
});
const frozen: Hazard = {
  code: 'frozen-input',
  severity: 'error',
  title: 'Frozen',
  message: '',
  where: { scope: 'act', node: 'policy', port: 'obs' },
};

it('nests graph, scopes and nodes, counts iterations and fires, and puts the band last', () => {
  const rows = scopeTree({ view, moment, totals: { plan: 2, act: 40 }, hazards: [], ...NOTHING });
  expect(rows.map((row) => `${'  '.repeat(row.depth)}${row.label} ${row.counter}`.trimEnd())).toEqual([
    'graph',
    '  reset 1',
    '  Plan 1 / 2',
    '    act 17 / 40',
    '      Left-hand rule 18',
    '  after the loop',
    '    evaluate not yet',
    '    verdict',
  ]);
});

it('gives the id beside a label that does not say it', () => {
  const rows = scopeTree({ view, moment, totals: {}, hazards: [], ...NOTHING });
  expect(rows.flatMap((row) => row.name ?? [])).toEqual(['plan', 'policy']);
});

it('counts nothing before a graph has run', () => {
  const rows = scopeTree({ view, moment: undefined, totals: {}, hazards: [], ...NOTHING });
  expect(rows.every((row) => row.counter === '')).toBe(true);
});

it('marks the node that a hazard names, and not its scope', () => {
  const rows = scopeTree({ view, moment, totals: {}, hazards: [frozen], ...NOTHING });
  expect(rows.filter((row) => row.severity).map((row) => [row.id, row.severity])).toEqual([['node:policy', 'error']]);
});

it('hides all that lies under a folded row', () => {
  const folds = { 'scope:plan': true, band: true };
  const rows = scopeTree({ view, moment, totals: {}, hazards: [], lists: undefined, folds });
  expect(openRows(rows).map((row) => row.id)).toEqual(['graph', 'node:reset', 'scope:plan', 'band']);
});
