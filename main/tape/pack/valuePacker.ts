// Values as bytes, each held against one that stood in its place before: what did not change is not written again, be it
// an item of a list, a field of a record or the two ends of a text. What must hold: valueUnpacker.ts, given the same value to
// hold against, gives back exactly the same; what is long in itself is a blob.
import { toPublic } from '../../../shared/model/publicValue.ts';
import { isRecord, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { type ByteWriter, doubleBytes } from './byteWriter.ts';
import { counterOf } from './counted.ts';
import { exactly } from './exactly.ts';
import { CHANGE_MOST, DROPPED_MOST, INLINE_MOST, NESTED_MOST, TABLE_TEXT_MOST, TAG } from './tags.ts';

/** Where long values go: their id. */
export type BlobOf = (value: Value) => number;

/** The largest whole number that is written with its sign in a bit. */
const WHOLE_MOST = 2 ** 51;
const THOUSANDTHS_MOST = 1e9;
/** What is nested deeper is a blob. */
const DEPTH_MOST = 100;

interface KeysNode {
  id: number;
  readonly next: Map<string, KeysNode>;
}

export class ValuePacker {
  readonly #out: ByteWriter;
  readonly #blobOf: BlobOf;
  readonly #texts = new Map<string, number>();
  /** What was added to the tables, in order, so that it can be taken back with the bytes that added it. */
  #textLog: string[] = [];
  #keys: KeysNode = { id: -1, next: new Map() };
  #keysLog: KeysNode[] = [];
  #depth = 0;
  /** Bytes that went into naming blobs. */
  #blobBytes = 0;

  constructor(out: ByteWriter, blobOf: BlobOf) {
    this.#out = out;
    this.#blobOf = blobOf;
  }

  /** Forgets its tables, as its reader does where a chunk begins. */
  clear(): void {
    this.#texts.clear();
    this.#textLog = [];
    this.#keys = { id: -1, next: new Map() };
    this.#keysLog = [];
    this.#depth = 0;
    this.#blobBytes = 0;
  }

  put(value: Value, base: Value | undefined): void {
    switch (typeof value) {
      case 'number':
        this.#putNumber(value, base);
        break;
      case 'string':
        this.putText(value, base);
        break;
      case 'boolean':
        this.#out.byte(value ? TAG.true : TAG.false);
        break;
      case 'object':
        if (value === null) this.#out.byte(TAG.null);
        else this.#putObject(value, base);
        break;
      default:
        this.#putJson(value);
    }
  }

  putText(text: string, base: Value | undefined): void {
    const out = this.#out;
    const isShort = text.length <= TABLE_TEXT_MOST;
    if (isShort) {
      const known = this.#texts.get(text);
      if (known !== undefined) {
        out.byte(TAG.knownText);
        out.number(known);
        return;
      }
      this.#addText(text);
    }
    if (typeof base === 'string' && this.#putTextChange(text, base)) return;
    if (text.length > this.#inlineMost()) this.#putBlob(text);
    else if (text.isWellFormed()) {
      out.byte(TAG.text);
      out.text(text);
    } else {
      out.byte(TAG.textJson);
      out.text(JSON.stringify(text));
    }
  }

  /** A text that may be in the table already, without a tag: keys of records and of events. */
  putKey(key: string): void {
    const known = this.#texts.get(key);
    if (known !== undefined) this.#out.number(known + 1);
    else {
      this.#out.number(0);
      this.#addText(key);
      // A key may hold what UTF-8 lacks.
      this.#out.text(JSON.stringify(key));
    }
  }

  /** How long a text may be where it stands. */
  #inlineMost(): number {
    return this.#depth === 0 ? INLINE_MOST : NESTED_MOST;
  }

  #addText(text: string): void {
    this.#texts.set(text, this.#texts.size);
    this.#textLog.push(text);
  }

  #putNumber(value: number, base: Value | undefined): void {
    const out = this.#out;
    if (isWhole(value)) {
      const step = isWhole(base) ? value - base : value;
      const isStep = Math.abs(step) < Math.abs(value);
      out.byte(isStep ? TAG.wholeStep : TAG.whole);
      out.signed(isStep ? step : value);
      return;
    }
    const thousandths = Math.round(value * 1000);
    if (Math.abs(thousandths) < THOUSANDTHS_MOST && thousandths / 1000 === value && !Object.is(value, -0)) {
      out.byte(TAG.thousandths);
      out.signed(thousandths);
      return;
    }
    const against = typeof base === 'number' ? base : 0;
    const count = doubleBytes(value, against);
    out.byte(TAG.double + count);
    out.double(value, against, count);
  }

  #putTextChange(text: string, base: string): boolean {
    const out = this.#out;
    const counter = counterOf(base, text);
    if (counter !== undefined && counter.before.length + counter.after.length > 1) {
      out.byte(TAG.textCount);
      out.number(counter.before.length);
      out.signed(counter.step);
      return true;
    }
    const most = Math.min(base.length, text.length);
    let front = 0;
    if (most > 0 && text.length > base.length && text.startsWith(base)) front = base.length;
    else while (front < most && base.charCodeAt(front) === text.charCodeAt(front)) front++;
    let back = 0;
    const backMost = most - front;
    while (back < backMost && base.charCodeAt(base.length - 1 - back) === text.charCodeAt(text.length - 1 - back))
      back++;
    const between = text.length - front - back;
    const inline = this.#inlineMost();
    if (front + back < 4 || (text.length > inline && between > text.length / 2)) return false;
    const middle = text.slice(front, front + between);
    if (middle.length <= inline && !middle.isWellFormed()) return false;
    out.byte(TAG.textChange);
    out.number(front);
    out.number(back);
    if (middle.length > inline) this.#putBlob(middle);
    else {
      out.byte(TAG.text);
      out.text(middle);
    }
    return true;
  }

  #putObject(value: Exclude<Value, null | boolean | number | bigint | string>, base: Value | undefined): void {
    const out = this.#out;
    const isList = Array.isArray(value);
    if (value === base) {
      out.byte(TAG.same);
      return;
    }
    if (!isList && !isRecord(value)) {
      this.#putJson(value);
      return;
    }
    if (this.#depth >= DEPTH_MOST) {
      this.#putBlob(value);
      return;
    }
    const from = out.length;
    const blobBytes = this.#blobBytes;
    const texts = this.#textLog.length;
    const keys = this.#keysLog.length;
    this.#depth++;
    const fits = isList ? this.#putList(value, base) : this.#putRecord(value, base);
    this.#depth--;
    if (fits) return;
    out.length = from;
    this.#blobBytes = blobBytes;
    this.#takeBack(texts, keys);
    this.#putBlob(value);
  }

  /** The most bytes that a list or record may take, told by where it begins: those that name blobs are given to it. */
  #endOf(from: number, isChange: boolean): () => number {
    const before = this.#blobBytes;
    // What is in it has a depth of one more.
    const most = isChange ? CHANGE_MOST : this.#depth <= 1 ? INLINE_MOST : NESTED_MOST;
    return () => from + most + this.#blobBytes - before;
  }

  #takeBack(texts: number, keys: number): void {
    while (this.#textLog.length > texts) this.#texts.delete(this.#textLog.pop() as string);
    while (this.#keysLog.length > keys) (this.#keysLog.pop() as KeysNode).id = -1;
  }

  /** False where it became too long to stand here. */
  #putList(list: readonly Value[], base: Value | undefined): boolean {
    const out = this.#out;
    const from = out.length;
    const against = Array.isArray(base) ? (base as readonly Value[]) : undefined;
    let dropped = 0;
    let kept = 0;
    if (against !== undefined && against.length > 0 && list.length > 0) {
      const most = Math.min(against.length, DROPPED_MOST);
      while (dropped < most && !exactly(against[dropped], list[0])) dropped++;
      if (dropped < most) {
        kept = 1;
        while (kept < list.length && dropped + kept < against.length && exactly(against[dropped + kept], list[kept]))
          kept++;
      }
    }
    if (kept > 0) {
      out.byte(TAG.listChange);
      out.number(dropped);
      out.number(kept);
      out.number(list.length - kept);
    } else {
      dropped = 0;
      out.byte(TAG.list);
      out.number(list.length);
    }
    const end = this.#endOf(from, kept > 0);
    for (let i = kept; i < list.length; i++) {
      const beside = against?.[dropped + i] ?? list[i - 1];
      this.put(list[i] as Value, beside);
      if (out.length > end()) return false;
    }
    return true;
  }

  /** False where it became too long to stand here. */
  #putRecord(record: ValueRecord, base: Value | undefined): boolean {
    const out = this.#out;
    const from = out.length;
    const keys = Object.keys(record);
    if (base !== undefined && isRecord(base) && haveKeys(base, keys)) {
      out.byte(TAG.recordChange);
      const end = this.#endOf(from, true);
      let same = 0;
      for (const key of keys) {
        if (exactly(base[key], record[key])) {
          same++;
          continue;
        }
        out.number(same);
        same = 0;
        this.put(record[key] as Value, base[key]);
        if (out.length > end()) return false;
      }
      // The rest, where there is one, is as it was.
      if (same > 0) out.number(same);
      return true;
    }
    out.byte(TAG.record);
    this.#putKeys(keys);
    const end = this.#endOf(from, false);
    for (const key of keys) {
      this.put(record[key] as Value, undefined);
      if (out.length > end()) return false;
    }
    return true;
  }

  #putKeys(keys: readonly string[]): void {
    let node = this.#keys;
    for (const key of keys) {
      let next = node.next.get(key);
      if (next === undefined) {
        next = { id: -1, next: new Map() };
        node.next.set(key, next);
      }
      node = next;
    }
    this.#out.number(node.id + 1);
    if (node.id >= 0) return;
    node.id = this.#keysLog.length;
    this.#keysLog.push(node);
    this.#out.number(keys.length);
    for (const key of keys) this.putKey(key);
  }

  #putJson(value: Value): void {
    const text = JSON.stringify(toPublic(value));
    if (text.length > INLINE_MOST) this.#putBlob(value);
    else {
      this.#out.byte(TAG.json);
      this.#out.text(text);
    }
  }

  #putBlob(value: Value): void {
    const from = this.#out.length;
    this.#out.byte(TAG.blob);
    this.#out.number(this.#blobOf(value));
    this.#blobBytes += this.#out.length - from;
  }
}

function isWhole(value: Value | undefined): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value < WHOLE_MOST &&
    value > -WHOLE_MOST &&
    !Object.is(value, -0)
  );
}

function haveKeys(record: ValueRecord, keys: readonly string[]): boolean {
  const others = Object.keys(record);
  if (others.length !== keys.length) return false;
  for (let i = 0; i < keys.length; i++) if (others[i] !== keys[i]) return false;
  return true;
}
