// Values on their way into rows. A value stands in a row as the JSON text of its public form; one whose text is long
// stands once in `blobs` and is named there by a small number. What must hold: equal texts are one blob; a value that a
// caller could still change is never kept by its identity; what cannot be stored says so with its type.
import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { toPublic } from '../../shared/model/publicValue.ts';
import { isSnapshot, snapshot, typeName, Unrecorded, type Value } from '../../shared/model/value.ts';
import { numberOf, rowsOf, type WriteConnection } from './driver.ts';
import type { StepsTaken } from './stepsTaken.ts';

/** Texts longer than this many UTF-16 units become blobs. */
const BLOB_FROM = 1024;
/** Hashes are cut to 16 bytes. */
export const HASH_BYTES = 16;
export const CODEC_PLAIN = 0;
export const CODEC_ZSTD = 1;
/** The longest text that V8 and SQLite both hold, with room to spare. */
export const LONGEST_TEXT = 500_000_000;

/** How many blobs the writer remembers before it asks the table. */
const REMEMBERED = 20_000;
/** Long texts that are remembered by themselves, in UTF-16 units: a prompt is recorded some five times over. */
const REMEMBERED_TEXTS = 8_000_000;

export interface ValueWriter {
  /** JSON text that stands for the value in a row. */
  textOf(value: Value): string;
  /** The id of the blob that holds the value, however short it is. */
  blob(value: Value): number;
  /** UTF-8 bytes of blobs stored so far, before compression. */
  storedBytes(): number;
}

/** Reads the largest id in use, so it is made anew after a rollback. */
export function valueWriter(connection: WriteConnection, steps: StepsTaken): ValueWriter {
  const insert = connection.prepare('INSERT INTO blobs (id, hash, size, codec, body) VALUES (?, ?, ?, ?, ?)');
  const find = rowsOf(connection, 'SELECT id FROM blobs WHERE hash = ?');
  let nextId = numberOf(connection, 'SELECT coalesce(max(id), 0) + 1 FROM blobs');
  let stored = 0;
  const texts = new WeakMap<object, string>();
  const blobs = new WeakMap<object, number>();
  const longTexts = new Map<string, string>();
  let longTextUnits = 0;
  const ids = new Map<string, number>();

  function blobId(text: string): number {
    const bytes = Buffer.from(text, 'utf8');
    const digest = hash('sha256', bytes, 'buffer').subarray(0, HASH_BYTES);
    const key = digest.toString('latin1');
    const seen = ids.get(key);
    if (seen !== undefined) return seen;
    const row = find.get(digest) as [number] | undefined;
    const id = row?.[0] ?? nextId;
    if (row === undefined) {
      const packed = zstdCompressSync(bytes);
      const helps = packed.length < bytes.length * 0.9;
      steps.take(() => insert.run(id, digest, bytes.length, helps ? CODEC_ZSTD : CODEC_PLAIN, helps ? packed : bytes));
      nextId++;
      stored += bytes.length;
    }
    if (ids.size >= REMEMBERED) ids.clear();
    ids.set(key, id);
    return id;
  }

  function place(text: string): string {
    return text.length <= BLOB_FROM ? text : `{"$value":"ref","id":${blobId(text)}}`;
  }

  function textOfObject(value: Exclude<Value, null | boolean | number | bigint | string>): string {
    const seen = texts.get(value);
    if (seen !== undefined) return seen;
    // Only what nobody can change any more is remembered; anything else is copied now and again at its next write.
    if (!isSnapshot(value)) return place(jsonOf(value));
    const text = place(jsonOf(value));
    texts.set(value, text);
    return text;
  }

  function textOfString(value: string): string {
    if (value.length <= BLOB_FROM) return place(JSON.stringify(value));
    const seen = longTexts.get(value);
    if (seen !== undefined) return seen;
    const text = place(jsonOf(value));
    longTextUnits += value.length;
    if (longTextUnits > REMEMBERED_TEXTS) {
      longTexts.clear();
      longTextUnits = value.length;
    }
    longTexts.set(value, text);
    return text;
  }

  return {
    blob(value) {
      if (typeof value !== 'object' || value === null || !isSnapshot(value)) return blobId(jsonOf(value));
      const seen = blobs.get(value);
      if (seen !== undefined) return seen;
      const id = blobId(jsonOf(value));
      blobs.set(value, id);
      return id;
    },
    textOf(value) {
      switch (typeof value) {
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0) ? `${value}` : JSON.stringify(toPublic(value));
        case 'string':
          return textOfString(value);
        case 'boolean':
          return value ? 'true' : 'false';
        case 'object':
          return value === null ? 'null' : textOfObject(value);
        default:
          return place(jsonOf(value));
      }
    },
    storedBytes: () => stored,
  };
}

/** The value itself; what is nested too deep to be copied is recorded as what it was. */
export function storable(value: Value): Value {
  try {
    return snapshot(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Unrecorded(`${typeName(value)}, too deep to store`);
  }
}

/** What can't become one text (too long, too deep) is recorded as what it was and not as nothing (interfaces §1). */
function jsonOf(value: Value): string {
  try {
    const text = JSON.stringify(toPublic(snapshot(value)));
    if (text.length <= LONGEST_TEXT) return text;
    return unrecordable(value, 'too long to store');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unrecordable(value, 'too long or too deep to store');
  }
}

function unrecordable(value: Value, why: string): string {
  return JSON.stringify(toPublic(new Unrecorded(`${typeName(value)}, ${why}`)));
}
