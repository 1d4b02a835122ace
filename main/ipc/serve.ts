// Contract → handlers. Whatever comes in is parsed before a handler sees it, and whatever happens a Result goes out: no
// handler's exception reaches a transport. The transport is an argument; both hosts use this file and nothing beside it.
import { failed, type Result } from '../../shared/base/result.ts';
import { type CallName, calls, type Handlers } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';

/** Answers one call. Never rejects. `name` and `request` are anything that a caller may send. */
export type Answerer = (name: unknown, request: unknown) => Promise<Result<unknown, Failure>>;

/** A way in: Electron's IPC, a WebSocket. */
export interface Transport {
  /** Called once; from then on the transport gives every call to `answer` and sends back what it gives. */
  serve(answer: Answerer): void;
}

export interface ServeOptions {
  /** Parses answers too, and turns one that breaks its schema into `internal`. For tests (LOOPTAPE_CHECK_ANSWERS=1). */
  readonly checkAnswers?: boolean;
  /** Where our own faults are told; default: standard error. */
  readonly report?: (call: string, error: unknown) => void;
}

export function serve(handlers: Handlers, transport: Transport, options: ServeOptions = {}): void {
  transport.serve(answererOf(handlers, options));
}

export function answererOf(handlers: Handlers, options: ServeOptions = {}): Answerer {
  const checkAnswers = options.checkAnswers ?? process.env.LOOPTAPE_CHECK_ANSWERS === '1';
  const report = options.report ?? ((call, error) => console.error(`looptape: ${call} failed:`, error));
  return async (name, request) => {
    if (typeof name !== 'string' || !isCallName(name)) return failed(unknownCall(name));
    try {
      const parsed = calls[name].request.safeParse(request);
      if (!parsed.success) return failed(badRequest(name, parsed.error.issues));
      // The table says that each name's handler takes what its schema gives; a union of names can't.
      const handle = handlers[name] as (request: unknown) => Promise<Result<unknown, Failure>>;
      const result = await handle(parsed.data);
      if (checkAnswers && result.ok) checkAnswer(name, result.value);
      return result;
    } catch (error) {
      report(name, error);
      return failed(failure('internal', `${name} failed by a fault of Looptape itself: ${messageOf(error)}`));
    }
  };
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function unknownCall(name: unknown): Failure {
  const said = typeof name === 'string' ? `"${name.slice(0, 80)}"` : `of type ${typeof name}`;
  return failure('unknown-call', `There is no call ${said}; page and program may be of different versions.`);
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function badRequest(name: CallName, issues: readonly Issue[]): Failure {
  const places = issues.map((issue) => ({ place: issue.path.map(String).join('.'), message: issue.message }));
  const said = places.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)).join('; ');
  return failure('bad-request', `The request of ${name} is not what it should be: ${said}`, { places });
}

function checkAnswer(name: CallName, answer: unknown): void {
  const parsed = calls[name].answer.safeParse(answer);
  if (parsed.success) return;
  const said = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; ');
  throw new Error(`its answer breaks the contract: ${said}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
