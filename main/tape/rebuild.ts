// Makes everything on a tape that can be derived anew from its log, names and values. For tapes that another version wrote
// and for proving that the log is enough; a tape that is only read never comes here.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { failureOf } from './damage.ts';
import { rowsOf, type WriteConnection } from './driver.ts';
import { KIND_NUMBERS } from './eventFields.ts';
import { packKeyframe } from './keyframeText.ts';
import { placeWriter, type Tail } from './places.ts';
import { openTape } from './read.ts';
import { ITERATION_SQL } from './rowWriter.ts';
import { DERIVED } from './schema.ts';
import { openFileToWrite } from './tapeFile.ts';
import type { Keyframe, TapeReader } from './tapeReader.ts';
import { valueWriter } from './valueWriter.ts';

const PAGE = 4096;

/**
 * `keyframes` folds the log and gives the keyframes to keep instead of those that are there; without it they stay. Fails
 * as opening for writing does.
 */
export function rebuild(path: string, keyframes?: (log: TapeReader) => Iterable<Keyframe>): Result<null, Failure> {
  const made = keyframes === undefined ? succeeded(undefined) : foldedKeyframes(path, keyframes);
  if (!made.ok) return made;
  const opened = openFileToWrite(path);
  if (!opened.ok) return opened;
  const { connection } = opened.value;
  try {
    for (const table of ['iterations', 'places']) connection.exec(`DELETE FROM ${table}`);
    connection.exec('REINDEX');
    replay(connection);
    if (made.value !== undefined) replaceKeyframes(connection, made.value);
    connection.prepare('UPDATE tapes SET derived = ?').run(DERIVED);
    connection.exec('COMMIT');
    connection.pragma('journal_mode = DELETE');
    return succeeded(null);
  } catch (error) {
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return failed(known);
  } finally {
    connection.close();
  }
}

function replay(connection: WriteConnection): void {
  const kinds = new Map(rowsOf(connection, 'SELECT id, kind FROM streams').all() as [number, number][]);
  const opened = KIND_NUMBERS.get('iteration.opened');
  const closed = KIND_NUMBERS.get('iteration.closed');
  const page = rowsOf(connection, `SELECT seq, stream, path FROM events WHERE seq >= ? ORDER BY seq LIMIT ${PAGE}`);
  const iteration = connection.prepare(ITERATION_SQL);
  const places = placeWriter(connection);
  const tails = new Map<number, Tail>();
  for (let next = 0, count = PAGE; count === PAGE; ) {
    const rows = page.all(next) as [number, number, number][];
    for (const [seq, stream, path] of rows) {
      let tail = tails.get(stream);
      if (tail === undefined) {
        tail = places.tail(stream);
        tails.set(stream, tail);
      }
      places.add(tail, seq);
      const kind = kinds.get(stream);
      if (kind === opened) iteration.run(path, seq, null);
      else if (kind === closed) iteration.run(path, null, seq);
      next = seq + 1;
    }
    count = rows.length;
  }
  places.flush();
}

function foldedKeyframes(
  path: string,
  keyframes: (log: TapeReader) => Iterable<Keyframe>,
): Result<readonly Keyframe[], Failure> {
  const opened = openTape(path);
  if (!opened.ok) return opened;
  try {
    return succeeded([...keyframes(opened.value)]);
  } catch (error) {
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return failed(known);
  } finally {
    opened.value.close();
  }
}

function replaceKeyframes(connection: WriteConnection, keyframes: readonly Keyframe[]): void {
  connection.exec('DELETE FROM keyframes');
  const values = valueWriter(connection);
  const insert = connection.prepare('INSERT INTO keyframes (seq, size, body, sum) VALUES (?, ?, ?, ?)');
  for (const { seq, machine } of keyframes) {
    const { size, body, sum } = packKeyframe(seq, machine, values);
    insert.run(seq, size, body, sum);
  }
}
