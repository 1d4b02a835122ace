// The public bounded cases: refused before attempt 1 where the input is at fault, else run live and replayed from the log. The reopened
// tape is held to the same expectations in tape.test.ts beside this file.
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import { HazardWatch } from '../../main/hazards/tapeHazards.ts';
import { replay } from '../../main/runner/replay.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { boundedDifferences } from './boundedExpectations.ts';
import { fileOf, givenCases, optionsOf } from './givenCase.ts';

const cases = givenCases().filter((one) => one.dialect === 'bounded' && !one.disputed);

describe('the public bounded cases', () => {
  for (const one of cases) {
    const { expected } = one;
    it(`${one.id}: ${one.title}`, async () => {
      if (expected.status === 'input_error') {
        const parsed = parseGraph(JSON.stringify(fileOf(one)), 'loop.json');
        if (!parsed.ok) throw new Error('it is no bounded loop');
        const draft = draftGraph(parsed.value, { standIns: one.script ?? {} });
        expect(draft.problems.map(({ code }) => code)).toEqual([expected.errorCode]);
        return;
      }
      const { graph, events } = await runGraphFile(fileOf(one), optionsOf(one));
      const watch = new HazardWatch(graph);
      for (const event of events) watch.see(event);
      const hazards = watch.found().map(({ code }) => code);
      expect(boundedDifferences(expected, graph, { events, hazards })).toEqual([]);
      expect(replay(graph, events)).toMatchObject({ identical: true, endsInMidStep: false });
    });
  }

  it('are all that the folder holds', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((row) => `G10${row}`);
    expect(cases.map((one) => one.id)).toEqual(['G09-echo', 'G09', ...rows, 'G11-C']);
  });
});
