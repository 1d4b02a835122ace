import { describe, expect, it } from 'vitest';
import { replay } from '../../main/runner/replay.ts';
import { fromPublic } from '../../shared/model/publicValue.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { CONTAINER_RULES } from './containerRules.ts';
import { differences } from './expectations.ts';
import { NESTED_RULES } from './nestedRules.ts';
import { RULES } from './pivotRules.ts';

describe.each([
  ['semantics §1', RULES],
  ['semantics §1, Scopes', NESTED_RULES],
  ['semantics §1, State containers', CONTAINER_RULES],
])('%s', (_, rules) => {
  for (const one of rules) {
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
