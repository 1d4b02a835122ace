// Packed values on their way back: the mirror of valuePacker.ts, over the same tables. What must hold: what is given out can't be
// changed by whoever gets it; bytes that no packer of ours wrote give a PackError and never more work than their length.
import { adoptPublic } from '../../../shared/model/publicValue.ts';
import { adopt, isRecord, type Value } from '../../../shared/model/value.ts';
import { type ByteReader, PackError } from './byteReader.ts';
import { countedFrom } from './counted.ts';
import { TABLE_TEXT_MOST, TAG } from './tags.ts';

/** The value of a blob. Throws where there is none. */
export type BlobAt = (id: number) => Value;

const DEPTH_MOST = 400;

export class ValueUnpacker {
  readonly #blobAt: BlobAt;
  readonly #texts: string[] = [];
  readonly #keys: (readonly string[])[] = [];
  #depth = 0;

  constructor(blobAt: BlobAt) {
    this.#blobAt = blobAt;
  }

  take(from: ByteReader, base: Value | undefined): Value {
    return this.taken(from, from.byte(), base);
  }

  /** The same for a tag that was read before. */
  taken(from: ByteReader, tag: number, base: Value | undefined): Value {
    switch (tag) {
      case TAG.null:
        return null;
      case TAG.false:
        return false;
      case TAG.true:
        return true;
      case TAG.same:
        if (base === undefined) throw new PackError('a value has nothing to be held against');
        return base;
      case TAG.whole:
        return from.signed();
      case TAG.wholeStep:
        return numberIn(base) + from.signed();
      case TAG.thousandths:
        return from.signed() / 1000;
      case TAG.knownText:
        return this.#textAt(from.number());
      case TAG.text:
        return this.#added(from.text());
      case TAG.textChange:
        return this.#added(this.#changedText(from, textIn(base)));
      case TAG.textCount:
        return this.#added(countedText(from, textIn(base)));
      case TAG.textJson:
        return this.#added(jsonText(from));
      case TAG.list:
      case TAG.listChange:
      case TAG.record:
      case TAG.recordChange:
        return this.#container(from, tag, base);
      case TAG.json:
        return adoptPublic(json(from));
      case TAG.blob:
        return this.#blobAt(from.number());
      default:
        if (tag < TAG.double || tag > TAG.double + 8) throw new PackError(`a value begins with ${tag}`);
        return from.double(typeof base === 'number' ? base : 0, tag - TAG.double);
    }
  }

  takeKey(from: ByteReader): string {
    const place = from.number();
    if (place > 0) return this.#textAt(place - 1);
    const key = jsonText(from);
    this.#texts.push(key);
    return key;
  }

  #added(text: string): string {
    if (text.length <= TABLE_TEXT_MOST) this.#texts.push(text);
    return text;
  }

  #textAt(place: number): string {
    const text = this.#texts[place];
    if (text === undefined) throw new PackError('a text is not in the table');
    return text;
  }

  #changedText(from: ByteReader, base: string): string {
    const front = from.number();
    const back = from.number();
    if (front + back > base.length) throw new PackError('a text keeps more than there was');
    const tag = from.byte();
    const middle = tag === TAG.text ? from.text() : tag === TAG.blob ? this.#blobAt(from.number()) : undefined;
    if (typeof middle !== 'string') throw new PackError('the middle of a text is none');
    return base.slice(0, front) + middle + base.slice(base.length - back);
  }

  #container(from: ByteReader, tag: number, base: Value | undefined): Value {
    if (this.#depth >= DEPTH_MOST) throw new PackError('it is nested too deep');
    this.#depth++;
    try {
      if (tag === TAG.list || tag === TAG.listChange) return this.#list(from, tag, base);
      return this.#record(from, tag, base);
    } finally {
      this.#depth--;
    }
  }

  #list(from: ByteReader, tag: number, base: Value | undefined): Value {
    const against = Array.isArray(base) ? (base as readonly Value[]) : undefined;
    const dropped = tag === TAG.list ? 0 : from.number();
    const kept = tag === TAG.list ? 0 : from.number();
    const more = from.number();
    if (more > from.left) throw new PackError('a list is longer than its bytes');
    if (kept > 0 && (against === undefined || dropped + kept > against.length)) {
      throw new PackError('a list keeps more than there was');
    }
    const list: Value[] = kept > 0 ? (against as readonly Value[]).slice(dropped, dropped + kept) : [];
    for (let i = kept; i < kept + more; i++) list.push(this.take(from, against?.[dropped + i] ?? list[i - 1]));
    return adopt(list);
  }

  #record(from: ByteReader, tag: number, base: Value | undefined): Value {
    const made: Record<string, Value> = {};
    if (tag === TAG.record) {
      for (const key of this.#recordKeys(from)) set(made, key, this.take(from, undefined));
      return adopt(made);
    }
    if (base === undefined || !isRecord(base)) throw new PackError('a record has nothing to be held against');
    const keys = Object.keys(base);
    for (let i = 0; i < keys.length; ) {
      const same = from.number();
      if (same > keys.length - i) throw new PackError('a record keeps more than there was');
      for (const end = i + same; i < end; i++) set(made, keys[i] as string, base[keys[i] as string] as Value);
      if (i >= keys.length) break;
      const key = keys[i++] as string;
      set(made, key, this.take(from, base[key]));
    }
    return adopt(made);
  }

  #recordKeys(from: ByteReader): readonly string[] {
    const place = from.number();
    if (place > 0) {
      const known = this.#keys[place - 1];
      if (known === undefined) throw new PackError('keys are not in the table');
      return known;
    }
    const count = from.number();
    if (count > from.left) throw new PackError('a record is longer than its bytes');
    // Its place comes before the places of records inside it.
    const keys: string[] = [];
    this.#keys.push(keys);
    for (let i = 0; i < count; i++) keys.push(this.takeKey(from));
    return keys;
  }
}

/** Assigning to `__proto__` would set the prototype and lose the key. */
export function set(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true });
  else target[key] = value;
}

function numberIn(base: Value | undefined): number {
  if (typeof base !== 'number') throw new PackError('a number has nothing to be held against');
  return base;
}

function textIn(base: Value | undefined): string {
  if (typeof base !== 'string') throw new PackError('a text has nothing to be held against');
  return base;
}

function countedText(from: ByteReader, base: string): string {
  const text = countedFrom(base, from.number(), from.signed());
  if (text === undefined) throw new PackError('a text has no number there');
  return text;
}

function json(from: ByteReader): unknown {
  const text = from.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PackError(error instanceof Error ? error.message : String(error));
  }
}

function jsonText(from: ByteReader): string {
  const text = json(from);
  if (typeof text !== 'string') throw new PackError('a text is none');
  return text;
}
