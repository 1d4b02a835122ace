// The recorded runs of pi-materia that agree with the seed, run under our own rules: the results are theirs, but where a rule of
// semantics §2 makes them differ (oracleSocketDifferences.ts).
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { type Aspect, DIFFERENCES } from './oracleSocketDifferences.ts';
import { socketTraceOf } from './oracleSocketTrace.ts';
import {
  graphOf,
  type OracleRun,
  type OracleSocketVector,
  oracleSocketVectors,
  standInsOf,
} from './oracleSocketVector.ts';

const common = oracleSocketVectors().filter((vector) => vector.profile === 'common');

type Results = Readonly<Record<Aspect, unknown>>;

/** What a run came to, as far as both engines have it: no item keys, no item in state. */
function resultsOf({ loadout }: OracleSocketVector, run: OracleRun): Results {
  const names = Object.values(loadout.loops).flatMap((loop) => {
    const { iterator } = loop as { readonly iterator?: { readonly as?: string } };
    return iterator?.as ? [iterator.as] : [];
  });
  const written = new Set(['item', 'currentWorkItem', 'workItem', 'envelope', 'context', ...names]);
  return {
    visits: run.visits.map(({ socket, visit }) => ({ socket, visit })),
    decisions: run.decisions.map(({ item: _, cursorBefore, cursorAfter, limitExceeded, ...decision }) => ({
      ...decision,
      cursorBefore: cursorBefore ?? 0,
      cursorAfter: cursorAfter ?? 0,
      limitExceeded: limitExceeded === true,
    })),
    skips: run.timeline.filter(({ type }) => type === 'skip_empty'),
    data: Object.fromEntries(Object.entries(run.state.data).filter(([key]) => !written.has(key))),
    cursors: Object.fromEntries(Object.entries(run.state.cursors).filter(([, cursor]) => cursor !== 0)),
    end: run.end.code ?? run.end.status,
  };
}

async function ours(vector: OracleSocketVector): Promise<{ readonly run: OracleRun; readonly results: Results }> {
  const { graph, events } = await runGraphFile(graphOf(vector), { standIns: standInsOf(vector) });
  if (graph.dialect !== 'socket') throw new Error('a socket graph was meant');
  const run = socketTraceOf(graph, events);
  return { run, results: resultsOf(vector, run) };
}

function codesOf(vector: OracleSocketVector): string[] {
  const parsed = parseGraph(JSON.stringify(graphOf(vector)), 'vector.json');
  if (!parsed.ok || parsed.value.dialect !== 'socket') throw new Error('the graph has no shape');
  return draftGraph(parsed.value, { standIns: standInsOf(vector) }).problems.map(({ code }) => code);
}

describe('the recorded runs of pi-materia that agree with the seed, under our own rules', () => {
  it('are 118', () => {
    expect(common).toHaveLength(118);
  });

  for (const vector of common) {
    const known = DIFFERENCES[vector.id];
    if (known === undefined) {
      it(`${vector.id} gives the same results`, async () => {
        if (vector.expected.end.status === 'refused') expect(codesOf(vector)).toHaveLength(1);
        else expect((await ours(vector)).results).toEqual(resultsOf(vector, vector.expected));
      });
      continue;
    }
    it(`${vector.id} differs: ${known.rule}`, async () => {
      if ('refused' in known) {
        expect(codesOf(vector)).toEqual([known.refused]);
        return;
      }
      const { run, results } = await ours(vector);
      const wanted = resultsOf(vector, vector.expected);
      const differs = (Object.keys(wanted) as Aspect[]).filter(
        (aspect) => !valuesEqual(snapshot(wanted[aspect]), snapshot(results[aspect])),
      );
      expect(differs).toEqual(known.differs);
      const { data, cursors, end } = results;
      expect({ data, cursors, end, visits: run.state.visits }).toEqual({ data: wanted.data, ...known.ours });
    });
  }

  it('lists only vectors that exist', () => {
    const ids = common.map(({ id }) => id);
    for (const id of Object.keys(DIFFERENCES)) expect(ids).toContain(id);
  });
});
