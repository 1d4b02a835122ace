// One question to a model through an OpenAI-compatible endpoint, its answer as it streams in, and what is asked again. What must hold: the
// key leaves through the request's header and nowhere else; the call ends at its signal, whatever the endpoint does; what came before a
// stream broke is kept; nothing is asked again once a part of an answer has come.
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenAI } from 'openai/client';
import type { ModelUsage } from '../../shared/model/modelUsage.ts';
import { connectionFault } from './connectionFault.ts';
import { ModelAnswer, type ToolCall } from './modelAnswer.ts';
import { ModelTransport } from './modelTransport.ts';
import { BUSY, retryAfterMs } from './retryAfter.ts';

export interface ModelJob {
  readonly baseUrl: string;
  /** A model on one's own machine needs none. */
  readonly key: string | undefined;
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** What else stands in the request, such as `temperature`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly retries: number;
  /** How many bytes of an answer are taken. */
  readonly limitBytes: number;
  /** When it has to be over, as of `performance.now()`; `signal` is aborted then, or earlier. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
  /** Takes the answer piece by piece. */
  readonly onText: (text: string) => void;
  /** Takes a sentence about what is tried again, and why. */
  readonly onRetry: (sentence: string) => void;
}

/** As the protocol has it; what stands beside these is passed on. */
export interface ModelMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly [key: string]: unknown;
}

export type ModelEnd =
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly usage: ModelUsage;
      /** More would have followed than the limit lets in. */
      readonly isCut: boolean;
    }
  /** The endpoint said no. `said` is its own sentence; `leadsTo` the host that it would have the question go to. */
  | { readonly kind: 'refused'; readonly status: number; readonly said: string; readonly leadsTo?: string }
  /** The answer broke off; `text` came before. `why` is the rest of a sentence. */
  | { readonly kind: 'broken'; readonly why: string; readonly text: string }
  /** What came is not what the protocol says. */
  | { readonly kind: 'garbled'; readonly why: string; readonly text: string }
  /** There was no connection, or none that said anything. */
  | { readonly kind: 'failed'; readonly why: string; readonly isSilent: boolean }
  /** The signal was aborted; `text` came before. */
  | { readonly kind: 'aborted'; readonly text: string };

const SAID_CHARACTERS = 300;

export async function askModel(job: ModelJob): Promise<ModelEnd> {
  // Some hundred milliseconds that only runs with models pay.
  const library = import('openai/client');
  // An endpoint that does not know of the count of tokens is asked without it, which is no further try.
  let isCounted = true;
  for (let tried = 0; ; ) {
    const end = await oneTry(job, await library, tried + 1, isCounted);
    if (end.kind === 'refused' && isCounted && [400, 422].includes(end.status) && /stream_options/.test(end.said)) {
      isCounted = false;
      continue;
    }
    const { waitMs = 1000 * 2 ** tried } = end;
    if (!end.isRepeatable || tried >= job.retries || performance.now() + waitMs > job.untilMs) return end;
    const why = end.kind === 'refused' ? `the answer was ${end.status}` : 'why' in end ? end.why : '';
    tried++;
    job.onRetry(`Try ${tried + 1} of ${job.retries + 1} follows in ${Math.ceil(waitMs / 1000)} s, because ${why}.`);
    try {
      await delay(waitMs, undefined, { signal: job.signal });
    } catch {
      return { kind: 'aborted', text: '' };
    }
  }
}

type Try = ModelEnd & {
  readonly isRepeatable?: boolean;
  /** As the endpoint asks. */
  readonly waitMs?: number;
};

