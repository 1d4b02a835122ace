// One command's connection to the app: the same handlers as the page's, called in this process.

import type { Result } from '../../shared/base/result.ts';
import type { AnswerOf, CallName, RequestOf } from '../../shared/contract/calls.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import { compose } from '../app/compose.ts';
import { callerPath } from '../app/paths.ts';
import { answererOf } from '../ipc/serve.ts';
import { CommandFailed } from './terminal.ts';

export interface Session {
  /** The answer; a failure ends the command. */
  call<N extends CallName>(name: N, request: RequestOf<N>): Promise<AnswerOf<N>>;
  attempt<N extends CallName>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>, Failure>>;
  onPush(listener: (push: Push) => void): () => void;
  /** A path as the caller means it. */
  path(text: string): string;
}

/** Opens the app, lets the command work, and closes the app whatever happens. */
export async function withSession(work: (session: Session) => Promise<number>): Promise<number> {
  const app = compose({ host: 'cli', paths: 'any' });
  const answer = answererOf(app.handlers);
  const attempt = async <N extends CallName>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>, Failure>> =>
    (await answer(name, request)) as Result<AnswerOf<N>, Failure>;
  const session: Session = {
    attempt,
    async call(name, request) {
      const result = await attempt(name, request);
      if (!result.ok) throw new CommandFailed(result.failure);
      return result.value;
    },
    onPush: (listener) => app.onPush(listener),
    path: (text) => callerPath(text),
  };
  try {
    return await work(session);
  } finally {
    await app.close();
  }
}
