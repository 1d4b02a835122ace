// How the client's requests leave and what comes back, under its own reading of the protocol. What must hold: no redirect is followed,
// because consent was given to one host, and the key is meant for it; an endpoint that sends without end fills no memory; one that
// answers at once although a stream was asked for is read as a stream of one piece.
const LINE = 10;
/** What else than the answer stands in a line of it. */
const BESIDE_BYTES = 1024 * 1024;
/** How much of a refusal is read. */
const REFUSAL_BYTES = 64 * 1024;
const DONE = /(?:^|[\r\n])data:[^\S\r\n]?\[DONE\]\s*$/;
const DONE_BYTES = 32;

/** What came is no answer of such an endpoint. */
export interface Garbled {
  /** The rest of a sentence. */
  readonly why: string;
  readonly text: string;
}

export class ModelTransport {
  requestId: string | undefined;
  /** Where the endpoint says that the answer is to be had. */
  location: string | undefined;
  /** As the endpoint asks, of a refusal. */
  retryAfter: string | null = null;
  /** The endpoint has said that the answer is whole. */
  isDone = false;
  garbled: Garbled | undefined;
  readonly #lineBytes: number;

  constructor(limitBytes: number) {
    this.#lineBytes = limitBytes + BESIDE_BYTES;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers, body } = answer;
    this.requestId = headers.get('x-request-id') ?? undefined;
    if (!answer.ok || body === null) {
      this.location = headers.get('location') ?? undefined;
      this.retryAfter = headers.get('retry-after');
      return body === null ? answer : new Response(await startOf(body, REFUSAL_BYTES), { status, headers });
    }
    const type = headers.get('content-type') ?? '';
    if (/\bjson\b/i.test(type)) return this.#streamed(body);
    if (/\bhtml\b/i.test(type)) {
      const text = await startOf(body, REFUSAL_BYTES);
      return this.#fail({ why: 'the answer is a page for a browser; look at the address of the endpoint', text });
    }
    return new Response(body.pipeThrough(this.#watched()), { status, headers });
  };

  /** A whole completion as the one event of a stream. */
  async #streamed(body: ReadableStream<Uint8Array>): Promise<Response> {
    const text = await startOf(body, this.#lineBytes);
    let whole: unknown;
    try {
      whole = JSON.parse(text);
    } catch {
      return this.#fail({ why: 'the answer holds what is no JSON', text });
    }
    const { choices } = (typeof whole === 'object' && whole !== null ? whole : {}) as { choices?: unknown };
    const pieces = (Array.isArray(choices) ? choices : []).map((choice: { readonly message?: unknown } | null) => ({
      ...choice,
      delta: choice?.message,
    }));
    this.isDone = true;
    const event = JSON.stringify({ ...(whole as object), choices: pieces });
    return new Response(`data: ${event}\n\ndata: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  }

  #fail(garbled: Garbled): never {
    this.garbled = garbled;
    throw new Error(garbled.why);
  }

  #watched(): TransformStream<Uint8Array, Uint8Array> {
    let lineBytes = 0;
    let tail = '';
    return new TransformStream({
      transform: (part, controller) => {
        const end = part.lastIndexOf(LINE);
        lineBytes = end < 0 ? lineBytes + part.length : part.length - end - 1;
        if (lineBytes > this.#lineBytes) this.#fail({ why: 'a line of the answer has no end', text: '' });
        tail = (tail + Buffer.from(part.subarray(-DONE_BYTES)).toString('latin1')).slice(-DONE_BYTES);
        this.isDone ||= DONE.test(tail);
        controller.enqueue(part);
      },
    });
  }
}

/** As text, and no more of it than so many bytes. */
async function startOf(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part.subarray(0, mostBytes - length));
    length += part.length;
    // Leaving the loop gives the rest up.
    if (length > mostBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
