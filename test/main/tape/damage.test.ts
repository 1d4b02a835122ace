// Damage: whatever happens to the bytes of a tape, a reader gives what was written or says that it can't; never something
// else, never a crash, and not after minutes.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { TapeError } from '../../../main/tape/damage.ts';
import { openTape } from '../../../main/tape/read.ts';
import type { TapeReader } from '../../../main/tape/tapeReader.ts';
import type { EngineEvent } from '../../../shared/model/event.ts';
import { snapshot } from '../../../shared/model/value.ts';
import { eventDifference, loopEnd, loopIteration, loopStart } from '../../support/anyLog.ts';
import { newTape, reading, succeeding, temporaryFolder } from '../../support/tapeFiles.ts';

const ITERATIONS = 120;
const long = snapshot(
  Array.from({ length: 300 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex').slice(0, 12)),
);
const log: readonly EngineEvent[] = [
  ...loopStart('run'),
  ...Array.from({ length: ITERATIONS }, (_, i) => (i % 3 === 0 ? loopIteration(i, long) : loopIteration(i))).flat(),
  ...loopEnd(ITERATIONS),
];
const CODES = ['tape-damaged', 'tape-cut', 'tape-foreign', 'tape-empty', 'tape-newer', 'tape-unreadable'];
let bytes: Buffer;

beforeAll(async () => {
  const path = join(temporaryFolder(), 'sound.looptape');
  const writer = newTape(path);
  for (let i = 0; i < log.length; i += 50) {
    writer.appendAt(log.slice(i, i + 50), i);
    writer.keyframe(writer.head(), { seq: writer.head(), long });
  }
  succeeding(await writer.finish());
  bytes = readFileSync(path);
});

/** Everything that a reader can be asked; answers are held against the log. Gives the codes of what it refused. */
function examine(reader: TapeReader): string[] {
  const refused: string[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
      refused.push(error.failure.code);
    }
  };
  const same = (event: { readonly seq: number }) => {
    expect(eventDifference({ ...event, t: 0 }, { ...log[event.seq], t: 0 })).toBeUndefined();
  };
  attempt(() => {
    for (const event of reader.events({})) same(event);
  });
  for (const seq of [0, 5, 100, 400, 700]) {
    attempt(() => {
      const event = reader.event(seq);
      if (event !== undefined) same(event);
    });
  }
  attempt(() => {
    for (const event of reader.eventsOfKind(['iteration.closed', 'decision.made'])) same(event);
  });
  attempt(() => {
    for (const event of reader.slotEvents('plan', 'iterout_obs', { reverse: true })) same(event);
  });
  attempt(() => {
    const seq = reader.iterationSeq('plan[50]', 'closed');
    if (seq !== undefined) expect(seq).toBe(2 + 50 * 7 + 6);
  });
  attempt(() => {
    const keyframe = reader.keyframeBefore(333);
    if (keyframe !== undefined) expect(keyframe.machine).toEqual({ seq: keyframe.seq, long });
  });
  return refused;
}

function openAndExamine(damagedBytes: Buffer): string[] {
  const path = join(temporaryFolder(), 'hit.looptape');
  writeFileSync(path, damagedBytes);
  const opened = openTape(path);
  if (!opened.ok) return [opened.failure.code];
  try {
    return examine(opened.value);
  } finally {
    opened.value.close();
    expect(readFileSync(path).equals(damagedBytes)).toBe(true);
  }
}

describe('a damaged tape', () => {
  it('is refused or read rightly, wherever sixteen bytes were overwritten', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (at, noise) => {
          const copy = Buffer.from(bytes);
          copy.set(noise, Math.floor(at * (bytes.length - 16)));
          for (const code of openAndExamine(copy)) expect(CODES).toContain(code);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('is refused or read rightly, whichever page was zeroed', () => {
    for (let page = 0; page < bytes.length / 4096; page += 4) {
      const copy = Buffer.from(bytes).fill(0, page * 4096, (page + 1) * 4096);
      for (const code of openAndExamine(copy)) expect(CODES).toContain(code);
    }
  });

  it('is refused as cut, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length - 1 }), (length) => {
        expect(openAndExamine(bytes.subarray(0, length))).toEqual(['tape-cut']);
      }),
      { numRuns: 40 },
    );
  });

  it('gives the events before the damaged chunk, and names what is damaged', async () => {
    const path = join(temporaryFolder(), 'row.looptape');
    const writer = newTape(path);
    // A chunk is sealed with the batch in which it has 2,048 events, 293 iterations of seven.
    writer.appendAt(loopStart('run'), 0);
    for (let i = 0; i < 600; i++) writer.appendAt(loopIteration(i), i);
    succeeding(await writer.finish());
    const database = new Database(path);
    const firsts = database.prepare('SELECT first FROM chunks ORDER BY first').pluck().all() as number[];
    expect(firsts).toEqual([0, 2_053, 4_104]);
    const { body } = database.prepare('SELECT body FROM chunks WHERE first = 2053').get() as { body: Buffer };
    // One bit, as a disk would flip it.
    body.writeUInt8(body.readUInt8(100) ^ 4, 100);
    database.prepare('UPDATE chunks SET body = ? WHERE first = 2053').run(body);
    database.close();
    const reader = reading(path);
    let read = 0;
    const walk = () => {
      for (const event of reader.events({})) read = event.seq;
    };
    expect(walk).toThrow(/row\.looptape is damaged \(the chunk at #2053\)/);
    expect(read).toBe(2_052);
    expect(reader.event(4_200)).toBeDefined();
  });

  it('gives the events before a damaged pack of a tape whose writer was killed', () => {
    const path = join(temporaryFolder(), 'row.looptape');
    const writer = newTape(path);
    writer.appendAt(loopStart('run'), 0);
    for (let i = 0; i < 20; i++) {
      writer.appendAt(loopIteration(i), i);
      writer.commit();
    }
    writer.abandon();
    const database = new Database(path);
    const { body } = database.prepare('SELECT body FROM packs WHERE first = 72').get() as { body: Buffer };
    body.writeUInt8(body.readUInt8(1) ^ 1, 1);
    database.prepare('UPDATE packs SET body = ? WHERE first = 72').run(body);
    database.close();
    const reader = reading(path);
    let read = 0;
    const walk = () => {
      for (const event of reader.events({})) read = event.seq;
    };
    // 2 + 10 * 7 = 72 is the first event of iteration 10.
    expect(walk).toThrow(/row\.looptape is damaged \(the events from #72\)/);
    expect(read).toBe(71);
  });

  it.each([
    ['a value', 'UPDATE blobs SET body = zeroblob(length(body))', /value 1/],
    ['an iteration', 'UPDATE chunks SET body = zeroblob(length(body))', /the chunk at #0/],
    [
      'the name of a slot',
      `UPDATE streams SET subject = '["other","plan"]' WHERE subject LIKE '%iterout_obs%'`,
      /the name of stream/,
    ],
    ['the number of events', 'UPDATE chunks SET count = count - 1', /the chunk at #0: it has another count/],
    ['where events lie', 'UPDATE places SET chunks = zeroblob(3)', /the places of stream/],
  ])('says so when %s was changed', (_, sql, sentence) => {
    const path = join(temporaryFolder(), 'row.looptape');
    writeFileSync(path, bytes);
    const database = new Database(path);
    database.exec(sql);
    database.close();
    const opened = openTape(path);
    const sentences: string[] = [];
    if (!opened.ok) sentences.push(opened.failure.message);
    else {
      for (const walk of [
        () => opened.value.events({}),
        () => opened.value.slotEvents('plan', 'iterout_obs'),
        () => opened.value.eventsOfKind(['iteration.closed']),
      ]) {
        try {
          for (const _event of walk());
        } catch (error) {
          if (!(error instanceof TapeError)) throw error;
          sentences.push(error.failure.message);
        }
      }
      opened.value.close();
    }
    expect(sentences.join('\n')).toMatch(sentence);
  });

  it('costs a sentence where its data is made to exhaust the reader', () => {
    const path = join(temporaryFolder(), 'hostile.looptape');
    writeFileSync(path, bytes);
    const database = new Database(path);
    // Claims to unpack to four terabytes.
    database.prepare('UPDATE blobs SET size = ?').run(2 ** 42);
    database.close();
    expect(() => reading(path).event(8)).toThrow(/is damaged \(value/);
  });
});
