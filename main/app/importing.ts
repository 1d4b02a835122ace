// A file of JSON lines, or standard input, as the chunks that `recording.ts` takes. What must hold: no more is read than was taken.
import { createReadStream, statSync } from 'node:fs';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { cantRead } from './openFile.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Failures: `file-missing`, `not-a-file`, `file-unreadable`. */
export function chunksOfFile(path: string): Result<AsyncIterable<Buffer>, Failure> {
  try {
    if (statSync(path).isDirectory()) return failed(failure('not-a-file', `${path} is a folder, not a file.`));
  } catch (error) {
    return failed(cantRead(path, error));
  }
  return succeeded(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
}

/** Standard input until it ends, or until `stop` has come and nothing more came for a while. */
export async function* chunksOfInput(stop: Promise<void>): AsyncGenerator<Buffer> {
  const input = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const stopped = stop.then(() => pause(LAST_WORDS_MS)).then(() => undefined);
  for (;;) {
    const next = await Promise.race([input.next(), stopped]);
    if (next === undefined || next.done) break;
    yield next.value;
  }
  process.stdin.destroy();
}

/** Ctrl+C reaches whoever sends as well, who may want to say how the run ended. */
const LAST_WORDS_MS = 1_000;

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms).unref();
  });
}
