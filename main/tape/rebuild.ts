// Makes everything on a tape that can be derived anew from its log, names and values. For tapes that another version wrote
// and for proving that the log is enough; a tape that is only read never comes here.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { directoryWriter } from './chunkDirectory.ts';
import { failureOf } from './damage.ts';
import { rowsOf, type WriteConnection } from './driver.ts';
import { packKeyframe } from './keyframeText.ts';
import { openTape } from './read.ts';
import { DERIVED } from './schema.ts';
import { chunkSource, indexChunk } from './sealing.ts';
import { StepsTaken } from './stepsTaken.ts';
import { openFileToWrite } from './tapeFile.ts';
import type { Keyframe, TapeReader } from './tapeReader.ts';
import { valueWriter } from './valueWriter.ts';

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
    const source = chunkSource(connection);
    const directory = directoryWriter(connection);
    const chunks = rowsOf(connection, 'SELECT first FROM chunks ORDER BY first').all() as [number][];
    for (const [chunk] of chunks) indexChunk(source, chunk, directory);
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
  const values = valueWriter(connection, new StepsTaken());
  const insert = connection.prepare('INSERT INTO keyframes (seq, size, body, sum) VALUES (?, ?, ?, ?)');
  for (const { seq, machine } of keyframes) {
    const { size, body, sum } = packKeyframe(seq, machine, values);
    insert.run(seq, size, body, sum);
  }
}
