// The tapes that were opened, by the id that callers use for them, and every question that a tape alone answers.
import { resolve } from 'node:path';
import { type TapeId, tapeId } from '../../shared/base/ids.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf, Handlers, ParsedRequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { ReadCall } from '../../shared/contract/readMessage.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import type { Readers } from './readers.ts';

/** Of the calls that the reading thread answers those whose answer goes out as it is. */
const PASSED_ON = [
  'graph.ofTape',
  'timeline.window',
  'scopes.window',
  'scopes.find',
  'moment.get',
  'moment.move',
  'moment.find',
  'fire.get',
  'attempt.get',
  'events.window',
  'hazards.list',
  'value.get',
  'report.run',
  'report.show',
  'report.moment',
  'report.events',
  'report.hazards',
  'report.why',
] as const satisfies readonly ReadCall[];

export interface Tapes {
  /** Opens a file, or gives what is open already. The path was admitted by the caller. */
  open(path: string): Promise<Result<TapeSummary, Failure>>;
  summary(tape: TapeId): Promise<Result<TapeSummary, Failure>>;
  /** Lets go of the file; the id stays good, so that another page that shows the tape is not disturbed. */
  close(tape: TapeId): Promise<void>;
  pathOf(tape: TapeId): string | undefined;
  /** The file lies elsewhere now. */
  moved(from: string, to: string): void;
  readonly handlers: Pick<Handlers, (typeof PASSED_ON)[number]>;
}

/** @param isLive whether this program is recording to that file */
export function createTapes(readers: Readers, isLive: (path: string) => boolean): Tapes {
  const paths = new Map<TapeId, string>();

  /** A copy of a tape has the id of its original: while both are open the second one gets a number. */
  const idFor = (path: string, own: TapeId): TapeId => {
    for (let n = 1; ; n++) {
      const id = n === 1 ? own : tapeId(`${own}~${n}`);
      const taken = paths.get(id);
      if (taken === undefined || taken === path) {
        paths.set(id, path);
        return id;
      }
    }
  };

  const open = async (given: string): Promise<Result<TapeSummary, Failure>> => {
    const path = resolve(given);
    const result = await readers.ask('tape.summary', path, {});
    if (!result.ok) return result;
    const live = isLive(path);
    const { status, tape } = result.value;
    // What is recorded here runs, also where the reader has not yet seen that an interrupted tape goes on.
    const now = live && status === 'interrupted' ? 'running' : status;
    return succeeded({ ...result.value, path, tape: idFor(path, tape), status: now, live });
  };

  const ask = async <N extends ReadCall>(call: N, asked: ParsedRequestOf<N>): Promise<Result<AnswerOf<N>, Failure>> => {
    const { tape, ...request } = asked;
    const path = paths.get(tape);
    return path === undefined ? failed(notOpen(tape)) : readers.ask(call, path, request);
  };

  const handlers = Object.fromEntries(
    PASSED_ON.map((call) => [call, (request: ParsedRequestOf<typeof call>) => ask(call, request)]),
  ) as unknown as Tapes['handlers'];

  return {
    open,
    async summary(tape) {
      const path = paths.get(tape);
      return path === undefined ? failed(notOpen(tape)) : open(path);
    },
    async close(tape) {
      const path = paths.get(tape);
      if (path !== undefined) await readers.without(path, async () => undefined);
    },
    pathOf: (tape) => paths.get(tape),
    moved(from, to) {
      for (const [id, path] of paths) if (path === from) paths.set(id, to);
    },
    handlers,
  };
}

function notOpen(tape: string): Failure {
  return failure('tape-not-open', `No tape with the id ${tape} is open here; open its file again.`);
}
