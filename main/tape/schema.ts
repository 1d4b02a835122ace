// The tape's format: its numbers and every object that a tape of this format has. A tape whose schema differs by one
// letter, or holds anything more, is not opened. docs/format.md shows the same statements; a test compares them.

/** "LTAP" in the SQLite header, so that a tape is known by its content and not by its name. */
export const APPLICATION_ID = 0x4c544150;
/** `user_version` in the SQLite header. */
export const FORMAT = 1;
/** Grows when derived rows are made differently while the log stays the same; such rows are then rebuilt. */
export const DERIVED = 1;

export interface SchemaObject {
  readonly type: 'table' | 'index';
  readonly name: string;
  readonly sql: string;
}

function object(type: 'table' | 'index' | 'unique index', name: string, rest: string): SchemaObject {
  return { type: type === 'table' ? 'table' : 'index', name, sql: `CREATE ${type.toUpperCase()} ${name} ${rest}` };
}

/** The truth: the log, the names and the values that it names, and who wrote it. */
const TRUTH: readonly SchemaObject[] = [
  object(
    'table',
    'tapes',
    '(id TEXT NOT NULL, started_at_ms REAL NOT NULL, derived INTEGER NOT NULL, graph_folder TEXT) STRICT',
  ),
  object(
    'table',
    'writers',
    '(id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, host TEXT NOT NULL, process TEXT, began_at_ms REAL NOT NULL, ended_at_ms REAL) STRICT',
  ),
  object(
    'table',
    'streams',
    '(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, subject TEXT NOT NULL, sum INTEGER NOT NULL) STRICT',
  ),
  object(
    'table',
    'blobs',
    '(id INTEGER PRIMARY KEY, hash BLOB NOT NULL, size INTEGER NOT NULL, codec INTEGER NOT NULL, body BLOB NOT NULL) STRICT',
  ),
  object(
    'table',
    'packs',
    '(first INTEGER PRIMARY KEY, chunk INTEGER NOT NULL, count INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL) STRICT',
  ),
  object(
    'table',
    'chunks',
    '(first INTEGER PRIMARY KEY, count INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL) STRICT',
  ),
];

/** What can be made again from the truth. */
export const DERIVED_OBJECTS: readonly SchemaObject[] = [
  object(
    'table',
    'iterations',
    '(loop TEXT NOT NULL, edge INTEGER NOT NULL, least INTEGER NOT NULL, chunk INTEGER NOT NULL, most INTEGER NOT NULL, PRIMARY KEY (loop, edge, least, chunk)) STRICT, WITHOUT ROWID',
  ),
  object(
    'table',
    'keyframes',
    '(seq INTEGER PRIMARY KEY, size INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL) STRICT',
  ),
  object(
    'table',
    'places',
    '(stream INTEGER NOT NULL, first INTEGER NOT NULL, chunks BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (stream, first)) STRICT, WITHOUT ROWID',
  ),
  object('index', 'blobs_by_hash', 'ON blobs (hash)'),
];

export const SCHEMA: readonly SchemaObject[] = [...TRUTH, ...DERIVED_OBJECTS];

/** Seq of the last event; -1 where there is none. */
export const HEAD_SQL = `SELECT max(
  coalesce((SELECT first + count - 1 FROM chunks ORDER BY first DESC LIMIT 1), -1),
  coalesce((SELECT first + count - 1 FROM packs ORDER BY first DESC LIMIT 1), -1))`;
