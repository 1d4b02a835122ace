// What is wrong with a tape, in one sentence each: the codes, the sentences, and the exception that carries one out of an
// iteration. Whatever SQLite, the file system or a decoder says about a tape becomes one of these before it leaves here.
import { basename } from 'node:path';
import { type Failure, failure } from '../../shared/contract/failure.ts';

export type TapeCode =
  | 'tape-missing'
  | 'tape-empty'
  | 'tape-foreign'
  | 'tape-damaged'
  | 'tape-cut'
  | 'tape-newer'
  | 'tape-is-folder'
  | 'tape-unreadable'
  | 'tape-exists'
  | 'tape-locked'
  | 'tape-replaced'
  | 'disk-full';

/** Thrown where a function cannot return a Result: while iterating, and by the writer. The query layer takes `failure`. */
export class TapeError extends Error {
  readonly failure: Failure;
  constructor(value: Failure) {
    super(value.message);
    this.name = 'TapeError';
    this.failure = value;
  }
}

/** `detail` completes the sentence where the code alone does not: what is damaged, who holds the lock, two versions. */
export function tapeFailure(code: TapeCode, path: string, detail = ''): Failure {
  return failure(code, sentence(code, basename(path) || path, detail));
}

function sentence(code: TapeCode, name: string, detail: string): string {
  const more = detail === '' ? '' : ` (${detail})`;
  switch (code) {
    case 'tape-missing':
      return `There is no file ${name}${more}: check the path, or take the tape out of the list.`;
    case 'tape-empty':
      return `${name} is an empty file, not a recording: record again, or restore it from a copy.`;
    case 'tape-foreign':
      return `${name} is not a Looptape recording${more}: open a .looptape file that Looptape wrote.`;
    case 'tape-damaged':
      return `${name} is damaged${more}: restore it from a copy.`;
    case 'tape-cut':
      return `${name} is cut short${more}: copy it again from where it came from.`;
    case 'tape-newer':
      return `${name} was written by a newer Looptape${more}: update Looptape to open it.`;
    case 'tape-is-folder':
      return `${name} is a folder, not a recording: choose a .looptape file.`;
    case 'tape-unreadable':
      return `${name} cannot be opened, read or written${more}: check its permissions and the disk it lies on.`;
    case 'tape-exists':
      return `${name} is there already${more}: choose another name, or replace it with --force.`;
    case 'tape-locked':
      return `${name} is being written by another process${more}: wait until that run has ended, or stop it.`;
    case 'tape-replaced':
      return `${name} is no longer the recording that was opened${more}: open it again.`;
    case 'disk-full':
      return `${name} could not be written any further because the disk is full${more}: free some space; what was committed before is kept.`;
  }
}

/** The TapeError for a tape whose rows contradict themselves; `what` names the part. */
export function damaged(path: string, what: string): TapeError {
  return new TapeError(tapeFailure('tape-damaged', path, what));
}

/** Runs what walks data of a tape; data that is nested so deep that the walk overflows was not written by us. */
export function withinDepth<T>(path: string, what: string, walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    if (error instanceof RangeError) throw damaged(path, `${what}: nested too deep`);
    throw error;
  }
}

/** The code of an error of SQLite or of the file system, such as SQLITE_BUSY or ENOENT. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The failure that an error about the tape at `path` means, or undefined where it is a fault of our own. */
export function failureOf(error: unknown, path: string): Failure | undefined {
  if (error instanceof TapeError) return error.failure;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const primary = code.split('_').slice(0, 2).join('_');
  switch (primary) {
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return tapeFailure('disk-full', path);
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return tapeFailure('tape-locked', path);
    case 'SQLITE_NOTADB':
      return tapeFailure('tape-foreign', path, 'it is not a SQLite file');
    case 'SQLITE_CORRUPT':
      return tapeFailure('tape-damaged', path, text);
    case 'SQLITE_IOERR':
      if (code === 'SQLITE_IOERR_SHORT_READ') return tapeFailure('tape-cut', path, 'its last pages are missing');
      return tapeFailure('tape-unreadable', path, text);
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'SQLITE_READONLY':
    case 'SQLITE_NOLFS':
    case 'SQLITE_TOOBIG':
      return tapeFailure('tape-unreadable', path, text);
    case 'SQLITE_ERROR':
    case 'SQLITE_SCHEMA':
    case 'SQLITE_MISMATCH':
    case 'SQLITE_CONSTRAINT':
      // The schema was compared with ours before, so only a damaged file makes our statements fail.
      return tapeFailure('tape-damaged', path, text);
    case 'ENOENT':
    case 'ENOTDIR':
      return tapeFailure('tape-missing', path);
    case 'EISDIR':
      return tapeFailure('tape-is-folder', path);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EIO':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EMFILE':
    case 'ENFILE':
      return tapeFailure('tape-unreadable', path, text);
    default:
      return undefined;
  }
}

/** The error to throw for `error`: a TapeError where it is about the tape, else the error itself. */
export function tapeErrorOf(error: unknown, path: string): unknown {
  const known = failureOf(error, path);
  if (known === undefined || error instanceof TapeError) return error;
  return new TapeError(known);
}
