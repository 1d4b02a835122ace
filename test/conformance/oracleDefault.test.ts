// The recorded runs that agree with the seed, run under our own rules: the results are theirs, but where a rule of semantics §1
// makes them differ (oracleDifferences.ts).
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import type { CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import { runPivotFile } from '../support/runGraphFile.ts';
import { type Aspect, DIFFERENCES } from './oracleDifferences.ts';
import { type OracleExpected, type OracleVector, oracleVectors } from './oracleVector.ts';

const common = oracleVectors().filter((vector) => vector.profile === 'common');

interface Results extends Readonly<Record<Aspect, unknown>> {
  readonly iterations: Readonly<Record<string, number>>;
}

/** Theirs, as far as a tape of ours can say it: the outputs of graphOuts without an outgoing edge. */
function theirs(expected: OracleExpected, graph: CheckedPivotGraph): Results {
  const isLast = (port: string): boolean =>
    graph.nodes.some(
      (node) =>
        node.role === 'graphOut' &&
        node.config.portName === port &&
        !graph.edges.some((edge) => edge.source === node.id),
    );
  const { end, finals, outputs, scopes } = expected;
  return {
    finals: finals.map(({ scope, values }) => ({ scope, values })),
    outputs: Object.fromEntries(Object.entries(outputs).filter(([port]) => isLast(port))),
    iterations: Object.fromEntries(
      Object.entries(scopes).map(([scope, { iterations_total }]) => [scope, iterations_total]),
    ),
    status: end.reason === 'halt' ? 'cancelled' : end.status === 'error' ? 'failed' : 'ended',
    reason: end.reason === 'fire_cap' ? 'fire-cap' : end.reason,
  };
}

async function ours(vector: OracleVector): Promise<{ readonly results: Results; readonly graph: CheckedPivotGraph }> {
  const budget = vector.run.step_budget_override;
  const { graph, events } = await runPivotFile(vector.graph, budget === undefined ? {} : { budget });
  const closed = events.flatMap((event) => (event.kind === 'iteration.closed' ? [event.scope] : []));
  const finals = events.flatMap((event) =>
    event.kind === 'scope.exited' && event.finals ? [{ scope: event.scope, values: event.finals }] : [],
  );
  const end = events.at(-1);
  if (end?.kind !== 'run.finished') throw new Error('the run has no end');
  const iterations = Object.fromEntries(
    Object.keys(graph.scopes).map((scope) => [scope, closed.filter((one) => one === scope).length]),
  );
  return { graph, results: { finals, outputs: end.outputs, iterations, status: end.status, reason: end.reason } };
}

describe('the recorded runs that agree with the seed, under our own rules', () => {
  it('are 93', () => {
    expect(common).toHaveLength(93);
  });

  for (const vector of common) {
    const known = DIFFERENCES[vector.id];
    if (known === undefined) {
      it(`${vector.id} gives the same results`, async () => {
        const { graph, results } = await ours(vector);
        expect(snapshot(results)).toEqual(snapshot(theirs(vector.expected, graph)));
      });
      continue;
    }
    it(`${vector.id} differs: ${known.rule}`, async () => {
      if ('refused' in known) {
        const parsed = parseGraph(JSON.stringify(vector.graph), 'vector.json');
        if (!parsed.ok) throw new Error('the graph has no shape');
        expect(draftGraph(parsed.value).problems.map(({ code }) => code)).toEqual([known.refused]);
        return;
      }
      const { graph, results } = await ours(vector);
      const { status, reason, iterations } = results;
      expect({ status, reason, iterations }).toEqual(known.ours);
      const wanted = theirs(vector.expected, graph);
      const aspects = (Object.keys(wanted) as Aspect[]).filter(
        (aspect) => !valuesEqual(snapshot(wanted[aspect]), snapshot(results[aspect])),
      );
      expect(aspects).toEqual(known.differs);
    });
  }

  it('lists only vectors that exist', () => {
    const ids = common.map(({ id }) => id);
    for (const id of Object.keys(DIFFERENCES)) expect(ids).toContain(id);
  });
});
