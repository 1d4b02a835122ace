// What is found by places, iterations and keyframes is what a walk over the whole log finds; and all of it can be made
// again from the log.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTape } from '../../../main/tape/read.ts';
import { rebuild } from '../../../main/tape/rebuild.ts';
import { DERIVED_OBJECTS } from '../../../main/tape/schema.ts';
import type { EventRange } from '../../../main/tape/tapeReader.ts';
import { appendTo } from '../../../main/tape/write.ts';
import { type EngineEvent, EVENT_KINDS, type EventKind, type TapeEvent } from '../../../shared/model/event.ts';
import { toPublic } from '../../../shared/model/publicValue.ts';
import { snapshot } from '../../../shared/model/value.ts';
import { anyLog, loopIteration, loopStart, plainLoop } from '../../support/anyLog.ts';
import { memoryTape } from '../../support/memoryTape.ts';
import { newTape, reading, succeeding, temporaryFolder, writeTape } from '../../support/tapeFiles.ts';

const anyRange: fc.Arbitrary<EventRange> = fc.record(
  { from: fc.nat({ max: 45 }), to: fc.nat({ max: 45 }), limit: fc.nat({ max: 6 }), reverse: fc.boolean() },
  { requiredKeys: [] },
);

function seqs(events: Iterable<{ readonly seq: number }>): number[] {
  return [...events].map((event) => event.seq);
}

