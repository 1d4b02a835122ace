// The SQLite driver behind branded connections: a reading one cannot be passed where writing is meant, nor the other way
// round. Every connection trusts no schema; a reading one can change nothing. Callers turn what is thrown into failures
// (damage.ts).
import Database from 'better-sqlite3';
import type { Branded } from '../../shared/base/ids.ts';

export type ReadConnection = Branded<Database.Database, 'ReadConnection'>;
export type WriteConnection = Branded<Database.Database, 'WriteConnection'>;
export type Connection = ReadConnection | WriteConnection;
export type Statement = Database.Statement<unknown[], unknown>;

/** How long a reader waits for a writer that is folding its side files into the tape. */
const READ_WAIT_MS = 2_000;
/** A probe of the lock (writerMark.ts) holds it for less than a millisecond. */
const WRITE_WAIT_MS = 500;

/** Reading only: no statement can change the file, its schema runs nothing, and damaged cells are noticed. */
export function connectToRead(path: string): ReadConnection {
  const connection = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_WAIT_MS });
  guard(connection);
  connection.pragma('query_only = ON');
  return connection as ReadConnection;
}

/** Writing to a file that is there. */
export function connectToWrite(path: string, waitMs = WRITE_WAIT_MS): WriteConnection {
  const connection = new Database(path, { fileMustExist: true, timeout: waitMs });
  guard(connection);
  return connection as WriteConnection;
}

/** Defensive mode is on in this driver unless `unsafeMode` is asked for, and nobody asks. */
function guard(connection: Database.Database): void {
  connection.pragma('trusted_schema = OFF');
  connection.pragma('cell_size_check = ON');
  // A mapped file that is cut while it is read kills the process.
  connection.pragma('mmap_size = 0');
}

/** Statements that give rows as arrays, in the order of their columns. */
export function rowsOf(connection: Connection, sql: string): Statement {
  const statement = connection.prepare(sql);
  return statement.reader ? statement.raw() : statement;
}

/** The one number that a pragma or a query of one column gives. */
export function numberOf(connection: Connection, sql: string): number {
  return Number(connection.prepare(sql).pluck().get());
}

export function setBusyTimeout(connection: Connection, waitMs: number): void {
  connection.pragma(`busy_timeout = ${Math.floor(waitMs)}`);
}
