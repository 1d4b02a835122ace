// One question to a model through an OpenAI-compatible endpoint, its answer as it streams in. What must hold: the key leaves through the
// request's header and nowhere else; no other host is talked to than the one that was asked about; the call ends at its signal,
// whatever the endpoint does; what came before a stream broke is kept.
import type { OpenAI } from 'openai';

export interface ModelJob {
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  /** What else stands in the request, such as `temperature`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly retries: number;
  /** How many characters of an answer are taken. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Takes the answer piece by piece. */
  readonly onText: (text: string) => void;
  /** Takes a sentence about what is tried again, and why. */
  readonly onRetry: (sentence: string) => void;
}

export interface ModelUsage {
  readonly model: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly tries: number;
  readonly finishReason?: string;
  readonly requestId?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: JSON, when it kept to it. */
  readonly arguments: string;
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
  /** The endpoint said no. `said` is its own sentence. */
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  /** The answer broke off, or is not what the protocol says; `text` came before. `why` is the rest of a sentence. */
  | { readonly kind: 'broken'; readonly why: string; readonly text: string }
  /** There was no connection. */
  | { readonly kind: 'failed'; readonly why: string }
  /** The signal was aborted. */
  | { readonly kind: 'aborted' };

const SAID_CHARACTERS = 300;

export async function askModel(job: ModelJob): Promise<ModelEnd> {
  // Some hundred milliseconds that only graphs with models pay.
  const { OpenAI, APIError, APIConnectionError } = await import('openai');
  const tries = { count: 0, requestId: undefined as string | undefined };
  let text = '';
  try {
    const client = new OpenAI({
      apiKey: job.key,
      baseURL: job.baseUrl,
      maxRetries: job.retries,
      // The whole call has a limit of its own, which is the signal's.
      timeout: 2 ** 31 - 1,
      logLevel: 'off',
      organization: null,
      project: null,
      fetch: fetchFor(job, tries),
    });
    const answer = new Answer();
    const request = {
      ...job.settings,
      model: job.model,
      messages: job.messages,
      stream: true,
      stream_options: { include_usage: true },
    } as unknown as OpenAI.Chat.ChatCompletionCreateParamsStreaming;
    const stream = await untilAborted(client.chat.completions.create(request, { signal: job.signal }), job.signal);
    const chunks = stream[Symbol.asyncIterator]();
    let isCut = false;
    for (;;) {
      const { value: chunk, done } = await untilAborted(chunks.next(), job.signal);
      if (done) break;
      const piece = answer.take(chunk);
      if (piece === '') continue;
      const taken = piece.slice(0, job.limit - text.length);
      text += taken;
      job.onText(taken);
      if (taken.length < piece.length) {
        isCut = true;
        stream.controller.abort();
        break;
      }
    }
    // An answer that ends without saying why it ends was cut off, or was none.
    if (!isCut && answer.finishReason === undefined) return { kind: 'broken', why: 'the answer broke off', text };
    const usage = answer.usage(job.model, tries.count, tries.requestId);
    return { kind: 'answered', text, toolCalls: answer.toolCalls(), usage, isCut };
  } catch (error) {
    if (job.signal.aborted) return { kind: 'aborted' };
    if (error instanceof APIConnectionError) return { kind: 'failed', why: whyOf(error, job.baseUrl) };
    if (error instanceof APIError && error.status !== undefined) {
      return { kind: 'refused', status: error.status, said: saidOf(error.error ?? error.message, job.key) };
    }
    if (error instanceof APIError)
      return { kind: 'broken', why: `the endpoint says: ${saidOf(error.error, job.key)}`, text };
    const why = error instanceof SyntaxError ? 'the answer holds what is no JSON' : 'the answer broke off';
    return { kind: 'broken', why, text };
  }
}

/** An endpoint that accepts a connection and says nothing must not hold anyone who has given up. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((settle, fail) => {
    const stop = () => fail(new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(settle, fail).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Counts tries, follows no redirect, and reads an endpoint that answers at once although a stream was asked for. */
function fetchFor(job: ModelJob, tries: { count: number; requestId: string | undefined }): typeof fetch {
  let why = '';
  return async (input, init) => {
    tries.count++;
    if (tries.count > 1) job.onRetry(`Try ${tries.count} of ${job.retries + 1}, because ${why}.`);
    let answer: Response;
    try {
      answer = await fetch(input, { ...init, redirect: 'manual' });
    } catch (error) {
      why = whyOf(error, job.baseUrl);
      throw error;
    }
    why = `the answer was ${answer.status}`;
    tries.requestId = answer.headers.get('x-request-id') ?? undefined;
    const isWhole = answer.ok && /\bjson\b/i.test(answer.headers.get('content-type') ?? '');
    return isWhole ? streamed(answer) : answer;
  };
}

/** A whole completion as the one event of a stream. */
async function streamed(answer: Response): Promise<Response> {
  const text = await answer.text();
  const whole = JSON.parse(text) as { choices?: { message?: unknown }[] };
  const choices = (whole.choices ?? []).map((choice) => ({ ...choice, delta: choice.message }));
  return new Response(`data: ${JSON.stringify({ ...whole, choices })}\n\ndata: [DONE]\n\n`, {
    status: answer.status,
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** What the pieces of an answer come to. Endpoints differ in what they leave out, so nothing is taken for granted. */
class Answer {
  finishReason: string | undefined;
  #model: string | undefined;
  #tokens: { readonly inputTokens?: number; readonly outputTokens?: number } = {};
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  take(chunk: OpenAI.Chat.ChatCompletionChunk): string {
    this.#model ??= typeof chunk.model === 'string' && chunk.model !== '' ? chunk.model : undefined;
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = chunk.usage ?? {};
    if (typeof inputTokens === 'number') this.#tokens = { ...this.#tokens, inputTokens };
    if (typeof outputTokens === 'number') this.#tokens = { ...this.#tokens, outputTokens };
    const choice = chunk.choices?.[0];
    if (typeof choice?.finish_reason === 'string') this.finishReason = choice.finish_reason;
    for (const [place, part] of (choice?.delta?.tool_calls ?? []).entries()) {
      const index = part.index ?? place;
      const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
      if (part.id) call.id = part.id;
      call.name += part.function?.name ?? '';
      call.arguments += part.function?.arguments ?? '';
      this.#calls.set(index, call);
    }
    const content = choice?.delta?.content;
    return typeof content === 'string' ? content : '';
  }

  toolCalls(): ToolCall[] {
    return [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call);
  }

  usage(model: string, tries: number, requestId: string | undefined): ModelUsage {
    return {
      model: this.#model ?? model,
      ...this.#tokens,
      tries,
      ...(this.finishReason === undefined ? {} : { finishReason: this.finishReason }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** The endpoint's sentence, never with the key in it. */
function saidOf(error: unknown, key: string): string {
  const { message } = (typeof error === 'object' && error !== null ? error : { message: error }) as {
    message?: unknown;
  };
  const text = typeof message === 'string' ? message : JSON.stringify(error ?? '');
  const told = key === '' ? text : text.replaceAll(key, '…');
  return told.length > SAID_CHARACTERS ? `${told.slice(0, SAID_CHARACTERS - 1)}…` : told;
}

function whyOf(error: unknown, baseUrl: string): string {
  const { host } = new URL(baseUrl);
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${host}`;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection before it had answered`;
    default:
      return String(message ?? error);
  }
}
