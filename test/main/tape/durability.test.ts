// What survives what: killed writers, second writers, readers in other processes, full disks; and that a finished tape is
// one file that never changes.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { TapeError } from '../../../main/tape/damage.ts';
import { openTape } from '../../../main/tape/read.ts';
import { appendTo, createTape } from '../../../main/tape/write.ts';
import { eventDifference, loopEnd, loopIteration, loopStart, PER_ITERATION, plainLoop } from '../../support/anyLog.ts';
import { startChild } from '../../support/processes.ts';
import { newTape, reading, succeeding, temporaryFolder, writeTape } from '../../support/tapeFiles.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'run.looptape');
});

function headAfter(iterations: number): number {
  return 1 + iterations * PER_ITERATION;
}

describe('a killed writer', () => {
  it('leaves everything that it had committed, and a tape that says it is not being written', async () => {
    const child = startChild('tapeChild.ts', 'write', path, '25');
    const commits = await child.until('waiting');
    expect(commits.at(-1)).toBe(headAfter(25));
    // A lock can be missed by a reader that looks between two transactions.
    await expect.poll(() => reading(path).info().beingWritten).toBe(true);
    await child.kill();
    const reader = reading(path);
    expect(reader.head()).toBe(headAfter(25));
    expect(reader.info().beingWritten).toBe(false);
    const read = [...reader.events({})];
    plainLoop(25)
      .slice(0, -1)
      .forEach((event, i) => {
        expect(eventDifference({ ...read[i], t: 0 }, { ...event, t: 0 })).toBeUndefined();
      });
  });

  it('loses only what it had not committed', async () => {
    const child = startChild('tapeChild.ts', 'uncommitted', path, '10');
    await child.until('waiting');
    expect(reading(path).head()).toBe(headAfter(10));
    await child.kill();
    expect(reading(path).head()).toBe(headAfter(10));
  });

  it('at any instant leaves whole commits', async () => {
    for (const delayMs of [1, 7, 23]) {
      const own = join(folder, `${delayMs}.looptape`);
      const child = startChild('tapeChild.ts', 'write', own, '100000');
      await child.next();
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await child.kill();
      const reader = reading(own);
      const head = reader.head();
      expect((head - 1) % PER_ITERATION).toBe(0);
      expect(head).toBeGreaterThanOrEqual(headAfter(1));
      expect([...reader.eventsOfKind(['iteration.closed'])]).toHaveLength((head - 1) / PER_ITERATION);
      expect(reader.iterationSeq(`plan[${(head - 1) / PER_ITERATION - 1}]`, 'closed')).toBe(head);
    }
  });

  it('is followed by one that goes on, and the tape ends as one file with everything on it', async () => {
    const child = startChild('tapeChild.ts', 'write', path, '5');
    await child.until('waiting');
    await child.kill();
    const writer = succeeding(appendTo(path));
    expect(writer.head()).toBe(headAfter(5));
    const more = { seq: headAfter(5) + 1, kind: 'run.continued', at: '', from: headAfter(5), versions: {} } as const;
    writer.appendAt([more], 5_000);
    writer.appendAt([{ ...loopEnd(5)[0], seq: more.seq + 1 } as never], 5_001);
    succeeding(await writer.finish());
    expect(readdirSync(folder)).toEqual(['run.looptape']);
    const reader = reading(path);
    expect([...reader.events({ from: headAfter(5) })].map((event) => event.kind)).toEqual([
      'iteration.closed',
      'run.continued',
      'run.finished',
    ]);
    expect([...reader.eventsOfKind(['iteration.opened'])]).toHaveLength(5);
    expect(reader.info().beingWritten).toBe(false);
  });
});

