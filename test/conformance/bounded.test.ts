// The public bounded cases: refused before attempt 1 where the input is at fault, else run live, replayed from the log, and held to
// the seed's output format.
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import { HazardWatch } from '../../main/hazards/tapeHazards.ts';
import { replay } from '../../main/runner/replay.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { givenCases } from './givenCase.ts';

const cases = givenCases().filter((one) => one.dialect === 'bounded' && !one.disputed);
const ORIGINS = { structured: 'args', text: 'text', default: 'default' } as const;

describe('the public bounded cases', () => {
  for (const one of cases) {
    const { expected } = one;
    it(`${one.id}: ${one.title}`, async () => {
      const parsed = parseGraph(JSON.stringify({ dialect: 'bounded', ...(one.graph as object) }), 'loop.json');
      if (!parsed.ok || parsed.value.dialect !== 'bounded') throw new Error('it is no bounded loop');
      const draft = draftGraph(parsed.value, { standIns: one.script ?? {} });
      if (expected.status === 'input_error') {
        expect(draft.problems.map(({ code }) => code)).toEqual([expected.errorCode]);
        return;
      }
      const { request } = draft.graph;
      if (expected.limitsOrigin) expect(request.maxItersFrom.from).toBe(ORIGINS[expected.limitsOrigin]);
      const run = await runGraphFile(parsed.value.source, one.script ? { standIns: one.script } : {});
      const { outputs } = run.events.at(-1) as EventOf<'run.finished'>;
      const { status, iterations_run, max_iters, predicate, matched } = expected;
      const wanted = { status, iterations_run, max_iters, predicate, matched };
      for (const [name, value] of Object.entries(wanted)) if (value !== undefined) expect(outputs[name]).toEqual(value);
      expect(outputs.evidence).toHaveLength(expected.evidenceCount ?? (outputs.iterations_run as number));
      expect(typeof outputs.final_result).toBe('string');
      if (status === 'max_iters_reached') expect(outputs.next_action).toMatch(/\S/);
      else expect(outputs).not.toHaveProperty('next_action');
      const watch = new HazardWatch(run.graph);
      for (const event of run.events) watch.see(event);
      const codes = watch.found().map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining([...(expected.hazards?.must ?? [])]));
      if (!expected.hazards) expect(codes).not.toContain('prompt-match');
      expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
    });
  }

  it('are all that the folder holds', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((row) => `G10${row}`);
    expect(cases.map((one) => one.id)).toEqual(['G09-echo', 'G09', ...rows, 'G11-C']);
  });
});
