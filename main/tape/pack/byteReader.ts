// Packed bytes on their way back. What must hold: whatever the bytes are, nothing is read beyond their end and no number is
// larger than 2^53; a reader that meets what can't be throws a PackError, which its caller turns into damage of its tape.

/** What no writer of ours packs. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

export class ByteReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;
  readonly #double = new DataView(new ArrayBuffer(8));

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  byte(): number {
    if (this.#at >= this.#end) throw new PackError('it ends too early');
    return this.#bytes[this.#at++] as number;
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) throw new PackError('a number is too large');
        return value;
      }
      scale *= 128;
      if (scale > Number.MAX_SAFE_INTEGER) throw new PackError('a number is too large');
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(base: number, count: number): number {
    const view = this.#double;
    view.setFloat64(0, 0, true);
    for (let i = 0; i < count; i++) view.setUint8(i, this.byte());
    const low = view.getUint32(0, true);
    const high = view.getUint32(4, true);
    view.setFloat64(0, base, true);
    view.setUint32(0, low ^ view.getUint32(0, true), true);
    view.setUint32(4, high ^ view.getUint32(4, true), true);
    return view.getFloat64(0, true);
  }

  text(): string {
    return this.#bytes.toString('utf8', ...this.#span(this.number()));
  }

  /** The next `size` bytes, shared with the reader. */
  bytes(size: number): Buffer {
    return this.#bytes.subarray(...this.#span(size));
  }

  #span(size: number): [number, number] {
    if (size > this.left) throw new PackError('it ends too early');
    const from = this.#at;
    this.#at += size;
    return [from, this.#at];
  }
}