describe('looking up on a tape', () => {
  it('finds what a walk over the whole log finds, for every question and range', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyLog,
        fc.array(fc.tuple(anyRange, fc.subarray([...EVENT_KINDS])), { minLength: 5, maxLength: 5 }),
        async (log, questions) => {
          const path = join(temporaryFolder(), 'log.looptape');
          await writeTape(path, log);
          const tape = reading(path);
          const walk = memoryTape(log as readonly EngineEvent[]);
          expect(tape.head()).toBe(walk.head());
          const written = log.filter((event) => event.kind === 'slot.written');
          const slots = new Set(written.map(({ scope, slot }) => JSON.stringify({ scope, slot })));
          expect(tape.slots().map((slot) => JSON.stringify(slot))).toEqual([...slots]);
          const started = log.filter((event) => event.kind === 'fire.started');
          expect(tape.nodes()).toEqual([...new Set(started.map(({ node }) => node))]);
          for (const at of new Set(log.map((event) => event.at))) {
            for (const edge of ['opened', 'closed'] as const) {
              expect(tape.iterationSeq(at, edge)).toBe(walk.iterationSeq(at, edge));
            }
          }
          for (const [range, kinds] of questions) {
            expect(seqs(tape.events(range))).toEqual(seqs(walk.events(range)));
            expect(seqs(tape.eventsOfKind(kinds, range))).toEqual(seqs(walk.eventsOfKind(kinds, range)));
            for (const { scope, slot } of tape.slots()) {
              expect(seqs(tape.slotEvents(scope, slot, range))).toEqual(seqs(walk.slotEvents(scope, slot, range)));
            }
            for (const node of tape.nodes()) {
              expect(seqs(tape.fireEvents(node, range))).toEqual(seqs(walk.fireEvents(node, range)));
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('does so over long logs, where the places of one slot fill many rows, from both ends and from the middle', async () => {
    const path = join(temporaryFolder(), 'long.looptape');
    const log = plainLoop(1_500);
    const writer = newTape(path);
    for (let i = 0; i < log.length; i += 333) {
      writer.appendAt(log.slice(i, i + 333), i);
      writer.commit();
    }
    succeeding(await writer.finish());
    const tape = reading(path);
    const walk = memoryTape(log);
    const ranges: EventRange[] = [
      {},
      { reverse: true },
      { from: 5_000 },
      { from: 5_000, to: 5_100, reverse: true },
      { from: 1_791, limit: 300 },
      { to: 1_797, limit: 3, reverse: true },
      { from: 99_999 },
    ];
    for (const range of ranges) {
      expect(seqs(tape.slotEvents('plan', 'iterout_obs', range))).toEqual(
        seqs(walk.slotEvents('plan', 'iterout_obs', range)),
      );
      const kinds: EventKind[] = ['fire.started', 'run.finished', 'decision.made', 'scope.entered'];
      expect(seqs(tape.eventsOfKind(kinds, range))).toEqual(seqs(walk.eventsOfKind(kinds, range)));
      expect(seqs(tape.events(range))).toEqual(seqs(walk.events(range)));
    }
    expect(tape.iterationSeq('plan[1499]', 'closed')).toBe(2 + 1_499 * 7 + 6);
    expect(tape.iterationSeq('plan[1500]', 'closed')).toBeUndefined();
  });

  it('answers for an event that is not there with undefined', async () => {
    const path = join(temporaryFolder(), 'short.looptape');
    await writeTape(path, plainLoop(1));
    const tape = reading(path);
    for (const seq of [-1, 10, 1.5, Number.NaN, 2 ** 60]) expect(tape.event(seq)).toBeUndefined();
    expect(tape.iterationSeq('', 'opened')).toBeUndefined();
    expect(tape.iterationSeq('nowhere[0]', 'opened')).toBeUndefined();
    expect([...tape.slotEvents('plan', 'no such slot')]).toEqual([]);
    expect([...tape.fireEvents('no such node')]).toEqual([]);
    expect(tape.keyframeBefore(5)).toBeUndefined();
  });

  it('holds nothing open between two steps of an iteration', async () => {
    const path = join(temporaryFolder(), 'steps.looptape');
    const writer = newTape(path);
    writer.appendAt(plainLoop(50), 1);
    writer.commit();
    const tape = reading(path);
    const left = tape.events({});
    left.next();
    const other = tape.eventsOfKind(['slot.written']);
    other.next();
    // A statement left open would keep the writer from folding its side files into the tape.
    expect(succeeding(await writer.finish())).toEqual({ singleFile: true });
    expect(left.next().value?.seq).toBe(1);
  });
});

describe('keyframes', () => {
  const constant = snapshot(Array.from({ length: 2_000 }, (_, i) => `line ${i}`));
  const odd = snapshot({ $value: 'ref', id: 1, nan: Number.NaN, deep: { $value: 'object', of: 3 } });

  it('are found at or before a seq, and are what was given', async () => {
    const path = join(temporaryFolder(), 'keyframes.looptape');
    const writer = newTape(path);
    const machineAt = (seq: number) => ({
      seq,
      slots: { constant: toPublic(constant), odd: toPublic(odd), number: seq },
      list: [toPublic(odd), null, 'text'],
    });
    writer.appendAt(plainLoop(20), 1);
    for (const seq of [10, 50, 90]) writer.keyframe(seq, machineAt(seq));
    succeeding(await writer.finish());
    const tape = reading(path);
    expect([9, 10, 49, 50, 89, 1000].map((seq) => tape.keyframeBefore(seq)?.seq)).toEqual([
      undefined,
      10,
      10,
      50,
      50,
      90,
    ]);
    expect(tape.keyframeBefore(60)?.machine).toEqual(machineAt(50));
    expect(JSON.stringify(tape.keyframeBefore(60)?.machine)).toBe(JSON.stringify(machineAt(50)));
  });

  it('do not repeat a large constant that every one of them holds', async () => {
    const path = join(temporaryFolder(), 'keyframes.looptape');
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    for (let i = 0; i < 100; i++) {
      writer.appendAt(loopIteration(i), i);
      writer.keyframe(writer.head(), { slot: toPublic(constant), i });
    }
    succeeding(await writer.finish());
    expect(reading(path).sizeBytes()).toBeLessThan(200_000);
    expect(reading(path).keyframeBefore(10 ** 6)?.machine).toEqual({ slot: constant, i: 99 });
  });
});

describe('rebuilding', () => {
  /** Every row of every derived table, and what the indexes give. */
  function derived(path: string): unknown {
    const database = new Database(path, { readonly: true });
    const rows = DERIVED_OBJECTS.filter(({ type }) => type === 'table').map(({ name }) => [
      name,
      database.prepare(`SELECT * FROM ${name}`).all(),
    ]);
    const check = database.pragma('integrity_check');
    database.close();
    return { rows, check };
  }

  /** The tape as two writers made it, the second going on after `cut` events, and a rebuilt copy with spoilt rows. */
  async function twoWriters(log: readonly TapeEvent[], cut: number): Promise<readonly [string, string]> {
    const folder = temporaryFolder();
    const path = join(folder, 'log.looptape');
    const first = newTape(path);
    first.append(log.slice(0, cut));
    succeeding(await first.finish());
    const second = succeeding(appendTo(path));
    second.append(log.slice(cut));
    succeeding(await second.finish());
    const copy = join(folder, 'copy.looptape');
    copyFileSync(path, copy);
    const spoil = new Database(copy);
    spoil.exec('DELETE FROM places; UPDATE iterations SET most = 7, chunk = chunk + 1; UPDATE tapes SET derived = 0');
    spoil.close();
    succeeding(rebuild(copy));
    return [path, copy];
  }

  it('makes every derived table again from the log, byte for byte, of whatever was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, fc.double({ min: 0, max: 1, noNaN: true }), async (log, share) => {
        const [path, copy] = await twoWriters(log, Math.round(log.length * share));
        expect(derived(copy)).toEqual(derived(path));
      }),
      { numRuns: 20 },
    );
  });

  it('does so where many writers fill more than a row of places', async () => {
    const path = join(temporaryFolder(), 'many.looptape');
    succeeding(await newTape(path).finish());
    // Each finished writer seals a chunk.
    for (let i = 0; i < 300; i++) {
      const writer = succeeding(appendTo(path));
      writer.appendAt([{ seq: i, kind: 'iteration.opened', at: `plan[${i}]`, scope: 'plan', iteration: i }], i);
      succeeding(await writer.finish());
    }
    const before = derived(path);
    const lengths = (before as { rows: [string, { chunks: Buffer }[]][] }).rows
      .find(([name]) => name === 'places')?.[1]
      .map(({ chunks }) => chunks.length + 1);
    expect(lengths).toEqual([256, 44]);
    expect(reading(path).iterationSeq('plan[270]', 'opened')).toBe(270);
    expect(seqs(reading(path).eventsOfKind(['iteration.opened'], { from: 254, limit: 4 }))).toEqual([
      254, 255, 256, 257,
    ]);
    succeeding(rebuild(path));
    expect(derived(path)).toEqual(before);
  });

  it('replaces the keyframes by those that the log folds to', async () => {
    const path = join(temporaryFolder(), 'log.looptape');
    await writeTape(path, plainLoop(40));
    const counted = (tape: { events(range: object): Iterable<unknown> }) => {
      const frames = [];
      let seen = 0;
      for (const _ of tape.events({})) if (++seen % 100 === 0) frames.push({ seq: seen - 1, machine: { seen } });
      return frames;
    };
    succeeding(rebuild(path, counted));
    expect(reading(path).keyframeBefore(250)).toEqual({ seq: 199, machine: { seen: 200 } });
  });

  it('is not needed to read a tape whose derived rows another version made', async () => {
    const path = join(temporaryFolder(), 'log.looptape');
    await writeTape(path, plainLoop(10));
    const older = new Database(path);
    older.exec('DELETE FROM iterations; DELETE FROM places; UPDATE tapes SET derived = 99');
    older.close();
    const tape = reading(path);
    expect(tape.iterationSeq('plan[3]', 'closed')).toBe(2 + 3 * 7 + 6);
    expect(seqs(tape.slotEvents('plan', 'iterout_n', { limit: 2 }))).toEqual([7, 14]);
    expect(seqs(tape.eventsOfKind(['run.finished', 'run.started'], { reverse: true }))).toEqual([72, 0]);
  });

  it('refuses what is no tape', () => {
    expect(rebuild(join(temporaryFolder(), 'none.looptape'))).toMatchObject({
      ok: false,
      failure: { code: 'tape-missing' },
    });
    expect(openTape('').ok).toBe(false);
  });
});
