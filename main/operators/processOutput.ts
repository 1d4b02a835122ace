// What is kept of an output that may have any length: its beginning and its end, with a line in between that says how much is missing.
// What must hold: memory is bounded by the limit; a character is kept whole or not at all; what is no text stays the bytes that it was.
import { isUtf8 } from 'node:buffer';
import { Bytes } from '../../shared/model/value.ts';

export interface Kept {
  /** Text where what is kept is valid UTF-8. */
  readonly value: string | Bytes;
  readonly totalBytes: number;
  readonly leftOutBytes: number;
}

export class KeptOutput {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  readonly #head = new GrowingBytes();
  readonly #tail = new GrowingBytes();
  #totalBytes = 0;

  /** @param limitBytes how much is kept, one half of it from each end */
  constructor(limitBytes: number) {
    this.#headLimit = Math.ceil(limitBytes / 2);
    this.#tailLimit = Math.floor(limitBytes / 2);
  }

  add(chunk: Buffer): void {
    this.#totalBytes += chunk.length;
    const room = this.#headLimit - this.#head.length;
    if (room > 0) this.#head.append(chunk.subarray(0, room));
    if (chunk.length <= room) return;
    this.#tail.append(chunk.subarray(Math.max(room, chunk.length - this.#tailLimit)));
    // Moved together only now and then, so that a byte costs the same however many there are.
    if (this.#tail.length > 2 * this.#tailLimit) this.#tail.keepLast(this.#tailLimit);
  }

  kept(): Kept {
    const totalBytes = this.#totalBytes;
    this.#tail.keepLast(this.#tailLimit);
    const head = this.#head.bytes();
    const tail = this.#tail.bytes();
    if (head.length + tail.length === totalBytes) {
      return { value: asValue(Buffer.concat([head, tail])), totalBytes, leftOutBytes: 0 };
    }
    const start = withoutCutEnd(head);
    const end = withoutCutStart(tail);
    const isText = isUtf8(start) && isUtf8(end);
    const parts = isText ? [start, end] : [head, tail];
    const leftOutBytes = totalBytes - parts.reduce((sum, part) => sum + part.length, 0);
    const missing = `[… ${grouped(leftOutBytes)} of ${grouped(totalBytes)} bytes are left out here …]`;
    const line = Buffer.from(`${parts[0]?.at(-1) === NEWLINE ? '' : '\n'}${missing}\n`);
    return { value: asValue(Buffer.concat([parts[0] as Buffer, line, parts[1] as Buffer])), totalBytes, leftOutBytes };
  }
}

const NEWLINE = 0x0a;

function asValue(bytes: Buffer): string | Bytes {
  return isUtf8(bytes) ? bytes.toString('utf8') : new Bytes(Uint8Array.from(bytes));
}

/** Without the first bytes of a character whose others are missing. */
function withoutCutEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Without the last bytes of a character whose first is missing. */
function withoutCutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] as number)) start++;
  return bytes.subarray(start);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** `209,715,200` */
function grouped(count: number): string {
  return count.toLocaleString('en');
}

class GrowingBytes {
  #data = Buffer.alloc(0);
  length = 0;

  append(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.#data.length) {
      const grown = Buffer.alloc(Math.max(needed, 2 * this.#data.length, 4096));
      this.#data.copy(grown, 0, 0, this.length);
      this.#data = grown;
    }
    chunk.copy(this.#data, this.length);
    this.length = needed;
  }

  keepLast(count: number): void {
    if (this.length <= count) return;
    this.#data.copyWithin(0, this.length - count, this.length);
    this.length = count;
  }

  bytes(): Buffer {
    return this.#data.subarray(0, this.length);
  }
}
