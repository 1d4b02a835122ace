// The thread that reads tapes. It answers questions one after another, in the order in which they came, and keeps the last few
// tapes open, each by its path. What must hold: a damaged tape costs a failure, never the thread; a tape that was
// replaced or moved is let go of.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../shared/base/assert.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { ReadAnswer, ReadCommand, ReadRequest } from '../../shared/contract/readMessage.ts';
import { type OpenTape, openTape } from '../queries/openTape.ts';
import { answer } from '../queries/queries.ts';
import { failureOf } from '../tape/damage.ts';
import { openTape as openReader } from '../tape/read.ts';

const MOST_OPEN = 16;

const port = parentPort;
invariant(port !== null, 'main/workers/read is the entry of a worker thread');

const tapes = new Map<string, OpenTape>();

/** The most lately used stands last. */
function tapeAt(path: string): Result<OpenTape, Failure> {
  const known = tapes.get(path);
  if (known !== undefined) {
    tapes.delete(path);
    tapes.set(path, known);
    return succeeded(known);
  }
  const opened = openReader(path);
  if (!opened.ok) return opened;
  const tape = openTape(opened.value);
  tapes.set(path, tape);
  for (const oldest of tapes.keys()) {
    if (tapes.size <= MOST_OPEN) break;
    release(oldest);
  }
  return succeeded(tape);
}

function release(path: string): void {
  const tape = tapes.get(path);
  tapes.delete(path);
  tape?.reader.close();
}

function resultOf(request: ReadRequest): Result<unknown, Failure> {
  try {
    if (request.kind === 'release') {
      release(request.path);
      return succeeded({});
    }
    const tape = tapeAt(request.path);
    return tape.ok ? answer(tape.value, request.call, request.request as never) : tape;
  } catch (error) {
    // What it knew of a tape that failed may be wrong: the next question opens it anew.
    release(request.path);
    const known = failureOf(error, request.path);
    if (known !== undefined) return failed(known);
    console.error(`looptape: reading ${request.path} failed:`, error);
    const message = error instanceof Error ? error.message : String(error);
    return failed(failure('internal', `Reading ${request.path} failed by a fault of Looptape itself: ${message}`));
  }
}

port.on('message', (request: ReadRequest | ReadCommand) => {
  if (request.kind === 'close') {
    for (const path of [...tapes.keys()]) release(path);
    port.close();
    return;
  }
  port.postMessage({ id: request.id, result: resultOf(request) } satisfies ReadAnswer);
});
