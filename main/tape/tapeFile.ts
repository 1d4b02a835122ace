// The tape as a file: made, checked before it is trusted, opened for reading and for writing. What must hold: nothing of a
// file is believed before its header and its schema are what we would have written; opening for reading writes nothing to
// it and leaves nothing beside it; a file that is no tape costs a sentence and nothing else.
import { accessSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { codeOf, failureOf, tapeFailure } from './damage.ts';
import {
  type Connection,
  connectToRead,
  connectToWrite,
  numberOf,
  type ReadConnection,
  rowsOf,
  type WriteConnection,
} from './driver.ts';
import { makeFolder } from './folder.ts';
import { privateCopy } from './privateCopy.ts';
import { APPLICATION_ID, DERIVED, FORMAT, SCHEMA } from './schema.ts';
import { formatFailure, lookAtFile, lookAtHeader } from './tapeHeader.ts';

const SIDE_FILES = ['-wal', '-shm', '-journal'];
/** Up to this size every page is checked when a tape is opened; beyond, each row when it is read. */
const CHECKED_BYTES = 4 * 1024 * 1024;
/** Pages in the side file before they are moved into the tape. */
const CHECKPOINT_PAGES = 4_000;

export interface WritableFile {
  readonly path: string;
  /** Holds the write lock: a transaction is open. */
  readonly connection: WriteConnection;
}

export interface ReadableFile {
  readonly connection: ReadConnection;
  readonly id: string;
  readonly startedAtMs: number;
  readonly derived: number;
  readonly graphFolder: string | undefined;
  /** It can't be written where it lies. */
  readonly readOnly: boolean;
  /** It is a private copy that is read, which shows one state for good. */
  readonly isCopy: boolean;
  close(): void;
}

/** A new, empty tape with its schema, locked for writing. Makes the folders above it. */
export function createFile(
  given: string,
  options: {
    readonly id: string;
    readonly startedAtMs: number;
    readonly graphFolder?: string | undefined;
    readonly force?: boolean;
  },
): Result<WritableFile, Failure> {
  const path = resolve(given);
  // The driver takes white space off the ends of a name, and would write another file than the one that was named.
  if (path !== path.trim()) return failed(tapeFailure('tape-unreadable', path, 'its name ends in a space'));
  try {
    makeFolder(dirname(path));
  } catch (error) {
    return failed(tapeFailure('tape-unreadable', path, `its folder can't be made: ${(error as Error).message}`));
  }
  let connection: WriteConnection | undefined;
  let isOurs = false;
  try {
    const inTheWay = clearTheWay(path, options.force === true);
    if (inTheWay !== undefined) return failed(inTheWay);
    closeSync(openSync(path, 'wx'));
    isOurs = true;
    // What an older file of this name left behind does not belong to this one.
    removeSideFiles(path);
    connection = connectToWrite(path);
    connection.exec('BEGIN IMMEDIATE');
    connection.pragma(`application_id = ${APPLICATION_ID}`);
    connection.pragma(`user_version = ${FORMAT}`);
    for (const { sql } of SCHEMA) connection.exec(sql);
    connection
      .prepare('INSERT INTO tapes (id, started_at_ms, derived, graph_folder) VALUES (?, ?, ?, ?)')
      .run(options.id, options.startedAtMs, DERIVED, options.graphFolder ?? null);
    connection.exec('COMMIT');
    lock(connection);
    return succeeded({ path, connection });
  } catch (error) {
    connection?.close();
    if (isOurs) removeTape(path);
    if (codeOf(error) === 'EEXIST') return failed(tapeFailure('tape-exists', path));
    return explained(error, path);
  }
}

function clearTheWay(path: string, force: boolean): Failure | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) return tapeFailure('tape-is-folder', path);
  if (!force) return tapeFailure('tape-exists', path);
  const opened = openFileToWrite(path);
  if (opened.ok) opened.value.connection.close();
  else if (opened.failure.code === 'tape-locked') return opened.failure;
  removeTape(path);
  return undefined;
}

/** A tape that is there, checked and locked for writing. */
export function openFileToWrite(given: string): Result<WritableFile, Failure> {
  const path = resolve(given);
  const sound = firstLook(path);
  if (!sound.ok) return sound;
  let connection: WriteConnection | undefined;
  try {
    connection = connectToWrite(path);
    const wrong = wrongContent(connection, path);
    if (wrong !== undefined) {
      connection.close();
      return failed(wrong);
    }
    lock(connection);
    return succeeded({ path, connection });
  } catch (error) {
    const holder = connection === undefined ? '' : holderOf(connection);
    connection?.close();
    const known = failureOf(error, path);
    if (known?.code === 'tape-locked') return failed(tapeFailure('tape-locked', path, holder));
    return explained(error, path);
  }
}

/** Readers are never in a writer's way in this mode, and the writer keeps its lock from here to its end. */
function lock(connection: WriteConnection): void {
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  connection.exec('BEGIN IMMEDIATE');
}

function holderOf(connection: Connection): string {
  try {
    const row = rowsOf(connection, 'SELECT pid, host FROM writers ORDER BY id DESC LIMIT 1').get();
    return Array.isArray(row) ? `process ${row[0]} on ${row[1]}` : '';
  } catch (error) {
    // Who it is only makes the sentence better.
    return codeOf(error) === '' ? String(error) : '';
  }
}

