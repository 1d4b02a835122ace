// In which chunks the events of a stream lie: one row holds up to 256 chunks of one stream, the first as it is and the others
// as the distance to the one before. A row has a sum, since a flipped bit in an index would make events disappear.
import { damaged } from './damage.ts';
import { rowsOf, type WriteConnection } from './driver.ts';
import { addNumber, sumOfBytes } from './sum.ts';

/** A full row is never touched again; the last one of a stream is replaced as it grows. */
const PLACES_MOST = 256;

export interface PlaceWriter {
  /** Chunks are added in their order. */
  add(stream: number, chunk: number): void;
}

/** Reads what is there, so it is made anew after a rollback. */
export function placeWriter(connection: WriteConnection): PlaceWriter {
  const insert = connection.prepare('INSERT OR REPLACE INTO places (stream, first, chunks, sum) VALUES (?, ?, ?, ?)');
  const last = rowsOf(connection, 'SELECT first, chunks, sum FROM places WHERE stream = ? ORDER BY first DESC LIMIT 1');
  /** The last, growing row of each stream. */
  const tails = new Map<number, number[]>();

  function tailOf(stream: number): number[] {
    const row = last.get(stream) as PlaceRow | undefined;
    const chunks = row === undefined ? [] : chunksOf(connection.name, stream, row);
    return chunks.length < PLACES_MOST ? chunks : [];
  }

  return {
    add(stream, chunk) {
      const tail = tails.get(stream) ?? tailOf(stream);
      tail.push(chunk);
      const first = tail[0] as number;
      const bytes = packed(tail);
      insert.run(stream, first, bytes, sumOfPlaces(stream, first, bytes));
      tails.set(stream, tail.length < PLACES_MOST ? tail : []);
    },
  };
}

/** `first`, `chunks` and `sum` of a row. */
export type PlaceRow = readonly [first: number, chunks: Buffer, sum: number];

/** The chunks of a row, ascending. */
export function chunksOf(path: string, stream: number, row: PlaceRow): number[] {
  const [first, bytes, sum] = row;
  if (typeof first !== 'number' || !Buffer.isBuffer(bytes) || sumOfPlaces(stream, first, bytes) !== sum) {
    throw damaged(path, `the places of stream ${stream}`);
  }
  const chunks = [first];
  let chunk = first;
  let step = 0;
  let scale = 1;
  for (const byte of bytes) {
    step += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    chunk += step;
    chunks.push(chunk);
    step = 0;
    scale = 1;
  }
  return chunks;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function packed(chunks: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let i = 1; i < chunks.length; i++) {
    let step = (chunks[i] as number) - (chunks[i - 1] as number);
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
