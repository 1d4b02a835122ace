// The thread that reads tapes, seen from the app: questions go in, answers come back in order. What must hold: every
// question is answered, also when the thread dies; it is then started again at the next question, and nothing that it
// knew is lost but its caches.
import { Worker } from 'node:worker_threads';
import { failed, type Result } from '../../shared/base/result.ts';
import type { AnswerOf, ParsedRequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { ReadAnswer, ReadCall, ReadCommand, ReadRequest } from '../../shared/contract/readMessage.ts';
import { READ_THREAD } from './threads.ts';

export interface Readers {
  ask<N extends ReadCall>(
    call: N,
    path: string,
    request: Omit<ParsedRequestOf<N>, 'tape'>,
  ): Promise<Result<AnswerOf<N>, Failure>>;
  /**
   * Closes the tape's file, and holds back what is asked of it until the work is done: while its writer ends it as one
   * file, or while it is moved or removed.
   */
  without<T>(path: string, work: () => Promise<T>): Promise<T>;
  /** Starts the thread, so that the first question is answered sooner. */
  warm(): void;
  close(): Promise<void>;
}

const RESTARTED = failure(
  'reader-restarted',
  'The part that reads tapes stopped and is started again; nothing recorded is lost. Ask again.',
);

/** How long the thread may take to close its tapes and end by itself. */
const CLOSE_MS = 3_000;

/**
 * Ends a thread by its own hand: one that is ended from outside while it loads its code or is within SQLite can take the
 * program with it.
 */
async function ended(thread: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    thread.once('exit', () => resolve());
  });
  thread.ref();
  thread.postMessage({ kind: 'close' } satisfies ReadCommand);
  const timer = setTimeout(() => void thread.terminate(), CLOSE_MS);
  await gone;
  clearTimeout(timer);
}

/** @param entry the thread's code; for tests */
export function createReaders(entry: URL = READ_THREAD): Readers {
  const waiting = new Map<number, (result: Result<unknown, Failure>) => void>();
  const held = new Map<string, Promise<unknown>>();
  let thread: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  const start = (): Worker => {
    const made = new Worker(entry, { name: 'looptape-read' });
    made.on('message', ({ id, result }: ReadAnswer) => {
      const settle = waiting.get(id);
      waiting.delete(id);
      settle?.(result);
    });
    made.on('error', (error) => console.error('looptape: the thread that reads tapes failed:', error));
    made.on('exit', () => {
      if (thread === made) thread = undefined;
      const unanswered = [...waiting.values()];
      waiting.clear();
      for (const settle of unanswered) settle(failed(RESTARTED));
    });
    // It lives as long as somebody asks; by itself it keeps no program running.
    made.unref();
    return made;
  };

  const post = (request: ReadRequest): Promise<Result<unknown, Failure>> => {
    if (isClosed) return Promise.resolve(failed(failure('closing', 'Looptape is closing.')));
    thread ??= start();
    const running = thread;
    running.ref();
    return new Promise((resolve) => {
      waiting.set(request.id, (result) => {
        if (waiting.size === 0) running.unref();
        resolve(result);
      });
      running.postMessage(request);
    });
  };

  return {
    async ask(call, path, request) {
      while (held.has(path)) await held.get(path);
      lastId += 1;
      const result = await post({ kind: 'ask', id: lastId, call, path, request });
      return result as Result<AnswerOf<typeof call>, Failure>;
    },
    async without(path, work) {
      while (held.has(path)) await held.get(path);
      const run = async () => {
        lastId += 1;
        // A thread that is not there, or dies over it, holds no file.
        if (thread !== undefined) await post({ kind: 'release', id: lastId, path });
        return work();
      };
      const done = run();
      const settled = done.then(
        () => undefined,
        () => undefined,
      );
      held.set(path, settled);
      try {
        return await done;
      } finally {
        held.delete(path);
      }
    },
    warm() {
      if (!isClosed) thread ??= start();
    },
    async close() {
      isClosed = true;
      if (thread) await ended(thread);
    },
  };
}
