import { describe, expect, it } from 'vitest';
import { replay } from '../../main/runner/replay.ts';
import { fromPublic } from '../../shared/model/publicValue.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { differences } from './expectations.ts';
import { RULES } from './pivotRules.ts';

describe('semantics §1', () => {
  for (const one of RULES) {
    it(one.rule, async () => {
      const run = await runGraphFile(one.graph, {
        ...(one.budget === undefined ? {} : { budget: one.budget }),
        ...(one.inputs === undefined ? {} : { inputs: one.inputs }),
      });
      expect(differences(one.expected, run)).toEqual([]);
      const end = run.events.at(-1);
      if (one.outputs) {
        expect(end?.kind === 'run.finished' && valuesEqual(snapshot(end.outputs), fromPublic(one.outputs))).toBe(true);
      }
      expect(replay(run.graph, run.events)).toMatchObject({ identical: true });
    });
  }
});
