// Seed 002 and semantics §3, rule by rule: live, on a replay from the log, and on the reopened tape, whose fold is the machine; and
// what a rule can't say as data.
import { describe, expect, it } from 'vitest';
import { freezeMachine } from '../../main/engine/machine.ts';
import { replay } from '../../main/runner/replay.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { continueRun } from '../support/continueRun.ts';
import { runGraphFile } from '../support/runGraphFile.ts';
import { boundedFacts, operatorsOf, optionsOf } from './boundedFacts.ts';
import { BOUNDED_RULES } from './boundedRules.ts';
import { recordedRun } from './recordedRun.ts';

describe.each(BOUNDED_RULES)('%s', (_, rules) => {
  it.each(rules.map((one) => [one.rule, one] as const))('%s', async (_, one) => {
    const run = await runGraphFile(one.graph, optionsOf(one));
    const told = boundedFacts(run.events);
    expect(told).toMatchObject(one.expected);
    for (const place of one.absent ?? []) expect(told).not.toHaveProperty(place);
    expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });

    const { tape, events } = await recordedRun(one.graph, optionsOf(one));
    expect(boundedFacts(events)).toMatchObject(one.expected);
    if (!tape.graph) throw new Error(JSON.stringify(tape.problems));
    const again = replay(tape.graph, events);
    expect(again).toMatchObject({ identical: true, endsInMidStep: false });
    const machine = tape.machines?.at(events.length - 1);
    expect(machine && freezeMachine(machine)).toEqual(freezeMachine(again.machine));
  });
});

const HUGE = Array.from({ length: 60_000 }, (_, i) => `line ${i}`).join('\n');

it('the evidence of outputs of any size is bounded, and the full output is kept as a value', async () => {
  const { events } = await runGraphFile({
    dialect: 'bounded',
    prompt: 'x',
    until_predicate: 'exit:0',
    attempt: {
      operator: 'scripted',
      seq: [
        { output: HUGE, exit: 1 },
        { output: HUGE.replaceAll('line', 'row'), exit: 1 },
        { output: 'x'.repeat(900_000), exit: 1 },
      ],
    },
  });
  const { carries, inputs, outputs } = boundedFacts(events);
  for (const told of [...carries, ...inputs]) expect(JSON.stringify(told).length).toBeLessThan(8_000);
  expect(JSON.stringify(outputs).length).toBeLessThan(8_000);
  const finished = events.filter((event): event is EventOf<'fire.finished'> => event.kind === 'fire.finished');
  expect(finished[0]?.outputs.output).toBe(HUGE);
});

const destructive = {
  dialect: 'bounded',
  prompt: 'x',
  until_predicate: 'exit:0',
  destructive: true,
  attempt: {
    operator: 'scripted',
    seq: [
      { output: 'red', exit: 1 },
      { output: 'green', exit: 0 },
    ],
  },
};

it('a run that waited for a person goes on where it stood: the question again, then the next attempt', async () => {
  const waits = await runGraphFile(destructive, { operators: operatorsOf(undefined) });
  expect(boundedFacts(waits.events).status).toBe('waiting');
  const still = await continueRun(waits, { operators: operatorsOf(undefined) });
  expect(boundedFacts(still.events)).toMatchObject({ status: 'waiting', fires: ['attempt', 'confirm', 'confirm'] });
  const over = await continueRun(still, { operators: operatorsOf(['yes']) });
  expect(boundedFacts(over.events)).toMatchObject({
    status: 'ended',
    reason: 'stop',
    fires: ['attempt', 'confirm', 'confirm', 'confirm', 'attempt'],
    outputs: { status: 'success', iterations_run: 2, evidence: ['#1 exit 1: red', '#2 exit 0: green; + green; − red'] },
  });
  expect(replay(over.graph, over.events)).toMatchObject({ identical: true, endsInMidStep: false });
});

it('a run that failed makes the failed attempt again when it goes on, as the same attempt', async () => {
  const graph = { ...destructive, destructive: false, attempt: { operator: 'script', module: 'not-there.mjs' } };
  const failed = await runGraphFile(graph);
  expect(boundedFacts(failed.events)).toMatchObject({ status: 'failed', error: { code: 'module-missing' } });
  const again = await continueRun(failed);
  expect(boundedFacts(again.events)).toMatchObject({
    status: 'failed',
    fires: ['attempt', 'attempt'],
    inputs: [{ attempt: 1 }, { attempt: 1 }],
  });
});
