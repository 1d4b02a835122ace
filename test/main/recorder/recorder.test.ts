// The recorder between the runner and a tape: times, batches, keyframes, and what happens when the tape can't take more.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMIT_MS, record } from '../../../main/recorder/recorder.ts';
import { TapeError } from '../../../main/tape/damage.ts';
import { appendTo, type TapeWriter } from '../../../main/tape/write.ts';
import { loopIteration, loopStart, PER_ITERATION, plainLoop } from '../../support/anyLog.ts';
import { newTape, reading, succeeding, temporaryFolder } from '../../support/tapeFiles.ts';

const START_MS = 1_700_000_000_000;

let path: string;
let writer: TapeWriter;
let nowMs: number;
const clock = { nowMs: () => nowMs };

beforeEach(() => {
  path = join(temporaryFolder(), 'run.looptape');
  writer = newTape(path, { startedAtMs: START_MS });
  nowMs = START_MS;
});

afterEach(() => {
  vi.useRealTimers();
  writer.abandon();
});

describe('the recorder', () => {
  it('stamps every event with the milliseconds since the start, to a thousandth', async () => {
    const recorder = record(writer, clock);
    recorder.write(loopStart('run'));
    nowMs = START_MS + 12.34567;
    recorder.write(loopIteration(0));
    succeeding(await recorder.finish());
    expect([...reading(path).events({})].map((event) => event.t)).toEqual([0, 0, ...Array(7).fill(12.346)]);
  });

  it('never lets time run backwards, whatever the clock does', async () => {
    const recorder = record(writer, clock);
    nowMs = START_MS - 5_000;
    recorder.write(loopStart('run'));
    nowMs = START_MS + 50;
    recorder.write(loopIteration(0));
    nowMs = START_MS + 20;
    recorder.write(loopIteration(1));
    succeeding(await recorder.finish());
    const times = [...reading(path).events({})].map((event) => event.t);
    expect(times).toEqual([0, 0, ...Array(14).fill(50)]);
  });

  it('goes on no earlier than a tape that it continues, also where the clock is behind it', async () => {
    const first = record(writer, clock);
    nowMs = START_MS + 700;
    first.write(loopStart('run'));
    succeeding(await first.finish());
    nowMs = START_MS + 20;
    const second = record(succeeding(appendTo(path)), clock);
    second.write(loopIteration(0).slice(0, 1));
    nowMs = START_MS + 900;
    second.write(loopIteration(0).slice(1, 2));
    succeeding(await second.finish());
    expect([...reading(path).events({})].map((event) => event.t)).toEqual([700, 700, 700, 900]);
  });

  it('keeps a batch for less than a tenth of a second while events go on coming', () => {
    const heads: number[] = [];
    const recorder = record(writer, clock, { onCommit: (head) => heads.push(head) });
    const reader = reading(path);
    recorder.write(loopStart('run'));
    for (let i = 0; i < 9; i++) {
      nowMs += COMMIT_MS / 10;
      recorder.write(loopIteration(i));
      expect(reader.head()).toBe(-1);
    }
    nowMs += COMMIT_MS / 10;
    recorder.write(loopIteration(9));
    expect(reader.head()).toBe(1 + 10 * PER_ITERATION);
    expect(heads).toEqual([1 + 10 * PER_ITERATION]);
  });

  it('commits a batch that nothing follows, for whoever watches a long answer being waited for', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const heads: number[] = [];
    const recorder = record(writer, clock, { onCommit: (head) => heads.push(head) });
    recorder.write(loopStart('run'));
    vi.advanceTimersByTime(COMMIT_MS - 1);
    expect(writer.committed()).toBe(-1);
    vi.advanceTimersByTime(1);
    expect(writer.committed()).toBe(1);
    expect(heads).toEqual([1]);
    recorder.write(loopIteration(0));
    vi.advanceTimersByTime(COMMIT_MS);
    expect(writer.committed()).toBe(8);
  });

  it('makes everything durable when the runner asks for it, before an effect that the world can see', () => {
    const recorder = record(writer, clock);
    const reader = reading(path);
    recorder.write(loopStart('run'));
    expect(reader.head()).toBe(-1);
    recorder.commit();
    expect(reader.head()).toBe(1);
    recorder.commit();
    expect(reader.head()).toBe(1);
  });

  it('finishes the tape with all that was written', async () => {
    const heads: number[] = [];
    const recorder = record(writer, clock, { onCommit: (head) => heads.push(head) });
    recorder.write(plainLoop(4));
    expect(succeeding(await recorder.finish())).toEqual({ singleFile: true });
    expect(heads).toEqual([2 + 4 * PER_ITERATION]);
    expect(reading(path).event(2 + 4 * PER_ITERATION)?.kind).toBe('run.finished');
  });

  it('goes on in a tape that is there, with times that count from its first start', async () => {
    const first = record(writer, clock);
    first.write(loopStart('run'));
    first.write(loopIteration(0));
    succeeding(await first.finish());
    nowMs = START_MS + 60_000;
    const second = record(succeeding(appendTo(path)), clock);
    second.write([{ seq: 9, kind: 'run.continued', at: '', from: 8, versions: {} }]);
    succeeding(await second.finish());
    expect(reading(path).event(9)).toMatchObject({ kind: 'run.continued', t: 60_000 });
  });
});

