// Bytes as they are packed: a buffer that grows, with whole numbers in base 128, doubles and texts. What must hold: what
// ByteReader reads back is what was written, lone surrogates included.

/** Longer texts are written by the platform, shorter ones unit by unit, which is quicker. */
const BY_HAND = 48;

export class ByteWriter {
  bytes: Buffer;
  length = 0;
  readonly #double = new DataView(new ArrayBuffer(8));

  constructor(size = 4096) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    if (this.length >= this.bytes.length) this.#grow(1);
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53 - 1: seven bits a byte, the lowest first; the high bit says that more follow. */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** A whole number of less than 2^52, its sign in the lowest bit. */
  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2);
  }

  /** The low `count` bytes of a double's bits, exclusive-or'ed with those of `base`, the lowest first. */
  double(value: number, base: number, count: number): void {
    const view = this.#double;
    view.setFloat64(0, value, true);
    const low = view.getUint32(0, true);
    const high = view.getUint32(4, true);
    view.setFloat64(0, base, true);
    view.setUint32(0, low ^ view.getUint32(0, true), true);
    view.setUint32(4, high ^ view.getUint32(4, true), true);
    for (let i = 0; i < count; i++) this.byte(view.getUint8(i));
  }

  /** UTF-8 with its length in front. The text must be well formed. */
  text(text: string): void {
    if (text.length <= BY_HAND && isAscii(text)) {
      this.number(text.length);
      if (this.length + text.length > this.bytes.length) this.#grow(text.length);
      for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
      return;
    }
    const size = Buffer.byteLength(text, 'utf8');
    this.number(size);
    if (this.length + size > this.bytes.length) this.#grow(size);
    this.bytes.write(text, this.length, 'utf8');
    this.length += size;
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.bytes.length) this.#grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A view of what stands from `from` to the end; valid until the next write. */
  since(from: number): Buffer {
    return this.bytes.subarray(from, this.length);
  }

  #grow(more: number): void {
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** How many bytes of `value` exclusive-or `base` are left when the zeros at the high end are dropped. */
export function doubleBytes(value: number, base: number): number {
  scratch.setFloat64(0, value, true);
  const low = scratch.getUint32(0, true);
  const high = scratch.getUint32(4, true);
  scratch.setFloat64(0, base, true);
  const highDiff = high ^ scratch.getUint32(4, true);
  if (highDiff !== 0) return 8 - (Math.clz32(highDiff) >>> 3);
  return 4 - (Math.clz32(low ^ scratch.getUint32(0, true)) >>> 3);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
