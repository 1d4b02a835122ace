// The rules of scopes and containers on the reopened tape: recorded onto a file, closed, opened again, held to the same
// expectations, replayed and folded.
import { expect, it } from 'vitest';
import { freezeMachine } from '../../main/engine/machine.ts';
import { replay } from '../../main/runner/replay.ts';
import { CONTAINER_RULES } from './containerRules.ts';
import { differences } from './expectations.ts';
import { NESTED_RULES } from './nestedRules.ts';
import { recordedRun } from './recordedRun.ts';

it.each([...NESTED_RULES, ...CONTAINER_RULES].map((one) => [one.rule, one] as const))('%s', async (_, one) => {
  const { tape, events } = await recordedRun(one.graph, {
    ...(one.budget === undefined ? {} : { budget: one.budget }),
    ...(one.inputs === undefined ? {} : { inputs: one.inputs }),
  });
  expect(differences(one.expected, { events })).toEqual([]);
  if (!tape.graph) throw new Error(JSON.stringify(tape.problems));
  const again = replay(tape.graph, events);
  expect(again).toMatchObject({ identical: true, endsInMidStep: false });
  const machine = tape.machines?.at(events.length - 1);
  expect(machine && freezeMachine(machine)).toEqual(freezeMachine(again.machine));
});
