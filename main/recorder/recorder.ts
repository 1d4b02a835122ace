// The recorder: takes the engine's events as they are made, gives them their times, and puts them on a tape in batches.
// What must hold: the order is the engine's; nothing stays uncommitted for longer than a tenth of a second; keyframes never
// outweigh the log.
import type { Result } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import type { Sink } from '../runner/ports.ts';
import { failureOf } from '../tape/damage.ts';
import type { TapeWriter } from '../tape/write.ts';

/** The latest a batch is committed after its first event (interfaces §1, Durability). */
export const COMMIT_MS = 100;
export interface RecorderOptions {
  /**
   * The machine's public form (the engine's `freezeMachine`) after the last event given to `write`; undefined where there
   * is none yet. Without it no keyframes are written.
   */
  readonly machine?: () => unknown;
  /** Told the seq of the last committed event after every commit; the caller thins it out. */
  readonly onCommit?: (head: number) => void;
}

/** A sink that ends with the tape. `write` and `commit` throw a TapeError where the tape can't be written any more. */
export interface Recorder extends Sink {
  /** Commits and closes the tape; its failure if it had one, be it that a timer met it. */
  finish(): Promise<Result<{ readonly singleFile: boolean }, Failure>>;
}

/** `clock.nowMs` gives milliseconds since the epoch, with fractions if it has them. `t` counts from the tape's start. */
export function record(
  writer: TapeWriter,
  clock: { readonly nowMs: () => number },
  options: RecorderOptions = {},
): Recorder {
  const { machine, onCommit } = options;
  let batchedSinceMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  // Also where the clock has been set back since the tape was last written.
  let lastT = writer.lastT;
  let chunk = writer.chunk();
  let keyframeBytes = 0;
  let loggedAtKeyframe = writer.loggedBytes();

  /** Clocks are set back now and then; times on a tape are not. */
  function timeNow(nowMs: number): number {
    lastT = Math.max(lastT, Math.round((nowMs - writer.startedAtMs) * 1000) / 1000);
    return lastT;
  }

  function commit(): void {
    batchedSinceMs = undefined;
    clearTimeout(timer);
    timer = undefined;
    const before = writer.committed();
    writer.commit();
    if (writer.committed() > before) onCommit?.(writer.committed());
  }

  /** What the timer meets is met again, and thrown, by the next write, commit or finish. */
  function commitByTimer(): void {
    try {
      commit();
    } catch (error) {
      if (failureOf(error, writer.path) === undefined) throw error;
    }
  }

  /** Before a chunk, since a reader has to begin there anyway. */
  function keyframeIfDue(): void {
    if (machine === undefined || writer.chunk() === chunk) return;
    chunk = writer.chunk();
    const seq = writer.head();
    if (chunk !== seq + 1 || writer.loggedBytes() - loggedAtKeyframe < keyframeBytes) return;
    const frozen = machine();
    if (frozen === undefined) return;
    keyframeBytes = writer.keyframe(seq, frozen);
    loggedAtKeyframe = writer.loggedBytes();
  }

  return {
    write(events: readonly EngineEvent[]): void {
      const nowMs = clock.nowMs();
      writer.appendAt(events, timeNow(nowMs));
      keyframeIfDue();
      if (batchedSinceMs === undefined) {
        batchedSinceMs = nowMs;
        // For the batch that no later event closes, such as the one before a model's long answer.
        timer ??= setTimeout(commitByTimer, COMMIT_MS).unref();
      } else if (nowMs - batchedSinceMs >= COMMIT_MS || nowMs < batchedSinceMs) commit();
    },
    commit,
    async finish() {
      clearTimeout(timer);
      const before = writer.committed();
      const ended = await writer.finish();
      if (writer.committed() > before) onCommit?.(writer.committed());
      return ended;
    },
  };
}
