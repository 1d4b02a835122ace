// The public socket cases, on the live engine and on a replay from the log. The reopened tape is held to the same
// expectations in tape.test.ts beside this file.
import { describe, expect, it } from 'vitest';
import { replay } from '../../main/runner/replay.ts';
import { continueRun } from '../support/continueRun.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { differences } from './expectations.ts';
import { givenCases, optionsOf } from './givenCase.ts';

const cases = givenCases().filter((one) => one.dialect === 'socket' && !one.disputed);

describe('the public socket cases', () => {
  for (const one of cases) {
    it(`${one.id}: ${one.title}`, async () => {
      const run = await runGraphFile(one.graph, optionsOf(one));
      expect(differences(one.expected, run)).toEqual([]);
      expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
    });
  }

  for (const one of cases) {
    for (const fork of one.forks ?? []) {
      if (fork.at !== 'end' || fork.set || fork.script || fork.setOutput) continue;
      it(`${one.id}, continued: ${one.title}`, async () => {
        const before = await runGraphFile(one.graph);
        const { events, graph } = await continueRun(before);
        const { visits, writes, ...atTheEnd } = fork.expected;
        const added = { ...(visits ? { visits } : {}), ...(writes ? { writes } : {}) };
        expect(differences(atTheEnd, { events })).toEqual([]);
        expect(differences(added, { events: events.slice(before.events.length) })).toEqual([]);
        expect(replay(graph, events)).toMatchObject({ identical: true, endsInMidStep: false });
      });
    }
  }

  it('are all that the folder holds', () => {
    expect(cases.map((one) => one.id)).toEqual([
      'G03-longer',
      'G03',
      'G05-miswired',
      'G05',
      'G07-A',
      'G12a',
      'G12b',
      'G12c',
      'G12d',
      'G12e',
      'G12f',
      'G13-badjson',
      'G13-throw',
      'G15',
    ]);
  });
});
