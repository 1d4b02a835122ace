// One run in a thread of its own, seen from the app. What must hold: it ends exactly once, whatever happens to the thread,
// and when it has ended its tape is one file that anyone may read.
import { Worker } from 'node:worker_threads';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { RunState } from '../../shared/contract/run.ts';
import type { RunCommand, RunNews, RunThreadData } from '../../shared/contract/runMessage.ts';
import type { Readers } from './readers.ts';
import { RUN_THREAD } from './threads.ts';

/** How long a run may take to see that it is to end, before its thread is ended by force. */
const STOP_MS = 5_000;
/**
 * And how long its tape may take to become one file after that: on a slow disk it takes its time, and it also waits for
 * whoever reads it. One that is ended by force keeps its side files.
 */
const FINISH_MS = 60_000;

export interface LiveRun {
  readonly path: string;
  /** Seq of the last event that can be read; -1 before the first of a new tape. */
  head(): number;
  state(): RunState;
  /** The failure that kept it from starting, or nothing once its tape is there. */
  readonly started: Promise<Failure | undefined>;
  /** Never rejects. The failure is what kept it from going on, such as a full disk. */
  readonly ended: Promise<Failure | undefined>;
  control(action: 'pause' | 'resume' | 'step'): RunState;
  /** False where that fire asks nothing, or was answered before. */
  answer(fire: number, answer: string): boolean;
  /** Ends it as cancelled. */
  stop(): Promise<void>;
}

export interface LiveRunParts {
  readonly data: RunThreadData;
  readonly readers: Readers;
  /** Seq of the last event that is on the tape already; none by default. */
  readonly head?: number;
  readonly onAdvance: (head: number, state: RunState) => void;
  readonly onAsked?: (news: Extract<RunNews, { kind: 'asked' }>) => void;
  readonly onShown?: (news: Extract<RunNews, { kind: 'shown' }>) => void;
  /** The thread's code, and how long it has to end, and then to end its tape; for tests. */
  readonly entry?: URL;
  readonly stopMs?: number;
  readonly finishMs?: number;
}

export function startLiveRun(parts: LiveRunParts): LiveRun {
  const { data, readers, onAdvance, entry = RUN_THREAD, stopMs = STOP_MS, finishMs = FINISH_MS } = parts;
  const path = data.tapePath;
  // Descriptors that a command's pipes take over are closed by them; the thread would close their numbers again.
  const thread = new Worker(entry, { name: 'looptape-run', workerData: data, trackUnmanagedFds: false });
  const tell = (command: RunCommand): void => thread.postMessage(command);
  const started = Promise.withResolvers<Failure | undefined>();
  const ended = Promise.withResolvers<Failure | undefined>();
  const written = Promise.withResolvers<void>();
  const asking = new Set<number>();
  let head = parts.head ?? -1;
  let state: RunState = data.paused ? 'paused' : 'running';
  let isFinishing = false;
  let force: NodeJS.Timeout | undefined;

  /** Ends the thread by force where it is to end and does not. */
  const limit = (): void => {
    clearTimeout(force);
    force = setTimeout(() => void thread.terminate(), isFinishing ? finishMs : stopMs);
  };

  const end = (why: Failure | undefined): void => {
    state = 'finished';
    clearTimeout(force);
    written.resolve();
    started.resolve(why);
    ended.resolve(why);
  };

  thread.on('message', (news: RunNews) => {
    switch (news.kind) {
      case 'started':
        started.resolve(undefined);
        return;
      case 'advanced':
        head = news.head;
        state = news.state;
        onAdvance(head, state);
        return;
      case 'asked':
        asking.add(news.fire);
        parts.onAsked?.(news);
        return;
      case 'shown':
        parts.onShown?.(news);
        return;
      case 'finishing':
        isFinishing = true;
        if (force !== undefined) limit();
        // The last connection that closes folds the side files into the tape: it must be the writer's.
        void readers.without(path, async () => {
          tell({ kind: 'released' });
          await written.promise;
        });
        return;
      case 'finished':
        head = news.head;
        end(undefined);
        return;
      case 'failed':
        end(news.failure);
        return;
    }
  });
  thread.on('error', (error) => {
    console.error('looptape: the thread of a run failed:', error);
    end(failure('run-crashed', `The run stopped by a fault of Looptape itself: ${error.message}`));
  });
  thread.on('exit', () => end(failure('run-crashed', 'The thread of the run ended before the run did.')));

  return {
    path,
    head: () => head,
    state: () => state,
    started: started.promise,
    ended: ended.promise,
    control(action) {
      if (state === 'finished') return state;
      tell({ kind: action });
      state = action === 'resume' ? 'running' : 'paused';
      return state;
    },
    answer(fire, answer) {
      if (state === 'finished' || !asking.delete(fire)) return false;
      tell({ kind: 'answer', fire, answer });
      return true;
    },
    async stop() {
      if (state === 'finished') return;
      tell({ kind: 'stop' });
      limit();
      await ended.promise;
    },
  };
}
