// The first law of the tape: folding the log equals every keyframe, from wherever the fold begins.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeMachine, newMachine } from '../../../main/engine/machine.ts';
import { apply } from '../../../main/engine/step.ts';
import { openTape } from '../../../main/queries/openTape.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { randomGraph } from '../../support/randomGraph.ts';
import { pivotCases, type RecordedTape, recordedCase, recordedTape } from './recordedTape.ts';

/** The machine after each event, folded from the start, as JSON. */
function folds({ tape, reader }: RecordedTape): string[] {
  if (!tape.graph) throw new Error('the graph was not checked');
  const machine = newMachine(tape.graph);
  return [...reader.events({})].map((event) => {
    if (tape.graph) apply(tape.graph, machine, event);
    return JSON.stringify(freezeMachine(machine));
  });
}

const at = ({ tape }: RecordedTape, seq: number): string =>
  JSON.stringify(freezeMachine(tape.machines?.at(seq) as never));

describe.each(pivotCases().map((one) => one.id))('the tape of %s', (id) => {
  it('folds to every keyframe', async () => {
    const recorded = await recordedCase(id);
    const folded = folds(recorded);
    expect(recorded.keyframes.length).toBeGreaterThan(3);
    for (const { seq, machine } of recorded.keyframes) expect(folded[seq]).toBe(JSON.stringify(machine));
  });

  it('gives the same machine by its keyframes as by the fold from the start, forward, backward and by leaps', async () => {
    const recorded = await recordedCase(id);
    const folded = folds(recorded);
    for (let seq = 0; seq < folded.length; seq++) expect(at(recorded, seq)).toBe(folded[seq]);
    const fresh = { ...recorded, tape: openTape(memoryTape(recorded.events, recorded)) };
    for (let seq = folded.length - 1; seq >= 0; seq--) expect(at(fresh, seq)).toBe(folded[seq]);
    const leaping = { ...recorded, tape: openTape(memoryTape(recorded.events, recorded)) };
    for (let i = 0; i < folded.length; i++) {
      const seq = (i * 37) % folded.length;
      expect(at(leaping, seq)).toBe(folded[seq]);
    }
  });
});

it('holds for random graphs, with keyframes and without', async () => {
  await fc.assert(
    fc.asyncProperty(randomGraph, fc.infiniteStream(fc.nat(10_000)), async (graph, leaps) => {
      const recorded = await recordedTape(graph);
      const folded = folds(recorded);
      for (const { seq, machine } of recorded.keyframes) expect(folded[seq]).toBe(JSON.stringify(machine));
      const bare = { ...recorded, tape: openTape(memoryTape(recorded.events)) };
      for (let i = 0; i < 40; i++) {
        const seq = (leaps.next().value as number) % folded.length;
        expect(at(recorded, seq)).toBe(folded[seq]);
        expect(at(bare, seq)).toBe(folded[seq]);
      }
    }),
    { numRuns: 40 },
  );
});

it('costs the distance from a keyframe, not the length of the tape', async () => {
  const { events, keyframes } = await recordedCase('G01');
  const reader = memoryTape(events, { keyframes });
  const tape = openTape(reader);
  const before = reader.reads();
  tape.machines?.at(80);
  // The keyframes of this tape lie at most a step apart; a step of this graph makes fewer than eight events.
  expect(reader.reads() - before).toBeLessThan(8);
});

it('says where a log stops fitting the graph instead of failing', async () => {
  const { events } = await recordedCase('G01');
  const end = events.findIndex((event) => event.kind === 'fire.finished');
  const broken = events.map((event) =>
    event.seq === end && event.kind === 'fire.finished' ? { ...event, fire: 99 } : event,
  );
  const tape = openTape(memoryTape(broken));
  expect(tape.machines?.at(end - 1)).toBeDefined();
  expect(tape.machines?.at(broken.length - 1)).toBeUndefined();
  expect(tape.machines?.misfit?.seq).toBe(end);
});
