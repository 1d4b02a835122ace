// The first look at a file that claims to be a tape, without SQLite: what it is for the file system, and what its first
// hundred bytes say. It answers why a file cannot be a whole tape, in time that does not depend on its size.
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { Failure } from '../../shared/contract/failure.ts';
import { failureOf, tapeFailure } from './damage.ts';
import { APPLICATION_ID, FORMAT } from './schema.ts';

export type Look<T> =
  | { readonly sound: true; readonly value: T }
  | { readonly sound: false; readonly failure: Failure };

const HEADER_BYTES = 100;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** A regular file with something in it. Anything else is not even opened: a pipe would never answer. */
export function lookAtFile(path: string): Look<Stats> {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return { sound: false, failure: known };
  }
  if (stats.isDirectory()) return { sound: false, failure: tapeFailure('tape-is-folder', path) };
  if (!stats.isFile()) return foreign(path, 'it is a device or a pipe');
  if (stats.size === 0) return { sound: false, failure: tapeFailure('tape-empty', path) };
  return { sound: true, value: stats };
}

/**
 * Closing any handle on a file drops every lock that this process holds on it (POSIX), SQLite's included, so this is only
 * called where no `-wal` lies beside it, which means that nobody is writing, or where SQLite could not read it at all.
 */
export function lookAtHeader(path: string): Look<{ readonly isWal: boolean }> {
  const header = Buffer.alloc(HEADER_BYTES);
  let size: number;
  let length: number;
  try {
    const file = openSync(path, 'r');
    try {
      length = readSync(file, header, 0, HEADER_BYTES, 0);
      size = statSync(path).size;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return { sound: false, failure: known };
  }
  return judge(path, header.subarray(0, length), size);
}

function judge(path: string, header: Buffer, size: number): Look<{ readonly isWal: boolean }> {
  const known = Math.min(header.length, MAGIC.length);
  if (!header.subarray(0, known).equals(MAGIC.subarray(0, known))) return foreign(path, beginningOf(header));
  if (header.length < HEADER_BYTES) return cut(path, `only its first ${size} bytes are there`);
  if (header.readUInt32BE(68) !== APPLICATION_ID) return foreign(path, "it is another program's database");
  const format = header.readUInt32BE(60);
  if (format !== FORMAT) return { sound: false, failure: formatFailure(path, format) };
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  // The page count is only kept by writers that also keep these two equal.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  const whole = pageBytes * header.readUInt32BE(28);
  if (isCounted && size < whole) return cut(path, `${size} of its ${whole} bytes are there`);
  return { sound: true, value: { isWal: header[18] === 2 } };
}

export function formatFailure(path: string, format: number): Failure {
  return format > FORMAT
    ? tapeFailure('tape-newer', path, `its format is ${format}, this Looptape reads up to format ${FORMAT}`)
    : tapeFailure('tape-foreign', path, `its format ${format} was never released`);
}

function foreign(path: string, why: string): Look<never> {
  return { sound: false, failure: tapeFailure('tape-foreign', path, why) };
}

function cut(path: string, why: string): Look<never> {
  return { sound: false, failure: tapeFailure('tape-cut', path, why) };
}

const BEGINNINGS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('89504e47', 'hex'), 'it is a PNG image'],
  [Buffer.from('ffd8ff', 'hex'), 'it is a JPEG image'],
  [Buffer.from('504b0304', 'hex'), 'it is a ZIP archive'],
  [Buffer.from('1f8b', 'hex'), 'it is a gzip file'],
  [Buffer.from('28b52ffd', 'hex'), 'it is a zstd file'],
  [Buffer.from('%PDF'), 'it is a PDF'],
  [Buffer.from('{'), 'it looks like JSON; a graph is run, not opened as a tape'],
];

function beginningOf(header: Buffer): string {
  for (const [bytes, what] of BEGINNINGS) if (header.subarray(0, bytes.length).equals(bytes)) return what;
  return 'it is not a SQLite file';
}
