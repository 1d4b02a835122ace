// The rules of scopes, of containers and of sockets on the reopened tape: recorded onto a file, closed, opened again, held to the
// same expectations, replayed and folded.
import { expect, it } from 'vitest';
import { freezeMachine } from '../../main/engine/machine.ts';
import { replay } from '../../main/runner/replay.ts';
import { CONTAINER_RULES } from './containerRules.ts';
import { differences } from './expectations.ts';
import { NESTED_RULES } from './nestedRules.ts';
import { type RecordedRun, recordedRun } from './recordedRun.ts';
import { socketRuleDifferences } from './socketLog.ts';
import { SOCKET_RULES } from './socketRules/rules.ts';
import { optionsOf } from './socketRules/runSocketRule.ts';

it.each([...NESTED_RULES, ...CONTAINER_RULES].map((one) => [one.rule, one] as const))('%s', async (_, one) => {
  const recorded = await recordedRun(one.graph, {
    ...(one.budget === undefined ? {} : { budget: one.budget }),
    ...(one.inputs === undefined ? {} : { inputs: one.inputs }),
  });
  expect(differences(one.expected, { events: recorded.events })).toEqual([]);
  replaysAndFolds(recorded);
});

const sockets = SOCKET_RULES.flatMap(([, rules]) => rules).filter(({ long }) => !long);

it.each(sockets.map((one) => [one.rule, one] as const))('%s', async (_, one) => {
  const recorded = await recordedRun(one.graph, optionsOf(one));
  expect(socketRuleDifferences(one.expected, recorded.events)).toEqual([]);
  replaysAndFolds(recorded);
});

function replaysAndFolds({ tape, events }: RecordedRun): void {
  if (!tape.graph) throw new Error(JSON.stringify(tape.problems));
  const again = replay(tape.graph, events);
  expect(again).toMatchObject({ identical: true, endsInMidStep: false });
  const machine = tape.machines?.at(events.length - 1);
  expect(machine && freezeMachine(machine)).toEqual(freezeMachine(again.machine));
}