describe('a finished tape', () => {
  it('is one file, although it was written in many batches', async () => {
    const writer = newTape(path);
    for (const event of plainLoop(300)) {
      writer.appendAt([event], 1);
      if (event.seq % 50 === 0) writer.commit();
    }
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(succeeding(await writer.finish())).toEqual({ singleFile: true });
    expect(readdirSync(folder)).toEqual(['run.looptape']);
    expect(reading(path).info().beingWritten).toBe(false);
  });

  it('is one file although a reader of the same process follows it to the end', async () => {
    const writer = newTape(path);
    writer.appendAt(plainLoop(3), 1);
    const reader = reading(path);
    expect(reader.head()).toBe(-1);
    writer.commit();
    expect(reader.head()).toBe(headAfter(3) + 1);
    expect(succeeding(await writer.finish())).toEqual({ singleFile: true });
    expect(readdirSync(folder)).toEqual(['run.looptape']);
    expect([...reader.events({})]).toHaveLength(headAfter(3) + 2);
    expect(reader.info().beingWritten).toBe(false);
  });

  it('is one file although readers in other processes follow it to the end', async () => {
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    writer.commit();
    const followers = [startChild('tapeChild.ts', 'follow', path), startChild('tapeChild.ts', 'follow', path)];
    for (const follower of followers) expect(await follower.next()).toBe('following');
    let told = 0;
    const lines = Promise.all(followers.map((follower) => follower.next().finally(() => told++)));
    let count = 0;
    for (; count < 40 || told < followers.length; count++) {
      writer.appendAt(loopIteration(count), count);
      writer.commit();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await lines).toEqual(['saw it grow', 'saw it grow']);
    writer.appendAt(loopEnd(count), 100);
    expect(succeeding(await writer.finish())).toEqual({ singleFile: true });
    expect(readdirSync(folder)).toEqual(['run.looptape']);
    for (const follower of followers) {
      const seen = (await follower.next()) as { heads: number[]; wasWritten: boolean; count: number };
      expect(seen.count).toBe(headAfter(count) + 2);
      expect(seen.wasWritten).toBe(true);
      expect(seen.heads.length).toBeGreaterThan(2);
      expect(seen.heads).toEqual([...seen.heads].sort((a, b) => a - b));
    }
  });

  it('is whole where a stranger keeps it open for good, with its side file empty', async () => {
    const writer = newTape(path);
    writer.appendAt(plainLoop(3), 1);
    writer.commit();
    const stranger = new Database(path, { readonly: true });
    stranger.prepare('SELECT count(*) FROM chunks').get();
    expect(succeeding(await writer.finish())).toEqual({ singleFile: false });
    expect(statSync(`${path}-wal`).size).toBe(0);
    stranger.close();
    expect(reading(path).head()).toBe(headAfter(3) + 1);
  });

  it('never changes a byte, whatever is read from it', async () => {
    await writeTape(path, plainLoop(30));
    const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
    const before = hash();
    const reader = reading(path);
    for (const event of reader.events({ reverse: true })) reader.event(event.seq);
    reader.info();
    reader.close();
    expect(hash()).toBe(before);
  });
});

describe('a second writer', () => {
  it('is refused with a sentence that names the first, in this process and in another', async () => {
    const writer = newTape(path);
    writer.appendAt(plainLoop(2), 1);
    writer.commit();
    const here = appendTo(path);
    expect(here).toMatchObject({ ok: false, failure: { code: 'tape-locked' } });
    expect(here.ok ? '' : here.failure.message).toContain(`process ${process.pid}`);
    expect(await startChild('tapeChild.ts', 'append', path).next()).toMatchObject({ code: 'tape-locked' });
    writer.appendAt([], 2);
    succeeding(await writer.finish());
    expect(reading(path).head()).toBe(headAfter(2) + 1);
  });

  it('may not replace a tape that is being written, not even by force', async () => {
    const writer = newTape(path);
    writer.appendAt(plainLoop(2), 1);
    writer.commit();
    const forced = createTape(path, { id: 'other', startedAtMs: 1, force: true });
    expect(forced).toMatchObject({ ok: false, failure: { code: 'tape-locked' } });
    succeeding(await writer.finish());
    expect(reading(path).info().id).toBe('run');
  });
});

