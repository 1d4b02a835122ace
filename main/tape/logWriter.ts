// The log on its way into rows of an open transaction. Events are packed as they come; `flush` writes what was packed since the
// last time as one row, and a chunk that is long enough becomes one compressed row instead of its packs. What must hold:
// everything that is kept in memory about the tables is true of them, so after a rollback a new one is made, which begins
// a new chunk.
import { invariant } from '../../shared/base/assert.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { bytesOf, type Pack, sealedBody, sumOfPacks } from './chunkBody.ts';
import { directoryWriter, IterationRanges } from './chunkDirectory.ts';
import { rowsOf, type WriteConnection } from './driver.ts';
import { badField, KIND_NUMBERS } from './eventFields.ts';
import { packKeyframe } from './keyframeText.ts';
import { nameWriter } from './nameWriter.ts';
import { EventPacker } from './pack/eventPacker.ts';
import { HEAD_SQL } from './schema.ts';
import { StepsTaken } from './stepsTaken.ts';
import { valueWriter } from './valueWriter.ts';

/** A chunk is sealed when it has so many events, some 128 to 256 iterations of a small loop, or so many bytes. */
export const CHUNK_EVENTS = 2048;
const CHUNK_BYTES = 512 * 1024;
/** Or where its long values come to so much: whoever reads it holds them all. */
const CHUNK_VALUE_BYTES = 16 * 1024 * 1024;
/** A pack has at most so many: what a full disk keeps is cut between packs. */
const PACK_EVENTS = 128;
/** Before compression an event counts so much beside its values, in comparisons of size. */
const EVENT_BYTES = 100;

export interface LogWriter {
  /** Seq of the last event taken; -1 where there is none. */
  head(): number;
  /** Seq of the first event of the chunk that is open. */
  chunk(): number;
  append(event: EngineEvent, timeUs: number): void;
  /** Gives the keyframe's size before compression, in bytes. */
  keyframe(seq: number, machine: unknown): number;
  /** Writes what was packed; before every commit. */
  flush(): void;
  /** Everything is committed. */
  committed(): void;
  /**
   * After a rollback: writes what the transaction held once more, pack by pack, each within `around`, which commits it or throws.
   * Nothing can be appended after that.
   */
  again(around: (work: () => void) => void): void;
  /** Seals the chunk if it is long enough. */
  sealIfFull(): void;
  /** Seals the chunk, however short. */
  seal(): void;
  /** What events and values come to so far, before packing and compression, in bytes. */
  loggedBytes(): number;
}

export function logWriter(connection: WriteConnection): LogWriter {
  const insertPack = connection.prepare('INSERT INTO packs (first, chunk, count, body, sum) VALUES (?, ?, ?, ?, ?)');
  const deletePacks = connection.prepare('DELETE FROM packs WHERE chunk = ?');
  const insertChunk = connection.prepare('INSERT INTO chunks (first, count, size, body, sum) VALUES (?, ?, ?, ?, ?)');
  const insertKeyframe = connection.prepare(
    'INSERT OR REPLACE INTO keyframes (seq, size, body, sum) VALUES (?, ?, ?, ?)',
  );
  const steps = new StepsTaken();
  const names = nameWriter(connection, steps);
  const values = valueWriter(connection, steps);
  const directory = directoryWriter(connection);
  const packer = new EventPacker({
    streamOf(event) {
      invariant(KIND_NUMBERS.has(event.kind), `event #${event.seq} is of a known kind`);
      return names.stream(event);
    },
    blobOf: (value) => values.blob(value),
    check(event) {
      const bad = badField(event.kind, event as unknown as Readonly<Record<string, unknown>>);
      invariant(bad === undefined, `event #${event.seq} (${event.kind}) has a proper ${bad}`);
    },
  });
  let [head] = rowsOf(connection, HEAD_SQL).get() as [number];
  let chunk = head + 1;
  /** The packs of the chunk so far, and how many of them have rows. */
  let packs: Pack[] = [];
  let written = 0;
  let storedBefore = values.storedBytes();
  let iterations = new IterationRanges();
  let logged = 0;

  function insert(of: number, rows: readonly Pack[]): void {
    const { first } = rows[0] as Pack;
    const count = rows.reduce((sum, pack) => sum + pack.count, 0);
    const body = bytesOf(rows);
    insertPack.run(first, of, count, body, sumOfPacks(first, of, count, body));
  }

  function endPack(): void {
    const { count } = packer;
    if (count === 0) return;
    const pack = { first: head + 1 - count, count, bytes: Buffer.from(packer.pack()) };
    const of = chunk;
    packs.push(pack);
    steps.note(() => insert(of, [pack]), true);
  }

  function seal(): void {
    endPack();
    if (packs.length === 0) return;
    const { size, body, sum } = sealedBody(chunk, packs);
    // First what it replaces: on a full disk the room for both is not there.
    if (written > 0) deletePacks.run(chunk);
    insertChunk.run(chunk, head + 1 - chunk, size, body, sum);
    directory.add(chunk, packer.streams(), iterations);
    packer.clear();
    packs = [];
    written = 0;
    iterations = new IterationRanges();
    chunk = head + 1;
    storedBefore = values.storedBytes();
  }

  /** How full the chunk is; 1 where it is to be sealed. */
  function fullness(): number {
    return Math.max(
      (head + 1 - chunk) / CHUNK_EVENTS,
      packer.length / CHUNK_BYTES,
      (values.storedBytes() - storedBefore) / CHUNK_VALUE_BYTES,
    );
  }

  return {
    head: () => head,
    chunk: () => chunk,
    append(event, timeUs) {
      const { seq, kind } = event;
      // The sentence is made where it is needed: this is done for every event.
      if (seq !== head + 1) invariant(false, `event #${seq} follows #${head}`);
      packer.add(event, timeUs);
      if (kind === 'iteration.opened') iterations.add('opened', event.at);
      else if (kind === 'iteration.closed') iterations.add('closed', event.at);
      logged += EVENT_BYTES;
      head = seq;
      if (packer.count >= PACK_EVENTS) endPack();
      // Whoever appends very many at once is not waited for.
      if (packer.count === 0 && fullness() >= 2) seal();
    },
    keyframe(seq, machine) {
      const { size, body, sum } = packKeyframe(seq, machine, values);
      insertKeyframe.run(seq, size, body, sum);
      return size;
    },
    flush() {
      endPack();
      if (written === packs.length) return;
      insert(chunk, packs.slice(written));
      written = packs.length;
    },
    committed: () => steps.clear(),
    again(around) {
      endPack();
      steps.again(around);
    },
    sealIfFull() {
      if (fullness() >= 1) seal();
    },
    seal,
    loggedBytes: () => logged + values.storedBytes(),
  };
}
