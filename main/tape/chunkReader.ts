// One chunk, read from its beginning, event by event. What must hold: it holds nothing of the file open between two calls, and goes
// on where it is when more packs have been written, or when the chunk has been sealed meanwhile.
import type { TapeEvent } from '../../shared/model/event.ts';
import { type Pack, packsOfChunk, packsOfRow } from './chunkBody.ts';
import { damaged, TapeError } from './damage.ts';
import type { Statement } from './driver.ts';
import { PackError } from './pack/byteReader.ts';
import { EventUnpacker, type StreamAt } from './pack/eventUnpacker.ts';
import type { BlobAt } from './pack/valueUnpacker.ts';

/** What is needed to read chunks. Every function is called while the file is open. */
export interface ChunkSource {
  readonly path: string;
  /** A statement whose rows are arrays. */
  rows(sql: string): Statement;
  readonly streamAt: StreamAt;
  readonly blobAt: BlobAt;
}

const CHUNK_SQL = 'SELECT first, count, size, body, sum FROM chunks WHERE first = ?';
const PACKS_SQL = 'SELECT first, chunk, count, body, sum FROM packs WHERE chunk = ? AND first >= ? ORDER BY first';

export class ChunkReader {
  readonly first: number;
  readonly #source: ChunkSource;
  readonly #unpacker: EventUnpacker;
  #packs: Pack[] = [];
  /** Rows are not looked at before it is their turn, so that damage keeps back only what comes after it. */
  #rows: (() => readonly Pack[])[] = [];
  /** What is damaged stays so: beyond it nothing can be read. */
  #damage: unknown;

  constructor(source: ChunkSource, first: number) {
    this.first = first;
    this.#source = source;
    this.#unpacker = new EventUnpacker(first, source.streamAt, source.blobAt);
  }

  /** Seq of the event that comes next. */
  get seq(): number {
    return this.#unpacker.seq;
  }

  /** Time of the event before, in microseconds; 0 before the first. */
  get timeUs(): number {
    return this.#unpacker.timeUs;
  }

  /** Reads on up to `to`, and gives what `wants` says yes to; stops early after `most` of those. Fewer where the chunk ends. */
  read(to: number, wants: (stream: number) => boolean, most = Number.POSITIVE_INFINITY): TapeEvent[] {
    if (this.#damage !== undefined) throw this.#damage;
    const events: TapeEvent[] = [];
    try {
      while (this.#unpacker.seq <= to && events.length < most) {
        if (this.#unpacker.left === 0 && !this.#enterNext()) break;
        const event = this.#unpacker.next(wants);
        if (event !== undefined) events.push(event);
      }
    } catch (error) {
      const told = this.#told(error);
      if (!(told instanceof TapeError) || told.failure.code !== 'tape-damaged') throw told;
      this.#damage = told;
      // What lies before it is sound, and is given first.
      if (events.length === 0) throw told;
    }
    return events;
  }

  #enterNext(): boolean {
    if (this.#packs.length === 0) {
      if (this.#rows.length === 0) this.#rows = this.#more();
      const seq = this.#unpacker.seq;
      this.#packs =
        this.#rows
          .shift()?.()
          .filter(({ first }) => first >= seq) ?? [];
    }
    const pack = this.#packs.shift();
    if (pack === undefined) return false;
    if (pack.first !== this.#unpacker.seq) throw damaged(this.#source.path, `event #${this.#unpacker.seq} is missing`);
    this.#unpacker.enter(pack.bytes, pack.count);
    return true;
  }

  #more(): (() => readonly Pack[])[] {
    const { path } = this.#source;
    const sealed = this.#source.rows(CHUNK_SQL).get(this.first) as unknown[] | undefined;
    if (sealed !== undefined) return [() => packsOfChunk(path, sealed)];
    const rows = this.#source.rows(PACKS_SQL).all(this.first, this.#unpacker.seq) as unknown[][];
    return rows.map((row) => () => packsOfRow(path, row));
  }

  #told(error: unknown): unknown {
    if (!(error instanceof PackError) && !(error instanceof RangeError)) return error;
    return damaged(this.#source.path, `event #${this.#unpacker.seq}: ${error.message}`);
  }
}
