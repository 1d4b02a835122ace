// Stage 1, open: a path becomes the text of a graph file. What must hold: what is no graph file is told apart in a
// sentence, before anything parses it.
import { open } from 'node:fs/promises';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;
const SQLITE = 'SQLite format 3\0';

/** Failures: `file-missing`, `file-unreadable`, `not-a-file`, `too-large`, `is-a-tape`, `not-text`. */
export async function openFile(path: string): Promise<Result<string, Failure>> {
  try {
    const file = await open(path, 'r');
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return failed(failure('not-a-file', `${path} is no file.`));
      if (stats.size > LARGEST_BYTES) {
        return failed(failure('too-large', `${path} has ${stats.size} bytes; a graph has at most ${LARGEST_BYTES}.`));
      }
      return textOf(path, await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    return failed(cantRead(path, error));
  }
}

function textOf(path: string, bytes: Buffer): Result<string, Failure> {
  if (bytes.subarray(0, SQLITE.length).toString('latin1') === SQLITE) {
    return failed(failure('is-a-tape', `${path} is a recording or another database, not a graph.`));
  }
  try {
    return succeeded(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return failed(failure('not-text', `${path} is not a text in UTF-8, so it is no graph.`));
  }
}

/** A sentence for what the file system said. */
export function cantRead(path: string, error: unknown): Failure {
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return failure('file-missing', `There is no file ${path}.`);
  }
  if (code === 'EISDIR') return failure('not-a-file', `${path} is a folder, not a file.`);
  const why = code === 'EACCES' || code === 'EPERM' ? 'you may not read it' : String((error as Error).message);
  return failure('file-unreadable', `${path} can't be read: ${why}.`);
}
