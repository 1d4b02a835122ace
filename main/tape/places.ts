// Where the events of a stream lie: one row holds up to 256 seqs of one stream, the first as it is and the others as the
// distance to the one before. An index of SQLite's would cost as much as the events themselves; this costs one row for
// many events, and its sum tells damage that an index would hide.
import { damaged } from './damage.ts';
import { rowsOf, type WriteConnection } from './driver.ts';
import { addNumber, sumOfBytes } from './sum.ts';

/** A full row is never touched again; the last one of a stream is replaced as it grows. */
const PLACES_MOST = 256;

/** The last, growing row of a stream. */
export interface Tail {
  readonly stream: number;
  seqs: number[];
  isDirty: boolean;
}

export interface PlaceWriter {
  /** The tail of a stream as the table has it. */
  tail(stream: number): Tail;
  add(tail: Tail, seq: number): void;
  /** Writes what grew; before every commit. */
  flush(): void;
}

export function placeWriter(connection: WriteConnection): PlaceWriter {
  const insert = connection.prepare('INSERT OR REPLACE INTO places (stream, first, seqs, sum) VALUES (?, ?, ?, ?)');
  const last = rowsOf(connection, 'SELECT first, seqs, sum FROM places WHERE stream = ? ORDER BY first DESC LIMIT 1');
  let dirty: Tail[] = [];

  function write(tail: Tail): void {
    const first = tail.seqs[0] as number;
    const bytes = packed(tail.seqs);
    insert.run(tail.stream, first, bytes, sumOfPlaces(tail.stream, first, bytes));
  }

  return {
    tail(stream) {
      const row = last.get(stream) as PlaceRow | undefined;
      const seqs = row === undefined ? [] : seqsOf(connection.name, stream, row);
      return { stream, seqs: seqs.length < PLACES_MOST ? seqs : [], isDirty: false };
    },
    add(tail, seq) {
      tail.seqs.push(seq);
      if (tail.seqs.length === PLACES_MOST) {
        write(tail);
        tail.seqs = [];
      } else if (!tail.isDirty) {
        tail.isDirty = true;
        dirty.push(tail);
      }
    },
    flush() {
      for (const tail of dirty) {
        if (tail.seqs.length > 0) write(tail);
        tail.isDirty = false;
      }
      dirty = [];
    },
  };
}

/** `first`, `seqs` and `sum` of a row. */
export type PlaceRow = readonly [first: number, seqs: Buffer, sum: number];

/** The seqs of a row, ascending. */
export function seqsOf(path: string, stream: number, row: PlaceRow): number[] {
  const [first, bytes, sum] = row;
  if (typeof first !== 'number' || !Buffer.isBuffer(bytes) || sumOfPlaces(stream, first, bytes) !== sum) {
    throw damaged(path, `the places of stream ${stream}`);
  }
  const seqs = [first];
  let seq = first;
  let step = 0;
  let scale = 1;
  for (const byte of bytes) {
    step += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    seq += step;
    seqs.push(seq);
    step = 0;
    scale = 1;
  }
  return seqs;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function packed(seqs: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let i = 1; i < seqs.length; i++) {
    let step = (seqs[i] as number) - (seqs[i - 1] as number);
    while (step >= 0x80) {
      bytes.push((step % 128) | 0x80);
      step = Math.floor(step / 128);
    }
    bytes.push(step);
  }
  return Buffer.from(bytes);
}

function sumOfPlaces(stream: number, first: number, bytes: Uint8Array): number {
  return sumOfBytes(bytes, addNumber(addNumber(0, stream), first));
}
