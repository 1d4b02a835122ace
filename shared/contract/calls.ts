// Every call of the contract: name → schemas of its request and answer. Both hosts serve this table and nothing else.
import type { z } from 'zod';
import type { Result } from '../base/result.ts';
import { appCalls } from './app.ts';
import { attemptCalls } from './attempt.ts';
import { eventsCalls } from './events.ts';
import type { Failure } from './failure.ts';
import { graphCalls } from './graph.ts';
import { hazardsCalls } from './hazards.ts';
import { libraryCalls } from './library.ts';
import { loopCalls } from './loop.ts';
import { momentCalls } from './moment.ts';
import { reportCalls } from './report.ts';
import { runCalls } from './run.ts';
import { scopesCalls } from './scopes.ts';
import { tapeCalls } from './tape.ts';
import { timelineCalls } from './timeline.ts';
import { valueCalls } from './value.ts';
import { whyCalls } from './why.ts';

export const calls = {
  ...appCalls,
  ...libraryCalls,
  ...tapeCalls,
  ...graphCalls,
  ...timelineCalls,
  ...scopesCalls,
  ...momentCalls,
  ...attemptCalls,
  ...eventsCalls,
  ...hazardsCalls,
  ...valueCalls,
  ...runCalls,
  ...loopCalls,
  ...reportCalls,
  ...whyCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a caller passes; parsed in main before anything looks at it. */
export type RequestOf<N extends CallName> = z.input<Calls[N]['request']>;
/** What a handler sees. */
export type ParsedRequestOf<N extends CallName> = z.output<Calls[N]['request']>;
export type AnswerOf<N extends CallName> = z.output<Calls[N]['answer']>;

/** What a handler of each call gives; the app builds one set of these, and both hosts serve it. */
export type Handlers = {
  readonly [N in CallName]: (request: ParsedRequestOf<N>) => Promise<Result<AnswerOf<N>, Failure>>;
};
