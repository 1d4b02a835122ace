// The public pivot cases, on the live engine and on a replay from the log. The reopened tape is held to the same
// expectations in tape.test.ts beside this file.
import { describe, expect, it } from 'vitest';
import { replay } from '../../main/runner/replay.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { differences } from './expectations.ts';
import { givenCases, optionsOf } from './givenCase.ts';
import { LEFT_OUT } from './leftOut.ts';

const cases = givenCases().filter((one) => one.dialect === 'pivot' && !one.disputed);

describe('the public pivot cases', () => {
  for (const one of cases) {
    const why = LEFT_OUT[one.id];
    if (why !== undefined) continue;
    it(`${one.id}: ${one.title}`, async () => {
      const run = await runGraphFile(one.graph, optionsOf(one));
      expect(differences(one.expected, run)).toEqual([]);
      const again = replay(run.graph, run.events);
      expect(again).toMatchObject({ identical: true, endsInMidStep: false });
    });
  }

  it('leaves out only cases that exist, each with its reason', () => {
    const ids = new Set(givenCases().map((one) => one.id));
    for (const [id, why] of Object.entries(LEFT_OUT)) {
      expect(ids).toContain(id);
      expect(why.length).toBeGreaterThan(20);
    }
  });
});