/** A tape, checked, for reading alone. Works on live tapes, on read-only files, and in folders that can't be written. */
export function openFileToRead(given: string): Result<ReadableFile, Failure> {
  const path = resolve(given);
  const looked = firstLook(path);
  if (!looked.ok) return looked;
  try {
    // A tape in this mode without its side file was copied alone, or interrupted long ago. Opening it in place would make one.
    if (looked.value.isOrphan) return readCopy(path);
    return readInPlace(path);
  } catch (error) {
    if (!isUnwritable(error)) return explained(error, path);
  }
  try {
    return readCopy(path);
  } catch (error) {
    return explained(error, path);
  }
}

function firstLook(path: string): Result<{ readonly isOrphan: boolean }, Failure> {
  const file = lookAtFile(path);
  if (!file.sound) return failed(file.failure);
  if (existsSync(`${path}-wal`)) return succeeded({ isOrphan: false });
  const header = lookAtHeader(path);
  return header.sound ? succeeded({ isOrphan: header.value.isWal }) : failed(header.failure);
}

/** SQLite needs a place for its shared index beside a tape that is being written, or was when its writer was killed. */
function isUnwritable(error: unknown): boolean {
  return /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(codeOf(error));
}

function readInPlace(path: string): Result<ReadableFile, Failure> {
  const connection = connectToRead(path);
  try {
    return checked(connection, path, path, () => connection.close());
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Reads a private copy, so that nothing is written where the tape lies. */
function readCopy(path: string): Result<ReadableFile, Failure> {
  const copy = privateCopy(path);
  try {
    const connection = connectToRead(copy.path);
    return checked(connection, copy.path, path, () => {
      connection.close();
      copy.remove();
    });
  } catch (error) {
    copy.remove();
    throw error;
  }
}

function checked(
  connection: ReadConnection,
  file: string,
  path: string,
  close: () => void,
): Result<ReadableFile, Failure> {
  const wrong = wrongContent(connection, path) ?? wrongPages(connection, file, path);
  if (wrong !== undefined) {
    close();
    return failed(wrong);
  }
  const row = rowsOf(connection, 'SELECT id, started_at_ms, derived, graph_folder FROM tapes').get();
  const [id, startedAtMs, derived, graphFolder] = row as [string, number, number, unknown];
  return succeeded({
    connection,
    id,
    startedAtMs,
    derived,
    graphFolder: typeof graphFolder === 'string' ? graphFolder : undefined,
    readOnly: !isWritable(path),
    isCopy: file !== path,
    close,
  });
}

/** What makes the opened database not one of our tapes. */
function wrongContent(connection: Connection, path: string): Failure | undefined {
  if (numberOf(connection, 'PRAGMA application_id') !== APPLICATION_ID) {
    return tapeFailure('tape-foreign', path, "it is another program's database");
  }
  const format = numberOf(connection, 'PRAGMA user_version');
  if (format !== FORMAT) return formatFailure(path, format);
  const expected = new Map(SCHEMA.map((object) => [object.name, object]));
  const rows = rowsOf(connection, 'SELECT type, name, sql FROM sqlite_schema').all() as [string, string, string][];
  for (const [type, name, sql] of rows) {
    const object = expected.get(name);
    if (object === undefined || object.type !== type || object.sql !== sql) {
      return tapeFailure('tape-foreign', path, `its ${type} ${name} is not one of a tape`);
    }
    expected.delete(name);
  }
  for (const { type, name } of expected.values()) {
    return tapeFailure('tape-foreign', path, `it lacks the ${type} ${name}`);
  }
  const tapes = rowsOf(connection, 'SELECT id, started_at_ms FROM tapes LIMIT 2').all() as [unknown, unknown][];
  const [id, startedAtMs] = tapes[0] ?? [];
  if (tapes.length !== 1 || typeof id !== 'string' || typeof startedAtMs !== 'number') {
    return tapeFailure('tape-damaged', path, 'it does not say which recording it is');
  }
  return undefined;
}

function wrongPages(connection: ReadConnection, file: string, path: string): Failure | undefined {
  if (existsSync(`${file}-wal`) || statSync(file).size > CHECKED_BYTES) return undefined;
  const said = String(connection.pragma('integrity_check(1)', { simple: true }));
  return said === 'ok' ? undefined : tapeFailure('tape-damaged', path, said.replaceAll(/\s+/g, ' '));
}

/** A file that nobody may write counts as read-only for the superuser too, who could. */
function isWritable(path: string): boolean {
  try {
    if ((statSync(path).mode & 0o222) === 0) return false;
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch (error) {
    if (failureOf(error, path) === undefined) throw error;
    return false;
  }
}

/** What SQLite could not read may be cut or foreign, which the header tells better. */
function explained(error: unknown, path: string): Result<never, Failure> {
  const known = failureOf(error, path);
  if (known === undefined) throw error;
  if (known.code !== 'tape-damaged' && known.code !== 'tape-foreign') return failed(known);
  const header = lookAtHeader(path);
  return failed(header.sound ? known : header.failure);
}

export function removeTape(path: string): void {
  rmSync(path, { force: true });
  removeSideFiles(path);
}

function removeSideFiles(path: string): void {
  for (const ending of SIDE_FILES) rmSync(path + ending, { force: true });
}
