// What keeps an export from being written, in a sentence.
import { type Failure, failure } from '../../shared/contract/failure.ts';

/** Failures: `disk-full`, `file-unwritable`. */
export function cantWrite(path: string, error: unknown): Failure {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return failure(
      'disk-full',
      `${path} could not be written, because the disk is full: make room, or choose another place.`,
    );
  }
  const why =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? 'its folder is not there'
      : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
        ? 'you may not write there'
        : String((error as Error).message);
  return failure('file-unwritable', `${path} can't be written: ${why}.`);
}