describe('making a tape', () => {
  it('refuses a file that is there, and leaves it alone', () => {
    writeFileSync(path, 'precious');
    expect(createTape(path, { id: 'run', startedAtMs: 1 })).toMatchObject({
      ok: false,
      failure: { code: 'tape-exists' },
    });
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  it('replaces it by force, whatever it was, with its old side files', async () => {
    writeFileSync(path, 'not precious');
    writeFileSync(`${path}-wal`, 'old');
    succeeding(await newTape(path, { force: true, id: 'new' }).finish());
    expect(reading(path).info().id).toBe('new');
    expect(readdirSync(folder)).toEqual(['run.looptape']);
  });

  it('makes the folders above it, and refuses a folder in its place', () => {
    const deep = join(folder, 'a', 'b', 'c.looptape');
    newTape(deep).abandon();
    expect(existsSync(join(folder, 'a', 'b'))).toBe(true);
    const refused = createTape(join(folder, 'a'), { id: 'run', startedAtMs: 1, force: true });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'tape-is-folder' } });
  });

  it('says so where a folder can’t be made, at once', () => {
    writeFileSync(join(folder, 'file'), '');
    // A file system that denies that its folder is there makes Node's own recursive way run for ever.
    const places = process.platform === 'linux' ? [join(folder, 'file'), '/proc/none'] : [join(folder, 'file')];
    for (const place of places) {
      const refused = createTape(join(place, 'in', 'a.looptape'), { id: 'run', startedAtMs: 1 });
      expect(refused).toMatchObject({
        ok: false,
        failure: { code: 'tape-unreadable', message: expect.stringContaining("folder can't be made") },
      });
    }
  });

  it('leaves no file where it is abandoned before anything was committed', () => {
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    writer.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves what was committed where it is abandoned later', () => {
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    writer.commit();
    writer.appendAt(loopIteration(0), 1);
    writer.abandon();
    expect(readdirSync(folder)).toEqual(['run.looptape']);
    expect(reading(path).head()).toBe(1);
    expect(reading(path).info().beingWritten).toBe(false);
  });

  it('says what the tape is before any event is on it', async () => {
    const writer = newTape(path, { id: 'b5', startedAtMs: 123.5 });
    expect(reading(path).info()).toMatchObject({ id: 'b5', startedAtMs: 123.5, format: 1, beingWritten: true });
    expect(reading(path).head()).toBe(-1);
    succeeding(await writer.finish());
  });
});

describe('a full disk', () => {
  it('ends the recording with a sentence, and keeps everything that fitted, committed or not', async () => {
    const writer = newTape(path, { maxBytes: 200_000 });
    writer.appendAt(loopStart('run'), 0);
    writer.commit();
    let iteration = 0;
    // Values that nothing can pack: 256 digits of hashes, of four bits each.
    const noise = (i: number) =>
      Array.from({ length: 4 }, (_, k) => createHash('sha256').update(`${i} ${k}`).digest('hex')).join('');
    const fill = () => {
      for (; iteration < 100_000; iteration++) writer.appendAt(loopIteration(iteration, noise(iteration)), iteration);
    };
    expect(fill).toThrow(TapeError);
    expect(() => writer.appendAt(loopIteration(iteration, ''), 0)).toThrow(/disk is full/);
    expect(() => writer.commit()).toThrow(/run\.looptape could not be written any further because the disk is full/);
    expect(await writer.finish()).toMatchObject({ ok: false, failure: { code: 'disk-full' } });
    const reader = reading(path);
    // At 260 bytes an iteration of seven events 200,000 would hold 5,300; a third of that room is the tables' own.
    expect(reader.head()).toBeGreaterThan(3_000);
    expect(reader.head()).toBe(writer.committed());
    expect(reader.info().beingWritten).toBe(false);
    for (const event of reader.events({})) {
      const { seq } = event;
      const expected = seq < 2 ? loopStart('run')[seq] : loopEvent(seq);
      expect(eventDifference({ ...event, t: 0 }, { ...expected, t: 0 })).toBeUndefined();
    }
    function loopEvent(seq: number) {
      const i = Math.floor((seq - 2) / PER_ITERATION);
      return loopIteration(i, noise(i))[(seq - 2) % PER_ITERATION];
    }
  });

  it('does not lose the names and values of what was kept', async () => {
    const writer = newTape(path, { maxBytes: 120_000 });
    const fill = () => {
      for (let i = 0; ; i++) {
        const value = `${i} ${'abc'.repeat(400)} ${i * 7919}`;
        writer.appendAt(
          [{ seq: i, kind: 'slot.written', at: `p[${i}]`, slot: `s${i}`, scope: 'p', writer: 'init', value }],
          i,
        );
      }
    };
    expect(fill).toThrow(/disk is full/);
    await writer.finish();
    const opened = succeeding(openTape(path));
    expect(opened.head()).toBeGreaterThan(20);
    for (const event of opened.events({})) {
      const { seq } = event;
      expect(event).toMatchObject({
        slot: `s${seq}`,
        at: `p[${seq}]`,
        value: `${seq} ${'abc'.repeat(400)} ${seq * 7919}`,
      });
    }
    expect(opened.slots()).toHaveLength(opened.head() + 1);
    opened.close();
  });
});