async function oneTry(
  job: ModelJob,
  library: typeof import('openai/client'),
  nth: number,
  isCounted: boolean,
): Promise<Try> {
  const transport = new ModelTransport(job.limitBytes);
  const answer = new ModelAnswer(job.limitBytes);
  try {
    const stream = await untilAborted(begun(job, library, transport, isCounted), job.signal);
    const pieces = stream[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await untilAborted(pieces.next(), job.signal);
      if (done) break;
      const text = answer.take(value);
      if (text !== '') job.onText(text);
      if (!answer.isCut) continue;
      stream.controller.abort();
      break;
    }
  } catch (error) {
    return failedTry(job, library, transport, answer, error);
  }
  const { text, isCut, finishReason, isBegun } = answer;
  if (!isBegun && transport.isDone) return { kind: 'garbled', why: 'the endpoint gave no answer', text };
  // An answer that ends and does not say so was cut off.
  if (!isCut && finishReason === undefined && !transport.isDone)
    return { kind: 'broken', why: 'the answer broke off', text };
  const usage = answer.usage(job.model, nth, transport.requestId);
  return { kind: 'answered', text, toolCalls: answer.toolCalls(), usage, isCut };
}

function begun(
  { key, baseUrl, model, messages, settings, signal }: ModelJob,
  { OpenAI: Client }: typeof import('openai/client'),
  transport: ModelTransport,
  isCounted: boolean,
) {
  const client = new Client({
    // The protocol has a place for one.
    apiKey: key ?? 'none',
    baseURL: baseUrl,
    // What is asked again, and when, is this file's to say.
    maxRetries: 0,
    // The whole call has a limit of its own, which is the signal's.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    // Keys of other kinds in the environment do not go along.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch: transport.fetch,
  });
  const request = {
    ...settings,
    model,
    messages,
    stream: true,
    ...(isCounted ? { stream_options: { include_usage: true } } : {}),
  } as unknown as OpenAI.Chat.ChatCompletionCreateParamsStreaming;
  return client.chat.completions.create(request, { signal });
}

/** What a try that threw comes to. */
function failedTry(
  job: ModelJob,
  { OpenAI: Client }: typeof import('openai/client'),
  { garbled, location, retryAfter }: ModelTransport,
  answer: ModelAnswer,
  error: unknown,
): Try {
  const { text } = answer;
  if (job.signal.aborted) return { kind: 'aborted', text };
  if (garbled !== undefined) return { kind: 'garbled', why: garbled.why, text: text + garbled.text };
  if (error instanceof Client.APIError && !(error instanceof Client.APIConnectionError)) {
    const said = saidOf(error.error ?? error.message, job.key);
    if (error.status === undefined) return { kind: 'broken', why: `the endpoint says: ${said}`, text };
    const leadsTo = location === undefined ? undefined : hostOf(location, job.baseUrl);
    const waitMs = retryAfterMs(retryAfter);
    return {
      kind: 'refused',
      status: error.status,
      said,
      ...(leadsTo === undefined ? {} : { leadsTo }),
      isRepeatable: BUSY.has(error.status),
      ...(waitMs === undefined ? {} : { waitMs }),
    };
  }
  if (error instanceof SyntaxError) return { kind: 'garbled', why: 'the answer holds what is no JSON', text };
  const { why, isSilent } = connectionFault(error, new URL(job.baseUrl));
  if (answer.isBegun) {
    const isRepeatable = text === '' && answer.toolCalls().length === 0;
    return { kind: 'broken', why: isSilent ? why : 'the answer broke off', text, isRepeatable };
  }
  return { kind: 'failed', why, isSilent, isRepeatable: !isSilent };
}

/** An endpoint that accepts a connection and says nothing must not hold anyone who has given up. */
function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((settle, fail) => {
    const stop = () => fail(new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    Promise.resolve(work)
      .then(settle, fail)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The endpoint's sentence, never with the key in it. */
function saidOf(error: unknown, key: string | undefined): string {
  const { message } = (typeof error === 'object' && error !== null ? error : { message: error }) as {
    message?: unknown;
  };
  const text = typeof message === 'string' ? message : JSON.stringify(error ?? '');
  const told = key === undefined ? text : text.replaceAll(key, '…');
  return told.length > SAID_CHARACTERS ? `${told.slice(0, SAID_CHARACTERS - 1)}…` : told;
}

function hostOf(location: string, baseUrl: string): string | undefined {
  return URL.canParse(location, baseUrl) ? new URL(location, baseUrl).host : undefined;
}
