// Packs as rows hold them: one after the other, each with its count and size in front; in a sealed chunk all of them, compressed
// together. What must hold: a chunk's packs are the same before and after it is sealed, so a reader that is half way
// through goes on where it is.
import { zstdCompressSync } from 'node:zlib';
import { damaged } from './damage.ts';
import { ByteReader, PackError } from './pack/byteReader.ts';
import { ByteWriter } from './pack/byteWriter.ts';
import { addNumber, sumOfBytes } from './sum.ts';
import { unzstd } from './valueReader.ts';

/** One pack of a chunk. */
export interface Pack {
  readonly first: number;
  readonly count: number;
  readonly bytes: Buffer;
}

export interface ChunkBody {
  /** Bytes before compression. */
  readonly size: number;
  readonly body: Buffer;
  readonly sum: number;
}

/** A chunk has fewer events and bytes than these, whatever its row says. */
const CHUNK_EVENTS_LIMIT = 100_000;
const CHUNK_BYTES_LIMIT = 256 * 1024 * 1024;

export function sealedBody(first: number, packs: readonly Pack[]): ChunkBody {
  const bytes = bytesOf(packs);
  const body = zstdCompressSync(bytes);
  return { size: bytes.length, body, sum: sumOfChunk(first, bytes.length, body) };
}

/** Packs one after the other, each with its count and size in front. */
export function bytesOf(packs: readonly Pack[]): Buffer {
  const out = new ByteWriter(packs.reduce((sum, { bytes }) => sum + bytes.length + 12, 0));
  for (const { count, bytes } of packs) {
    out.number(count);
    out.number(bytes.length);
    out.append(bytes);
  }
  return out.since(0);
}

export function sumOfPacks(first: number, chunk: number, count: number, bytes: Uint8Array): number {
  return sumOfBytes(bytes, addNumber(addNumber(addNumber(0, first), chunk), count));
}

function sumOfChunk(first: number, size: number, body: Uint8Array): number {
  return sumOfBytes(body, addNumber(addNumber(0, first), size));
}

/** The packs of a row of `chunks`: first, count, size, body, sum. */
export function packsOfChunk(path: string, row: readonly unknown[]): readonly Pack[] {
  const [first, count, size, body, sum] = row;
  const what = `the chunk at #${String(first)}`;
  const isSound =
    typeof first === 'number' && typeof count === 'number' && typeof size === 'number' && Buffer.isBuffer(body);
  if (!isSound || size > CHUNK_BYTES_LIMIT || sumOfChunk(first, size, body) !== sum) throw damaged(path, what);
  const bytes = unzstd(path, what, body, size);
  if (bytes.length !== size) throw damaged(path, what);
  return packsIn(path, what, first, count, bytes);
}

/** The packs of a row of `packs`: first, chunk, count, body, sum. */
export function packsOfRow(path: string, row: readonly unknown[]): readonly Pack[] {
  const [first, chunk, count, body, sum] = row;
  const what = `the events from #${String(first)}`;
  const isSound =
    typeof first === 'number' && typeof chunk === 'number' && typeof count === 'number' && Buffer.isBuffer(body);
  if (!isSound || sumOfPacks(first, chunk, count, body) !== sum) throw damaged(path, what);
  return packsIn(path, what, first, count, body);
}

function packsIn(path: string, what: string, first: number, count: number, bytes: Buffer): readonly Pack[] {
  try {
    const from = new ByteReader(bytes);
    const packs: Pack[] = [];
    let next = first;
    while (from.left > 0) {
      const events = from.number();
      packs.push({ first: next, count: events, bytes: from.bytes(from.number()) });
      next += events;
    }
    if (next !== first + count || count > CHUNK_EVENTS_LIMIT) throw new PackError('it has another count');
    return packs;
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    throw damaged(path, `${what}: ${error.message}`);
  }
}
