// Every recorded run of agentcanvas, run here under its compat: results, iterations and schedule alike (oracle/README.md), by the
// mapping of oracle/MAPPING.md.
import { describe, expect, it } from 'vitest';
import { replay } from '../../main/runner/replay.ts';
import type { CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import { runPivotFile } from '../support/runGraphFile.ts';
import { type Trace, type TraceFire, traceOf } from './oracleTrace.ts';
import { type OracleExpected, type OracleFire, oracleVectors } from './oracleVector.ts';

const vectors = oracleVectors();

/** The recorded fires without those of graphIns, which have no event. */
function recordedFires(expected: OracleExpected, graph: CheckedPivotGraph): readonly OracleFire[] {
  const silent = new Set(graph.nodes.filter((node) => node.role === 'graphIn').map((node) => node.id));
  return expected.fires.filter((fire) => !silent.has(fire.node));
}

function sameForm(fire: OracleFire, got: TraceFire | undefined): object {
  const { node, phase, scope, iteration, path, step, inputs, outputs, error, halt } = fire;
  const failure = error ?? halt;
  return {
    node,
    phase,
    scope,
    iteration,
    path,
    step,
    inputs,
    // A pivot's outputs are seen by what reads them.
    outputs: got && got.outputs === undefined ? undefined : outputs,
    ...(failure === undefined ? {} : { error: failure }),
  };
}

function reasonOf({ end }: OracleExpected): string {
  return end.reason === 'fire_cap' ? 'fire-cap' : end.reason;
}

function statusOf({ end }: OracleExpected): string {
  if (end.reason === 'halt') return 'cancelled';
  return end.status === 'error' ? 'failed' : 'ended';
}

describe('the recorded runs of agentcanvas, under its compat', () => {
  it('are 134', () => {
    expect(vectors).toHaveLength(134);
  });

  for (const vector of vectors) {
    it(`${vector.id}: ${vector.shows}`, async () => {
      const { expected } = vector;
      const budget = vector.run.step_budget_override;
      const run = await runPivotFile(
        { ...vector.graph, compat: 'agentcanvas' },
        budget === undefined ? {} : { budget },
      );
      const trace = traceOf(run.graph, run.events);
      expectResults(expected, trace, run.graph);
      expectIterations(expected, trace, run.graph);
      const wanted = recordedFires(expected, run.graph);
      expect(trace.fires).toEqual(wanted.map((fire, i) => sameForm(fire, trace.fires[i])));
      const { mainFires, fireCap } = run.machine.compat ?? {};
      expect(fireCap).toBe(expected.end.fire_cap);
      // The engine does not count the fire that halted it.
      expect(mainFires).toBe(expected.end.main_fires + (expected.end.reason === 'halt' ? 1 : 0));
      expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
    });
  }
});

function expectResults(expected: OracleExpected, trace: Trace, graph: CheckedPivotGraph): void {
  expect(trace.finals).toEqual(expected.finals);
  expect(trace.outputs).toEqual(expected.outputs);
  expect(trace.latched).toEqual(expected.latched);
  expect({ status: trace.end?.status, reason: trace.end?.reason }).toEqual({
    status: statusOf(expected),
    reason: reasonOf(expected),
  });
  expect(trace.nodeErrors).toEqual(expected.end.node_errors);
  expect(trace.scopes[graph.forest.root_scope_ids[0] ?? '']?.last).toBe(expected.steps);
  for (const [scope, { iterations_last_entry, iterations_total, terminated, ...authored }] of Object.entries(
    expected.scopes,
  )) {
    expect(trace.scopes[scope]).toMatchObject({ last: iterations_last_entry, total: iterations_total, terminated });
    const info = graph.forest.scopes[scope];
    expect({ parent: info?.parent_scope_id, iter_out: info?.iter_out_id }).toEqual({
      parent: authored.parent,
      iter_out: authored.iter_out,
    });
    expect([...(info?.member_node_ids ?? [])].sort()).toEqual(authored.members);
  }
  expect([...graph.forest.graph_scope_node_ids].sort()).toEqual([...expected.graph_scope].sort());
  expect(trace.slots).toEqual(expected.slots_at_end);
}

function expectIterations(expected: OracleExpected, trace: Trace, graph: CheckedPivotGraph): void {
  const kept = new Set(recordedFires(expected, graph).map((fire) => fire.n));
  const boundaries = expected.boundaries.map(({ fire: _, settled, ...boundary }) => ({
    ...boundary,
    settled: settled.filter((n) => kept.has(n)).map((n) => expected.fires[n]?.node),
  }));
  expect(trace.boundaries).toEqual(
    boundaries.map(({ stop, ...boundary }) => (boundary.stop_present ? { ...boundary, stop } : boundary)),
  );
}
