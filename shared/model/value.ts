// A value: an immutable datum that a loop carries. JSON's kinds, and what JSON lacks: NaN, the infinities, -0, whole
// numbers beyond 2^53 (bigint), bytes, a redacted stub, and a note of what could not be recorded (interfaces §1, §3).
// Every value inside the engine and the recorder went through `snapshot`, so nothing can change it afterwards.

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Bytes
  | Redacted
  | Unrecorded
  | readonly Value[]
  | ValueRecord;
export interface ValueRecord {
  readonly [key: string]: Value;
}
/** Port or slot name → value. A key that is absent is no value; `null` is one (semantics §1). */
export type Values = Readonly<Record<string, Value>>;

/** Raw bytes with their media type, such as an image. `data` must not be written to. */
export class Bytes {
  readonly mediaType: string;
  readonly data: Uint8Array;
  constructor(data: Uint8Array, mediaType = 'application/octet-stream') {
    this.data = data;
    this.mediaType = mediaType;
    Object.freeze(this);
  }
}

/**
 * The visible place of a secret that was kept off the tape. `hash` tells equal secrets of one run from others, by a key that is gone
 * with the run; absent where a foreign recorder gave none.
 */
export class Redacted {
  readonly name: string;
  readonly hash: string | undefined;
  constructor(name: string, hash?: string) {
    this.name = name;
    this.hash = hash;
    Object.freeze(this);
  }
}

/** Stands where something could not be recorded, and says of what type it was; never replaced by null. */
export class Unrecorded {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
    Object.freeze(this);
  }
}

/** Objects that `snapshot` made: known to be immutable all the way down. */
const known = new WeakSet<object>();

/** True where `value` is immutable all the way down, so that what was made of it once may be kept by its identity. */
export function isSnapshot(value: object): boolean {
  return known.has(value) || value instanceof Bytes || value instanceof Redacted || value instanceof Unrecorded;
}

/**
 * Takes over data that nobody else holds, such as what JSON.parse has just made: frozen in place instead of copied. It
 * may hold what JSON holds, and values.
 */
export function adopt(data: unknown): Value {
  if (typeof data !== 'object' || data === null) return data as Value;
  if (isSnapshot(data)) return data as Value;
  if (Array.isArray(data)) for (const item of data) adopt(item);
  else for (const key of Object.keys(data)) adopt((data as Record<string, unknown>)[key]);
  known.add(data);
  return Object.freeze(data) as Value;
}

export function isRecord(value: unknown): value is ValueRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Bytes) &&
    !(value instanceof Redacted) &&
    !(value instanceof Unrecorded)
  );
}

/**
 * An immutable copy of anything a program can hand over. Later changes to the original do not reach it. What is no value
 * (functions, symbols, dates, maps, cycles, undefined inside a container) becomes an `Unrecorded` that names its type.
 * Costs nothing for what is already a value.
 */
export function snapshot(source: unknown): Value {
  return copy(source, undefined);
}

function copy(source: unknown, above: object[] | undefined): Value {
  switch (typeof source) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return source;
    case 'undefined':
    case 'function':
    case 'symbol':
      return new Unrecorded(typeof source);
    case 'object':
      break;
  }
  if (source === null) return null;
  if (known.has(source)) return source as Value;
  if (source instanceof Bytes || source instanceof Redacted || source instanceof Unrecorded) return source;
  if (source instanceof Uint8Array) return new Bytes(Uint8Array.from(source));
  if (source instanceof ArrayBuffer) return new Bytes(new Uint8Array(source.slice(0)));
  if (above?.includes(source)) return new Unrecorded('circular');
  const path = above ?? [];
  path.push(source);
  const made = Array.isArray(source) ? copyList(source, path) : copyRecord(source, path);
  path.pop();
  return made;
}

function copyList(source: readonly unknown[], path: object[]): Value {
  const made: Value[] = new Array(source.length);
  for (let i = 0; i < source.length; i++) made[i] = copy(source[i], path);
  known.add(made);
  return Object.freeze(made);
}

function copyRecord(source: object, path: object[]): Value {
  const prototype: unknown = Object.getPrototypeOf(source);
  // An object from another realm (a worker, a vm) has a prototype of its own whose prototype is null.
  const plain = prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  if (!plain) return new Unrecorded(source.constructor?.name || 'object');
  const made: Record<string, Value> = {};
  for (const key of Object.keys(source)) {
    const value = copy((source as Record<string, unknown>)[key], path);
    // Assigning to `__proto__` would set the prototype and lose the key.
    if (key === '__proto__') Object.defineProperty(made, key, { value, enumerable: true });
    else made[key] = value;
  }
  known.add(made);
  return Object.freeze(made);
}

/** Truthy is all but null, false, 0, NaN, "", [], {} (semantics §1, Boundary). An absent value is not truthy. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0n) return false;
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  if (Array.isArray(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return true;
}

/** Equal ignores the order of keys; NaN equals NaN; -0 differs from 0 (interfaces §1). */
export function valuesEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => valuesEqual(item, b[i]));
  }
  if (a instanceof Bytes) {
    return (
      b instanceof Bytes &&
      a.mediaType === b.mediaType &&
      a.data.length === b.data.length &&
      a.data.every((byte, i) => byte === b.data[i])
    );
  }
  if (a instanceof Redacted) return b instanceof Redacted && a.name === b.name && a.hash === b.hash;
  if (a instanceof Unrecorded) return b instanceof Unrecorded && a.type === b.type;
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && valuesEqual(a[key], b[key]));
}

/** What a person calls the type of a value, for sentences. */
export function typeName(value: Value | undefined): string {
  if (value === undefined) return 'no value';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'bigint') return 'number';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return 'list';
  if (value instanceof Bytes) return 'bytes';
  if (value instanceof Redacted) return 'redacted';
  if (value instanceof Unrecorded) return `unrecorded ${value.type}`;
  return 'object';
}
