// Bytes as they come → lines. What must hold: memory is bounded by the longest line, and that by LONGEST_LINE_BYTES; lines are counted
// from 1 as an editor counts them, whatever is wrong with them; where the bytes are cut into chunks makes no difference.

/** A line of more is not read: a text of JavaScript ends at 512 MB, and what a line stands for needs room several times. */
export const LONGEST_LINE_BYTES = 128 * 1024 * 1024;
/** So much is kept of one that is longer. */
const KEPT_BYTES = 64 * 1024;

export type ByteLine = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-text'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-long'; readonly bytes: Uint8Array; readonly size: number }
);

const NEWLINE = 10;
const RETURN = 13;

export class ByteLines {
  readonly #longest: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #parts: Buffer[] = [];
  /** Of the line so far, what is held and what is not. */
  #size = 0;
  #line = 0;

  constructor(longestBytes = LONGEST_LINE_BYTES) {
    this.#longest = longestBytes;
  }

  /** The lines that end in these bytes. */
  *take(chunk: Buffer): Generator<ByteLine> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, end));
      yield this.#ended();
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  /** The last line, where it has no newline. */
  *end(): Generator<ByteLine> {
    if (this.#size > 0) yield this.#ended();
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return;
    this.#size += part.length;
    if (this.#size <= this.#longest) {
      this.#parts.push(part);
      return;
    }
    this.#parts = [Buffer.concat([...this.#parts, part], Math.min(this.#size, KEPT_BYTES))];
  }

  #ended(): ByteLine {
    const line = ++this.#line;
    const size = this.#size;
    const whole = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    if (size > this.#longest) return { line, kind: 'too-long', bytes: whole, size };
    const bytes = whole[whole.length - 1] === RETURN ? whole.subarray(0, -1) : whole;
    try {
      const text = this.#decoder.decode(bytes);
      return { line, kind: 'text', text: line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text };
    } catch {
      // The bytes may lie in a buffer that is used again.
      return { line, kind: 'not-text', bytes: Uint8Array.from(bytes) };
    }
  }
}