describe('a live reader', () => {
  it('sees what is committed and nothing else, and its iterations end at the head of their beginning', () => {
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    writer.commit();
    const reader = reading(path);
    writer.appendAt(loopIteration(0), 1);
    expect(reader.head()).toBe(1);
    const events = reader.events({});
    events.next();
    writer.commit();
    expect([...events].map((event) => event.seq)).toEqual([1]);
    expect(reader.head()).toBe(8);
    expect(reader.iterationSeq('plan[0]', 'opened')).toBe(2);
    expect(reader.slots()).toHaveLength(2);
    writer.abandon();
  });

  it('follows a writer that goes on in a tape which was read from a copy, its side file having been lost', async () => {
    const live = join(folder, 'live.looptape');
    const first = newTape(live);
    first.appendAt(loopStart('run'), 0);
    first.commit();
    copyFileSync(live, path);
    first.abandon();
    const reader = reading(path);
    expect(reader.head()).toBe(-1);
    const second = succeeding(appendTo(path));
    second.appendAt(plainLoop(1), 0);
    second.commit();
    expect(reader.head()).toBe(headAfter(1) + 1);
    expect(reader.info().beingWritten).toBe(true);
    succeeding(await second.finish());
    expect(reader.info().beingWritten).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['live.looptape', 'run.looptape']);
  });

  it('follows a writer that goes on in a finished tape', async () => {
    await writeTape(path, plainLoop(2));
    const reader = reading(path);
    expect(reader.head()).toBe(headAfter(2) + 1);
    const writer = succeeding(appendTo(path));
    const from = headAfter(2) + 1;
    writer.appendAt([{ seq: from + 1, kind: 'run.continued', at: '', from, versions: {} }], 1);
    writer.commit();
    expect(reader.event(reader.head())?.kind).toBe('run.continued');
    expect(reader.info().beingWritten).toBe(true);
    expect(succeeding(await writer.finish())).toEqual({ singleFile: true });
    expect(reader.event(reader.head())?.kind).toBe('run.continued');
  });

  it('knows a writer that a thread lost without a word, although its process lives on', () => {
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    writer.commit();
    const reader = reading(path);
    expect(reader.info().beingWritten).toBe(true);
    // What a crashed thread leaves: a mark without an end, a side file, and no lock.
    const stranger = new Database(path, { readonly: true });
    stranger.prepare('SELECT 1 FROM tapes').get();
    writer.abandon();
    stranger.close();
    const unmark = new Database(path);
    unmark.pragma('journal_mode = WAL');
    unmark.exec('UPDATE writers SET ended_at_ms = NULL');
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(reading(path).info().beingWritten).toBe(false);
    unmark.close();
  });
});
