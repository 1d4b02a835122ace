// Values on their way out of rows: references to blobs are followed, and what JSON lacks is made again. What must hold: a
// blob is only believed when its hash fits; a reference never leaves this file; the same blob is the same object while it
// is remembered, so that what a view works out for a value it works out once.
import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { adoptPublic } from '../../shared/model/publicValue.ts';
import type { Value } from '../../shared/model/value.ts';
import { damaged } from './damage.ts';
import type { Statement } from './driver.ts';
import { CODEC_PLAIN, CODEC_ZSTD, HASH_BYTES, LONGEST_TEXT } from './valueWriter.ts';

export const BLOB_SQL = 'SELECT hash, size, codec, body FROM blobs WHERE id = ?';

/** Remembered blobs, as UTF-8 bytes of their texts. */
const REMEMBERED_BYTES = 32 * 1024 * 1024;

export interface ValueReader {
  /** The value of a blob. */
  blob(id: number): Value;
  /** `data` is what JSON.parse made of a row; it is taken over. */
  valueIn(data: unknown): Value;
}

/** `find` gives the statement of BLOB_SQL on the connection that is open now. */
export function valueReader(path: string, find: () => Statement): ValueReader {
  const remembered = new Map<number, { readonly value: Value; readonly bytes: number }>();
  let rememberedBytes = 0;

  function blob(id: number): Value {
    const seen = remembered.get(id);
    if (seen !== undefined) {
      // The latest used stands last, the first is the first to go.
      remembered.delete(id);
      remembered.set(id, seen);
      return seen.value;
    }
    const text = blobText(path, id, find().get(id));
    const value = adoptPublic(parse(path, `value ${id}`, text.toString('utf8')));
    remembered.set(id, { value, bytes: text.length });
    rememberedBytes += text.length;
    for (const [old, { bytes }] of remembered) {
      if (rememberedBytes <= REMEMBERED_BYTES) break;
      remembered.delete(old);
      rememberedBytes -= bytes;
    }
    return value;
  }

  function valueIn(data: unknown): Value {
    if (typeof data !== 'object' || data === null) return data as Value;
    const id = referenceOf(data);
    return id === undefined ? adoptPublic(data) : blob(id);
  }

  return {
    blob,
    valueIn,
  };
}

/** The id in `{"$value":"ref","id":n}`; no value of a user looks like it, as one with a `$value` key is wrapped. */
export function referenceOf(data: object): number | undefined {
  if (!Object.hasOwn(data, '$value')) return undefined;
  const { $value, id } = data as { readonly $value?: unknown; readonly id?: unknown };
  return $value === 'ref' && typeof id === 'number' ? id : undefined;
}

function blobText(path: string, id: number, row: unknown): Buffer {
  if (!Array.isArray(row)) throw damaged(path, `value ${id} is missing`);
  const [digest, size, codec, body] = row as unknown[];
  const sound =
    Buffer.isBuffer(digest) && Buffer.isBuffer(body) && typeof size === 'number' && size <= LONGEST_TEXT * 3;
  if (!sound) throw damaged(path, `value ${id}`);
  const text = unpacked(path, id, body, codec, size);
  const fits = text.length === size && hash('sha256', text, 'buffer').subarray(0, HASH_BYTES).equals(digest);
  if (!fits) throw damaged(path, `value ${id}`);
  return text;
}

function unpacked(path: string, id: number, body: Buffer, codec: unknown, size: number): Buffer {
  switch (codec) {
    case CODEC_PLAIN:
      return body;
    case CODEC_ZSTD:
      return unzstd(path, `value ${id}`, body, size);
    default:
      throw damaged(path, `value ${id} is packed in an unknown way`);
  }
}

/** Never makes more than `size` bytes, whatever the packed data claims. */
export function unzstd(path: string, what: string, packed: Buffer, size: number): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    throw damaged(path, `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function parse(path: string, what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(path, `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
