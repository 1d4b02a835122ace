// A server that speaks the chat-completions protocol as endpoints really do, faults on demand. It keeps what it was asked.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with the next request; the last one counts for all that follow. */
export type Turn =
  /** Streams the text in pieces, with a count of tokens at the end. */
  | { readonly say: string; readonly finish?: string; readonly pieces?: number }
  | { readonly toolCall: { readonly name: string; readonly arguments: string } }
  /** One JSON document, although a stream was asked for. */
  | { readonly sayWhole: string }
  | { readonly status: number; readonly error?: string; readonly retryAfter?: string }
  /** Streams the text, then drops the connection. */
  | { readonly drop: string }
  /** Streams the text and closes properly, without an end. */
  | { readonly trailOff: string }
  /** An event that is no JSON. */
  | { readonly garble: string }
  /** Accepts and says nothing, for ever. */
  | { readonly silent: true }
  /** A word every few milliseconds, for ever. */
  | { readonly trickle: true }
  | { readonly redirect: string }
  /** Whatever it is, as it is. */
  | { readonly body: string; readonly type: string }
  /** One line that never ends. */
  | { readonly endless: true };

export interface ModelRequest {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly [key: string]: unknown;
  };
}

export interface ModelServer {
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /** Any other key is refused, as by a real endpoint. */
  readonly key?: string;
}

/** `turns` may also be asked what to do, with the request. */
export async function modelServer(
  turns: readonly Turn[] | ((request: ModelRequest, nth: number) => Turn),
  { key }: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as ModelRequest['body'];
      const request = { url: incoming.url, headers: incoming.headers, body };
      const nth = requests.push(request) - 1;
      if (key !== undefined && incoming.headers.authorization !== `Bearer ${key}`) {
        // As the best known endpoint says it, a part of the key included.
        const told = `Incorrect API key provided: ${incoming.headers.authorization?.slice(7)}.`;
        fail(answer, 401, told);
        return;
      }
      const turn = typeof turns === 'function' ? turns(request, nth) : turns[Math.min(nth, turns.length - 1)];
      if (turn) take(answer, turn);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((settle) => server.close(() => settle()));
}

function take(answer: ServerResponse, turn: Turn): void {
  if ('status' in turn) {
    fail(answer, turn.status, turn.error ?? 'No.', turn.retryAfter);
    return;
  }
  if ('redirect' in turn) {
    answer.writeHead(307, { location: turn.redirect }).end();
    return;
  }
  if ('silent' in turn) return;
  if ('body' in turn) {
    answer.writeHead(200, { 'content-type': turn.type }).end(turn.body);
    return;
  }
  if ('endless' in turn) {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: "');
    const more = () => {
      while (!answer.destroyed && answer.write('x'.repeat(64 * 1024)));
    };
    answer.on('drain', more);
    more();
    return;
  }
  if ('sayWhole' in turn) {
    const message = { role: 'assistant', content: turn.sayWhole };
    const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
    answer
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ id: 'c1', model: 'tiny-1', choices: [{ index: 0, message, finish_reason: 'stop' }], usage }),
      );
    return;
  }
  answer.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req-7' });
  const send = (delta: object, finish: string | null = null) => event(answer, delta, finish);
  send({ role: 'assistant', content: '' });
  if ('garble' in turn) {
    answer.end(`data: {"choices": [${turn.garble}\n\n`);
  } else if ('drop' in turn) {
    send({ content: turn.drop });
    setTimeout(() => answer.destroy(), 20);
  } else if ('trailOff' in turn) {
    send({ content: turn.trailOff });
    answer.end();
  } else if ('trickle' in turn) {
    const timer = setInterval(() => send({ content: 'word ' }), 5);
    answer.on('close', () => clearInterval(timer));
  } else if ('toolCall' in turn) {
    const { name, arguments: text } = turn.toolCall;
    // Their arguments come in pieces too.
    send({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } }] });
    for (const half of [text.slice(0, 4), text.slice(4)])
      send({ tool_calls: [{ index: 0, function: { arguments: half } }] });
    ended(answer, 'tool_calls');
  } else {
    const { say, finish = 'stop', pieces = 3 } = turn;
    const size = Math.max(1, Math.ceil(say.length / pieces));
    for (let i = 0; i < say.length; i += size) send({ content: say.slice(i, i + size) });
    ended(answer, finish);
  }
}

function event(answer: ServerResponse, delta: object, finish: string | null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  answer.write(`data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', model: 'tiny-1', choices })}\n\n`);
}

function ended(answer: ServerResponse, finish: string): void {
  event(answer, {}, finish);
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  answer.write(`data: ${JSON.stringify({ id: 'c1', model: 'tiny-1', choices: [], usage })}\n\n`);
  answer.end('data: [DONE]\n\n');
}

function fail(answer: ServerResponse, status: number, message: string, retryAfter?: string): void {
  answer
    .writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    })
    .end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }));
}