describe('keyframes', () => {
  function keyframeSeqs(): number[] {
    const tape = reading(path);
    const found: number[] = [];
    for (let at = tape.head(); ; ) {
      const keyframe = tape.keyframeBefore(at);
      if (keyframe === undefined) return found.toReversed();
      found.push(keyframe.seq);
      at = keyframe.seq - 1;
    }
  }

  it('hold the machine as it was before a chunk, after the last event of a step', async () => {
    let machine: unknown;
    const recorder = record(writer, clock, { machine: () => machine });
    recorder.write(loopStart('run'));
    for (let i = 0; i < 1_800; i++) {
      machine = { after: 1 + (i + 1) * PER_ITERATION };
      recorder.write(loopIteration(i));
    }
    succeeding(await recorder.finish());
    // A chunk ends with the step in which it has 2,048 events: 2 + 293 * 7 = 2,053, then 293 * 7 = 2,051, five times.
    expect(keyframeSeqs()).toEqual([2_052, 4_103, 6_154, 8_205, 10_256, 12_307]);
    for (const seq of keyframeSeqs()) expect(reading(path).keyframeBefore(seq)?.machine).toEqual({ after: seq });
  });

  it('never outweigh the log, however large the machine is', async () => {
    // As many small texts as make a large machine of which nothing is stored elsewhere.
    const machine = { slots: Array.from({ length: 12_000 }, (_, i) => `slot ${i} of a machine that is large`) };
    const text = JSON.stringify(machine).length;
    const recorder = record(writer, clock, { machine: () => machine });
    recorder.write(loopStart('run'));
    for (let i = 0; i < 3_000; i++) recorder.write(loopIteration(i));
    const logged = writer.loggedBytes();
    succeeding(await recorder.finish());
    const count = keyframeSeqs().length;
    expect(count).toBeGreaterThanOrEqual(2);
    // The first one is free; every other is paid for by as much log.
    expect((count - 1) * text).toBeLessThanOrEqual(logged);
  });

  it('are left out where there is no machine', async () => {
    const recorder = record(writer, clock, { machine: () => undefined });
    recorder.write(plainLoop(100));
    succeeding(await recorder.finish());
    expect(keyframeSeqs()).toEqual([]);
  });
});

describe('a tape that can take no more', () => {
  beforeEach(() => {
    writer.abandon();
    writer = newTape(path, { startedAtMs: START_MS, maxBytes: 150_000 });
  });

  it('throws an error with the failure at the write that met it, and at every later one', async () => {
    const recorder = record(writer, clock);
    recorder.write(loopStart('run'));
    const fill = () => {
      for (let i = 0; ; i++) recorder.write(loopIteration(i));
    };
    expect(fill).toThrow(TapeError);
    let caught: unknown;
    try {
      recorder.commit();
    } catch (error) {
      caught = error;
    }
    expect(caught instanceof TapeError && caught.failure.code).toBe('disk-full');
    expect(await recorder.finish()).toMatchObject({ ok: false, failure: { code: 'disk-full' } });
    expect(reading(path).head()).toBeGreaterThan(500);
  });

  it('says so at the next write where the timer met it', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const broken = Object.assign(Object.create(writer) as TapeWriter, {
      path,
      startedAtMs: START_MS,
      head: () => 1,
      chunk: () => 0,
      committed: () => -1,
      loggedBytes: () => 0,
      appendAt: () => undefined,
      commit: () => {
        throw new TapeError({ code: 'disk-full', message: 'full' });
      },
    });
    const recorder = record(broken, clock);
    recorder.write(loopStart('run'));
    expect(() => vi.advanceTimersByTime(COMMIT_MS)).not.toThrow();
    expect(() => recorder.commit()).toThrow('full');
  });
});
