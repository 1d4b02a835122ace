// The public form of a value: JSON, with `{"$value": …}` for what JSON lacks (interfaces §3). The same form stands in the
// tape's rows, on the command line and in the contract's answers.
import { adopt, Bytes, isRecord, Redacted, snapshot, Unrecorded, type Value, type ValueRecord } from './value.ts';

export type PublicValue =
  | null
  | boolean
  | number
  | string
  | readonly PublicValue[]
  | { readonly [key: string]: PublicValue };

/** The value as JSON data. Shares what needs no wrapping with the value itself, so it must not be changed. */
export function toPublic(value: Value): PublicValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return publicNumber(value);
    case 'bigint':
      return { $value: 'bigint', text: value.toString() };
    default:
      return value === null ? null : publicObject(value);
  }
}

function publicNumber(value: number): PublicValue {
  if (Number.isFinite(value)) return Object.is(value, -0) ? { $value: '-0' } : value;
  return { $value: Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity' };
}

function publicObject(value: Exclude<Value, null | boolean | number | bigint | string>): PublicValue {
  if (Array.isArray(value)) return publicList(value);
  if (value instanceof Bytes) return { $value: 'bytes', mediaType: value.mediaType, base64: toBase64(value.data) };
  if (value instanceof Redacted) {
    return { $value: 'redacted', name: value.name, ...(value.hash === undefined ? {} : { hash: value.hash }) };
  }
  if (value instanceof Unrecorded) return { $value: 'unrecorded', type: value.type };
  const source = value as ValueRecord;
  const plain = publicFields(source);
  return Object.hasOwn(source, '$value') ? { $value: 'object', of: plain } : plain;
}

/** The list itself up to the first item that needs wrapping: most values are plain, and are then not copied. */
function publicList(source: readonly Value[]): PublicValue {
  let made: PublicValue[] | undefined;
  for (let i = 0; i < source.length; i++) {
    const inner = source[i] as Value;
    const item = toPublic(inner);
    if (made === undefined && item !== inner) made = source.slice(0, i) as PublicValue[];
    made?.push(item);
  }
  return made ?? (source as PublicValue);
}

function publicFields(source: ValueRecord): PublicValue {
  let made: Record<string, PublicValue> | undefined;
  const keys = Object.keys(source);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const inner = source[key] as Value;
    const item = toPublic(inner);
    if (made === undefined && item !== inner) {
      made = {};
      for (const earlier of keys.slice(0, i)) setOwn(made, earlier, source[earlier]);
    }
    if (made !== undefined) setOwn(made, key, item);
  }
  return made ?? (source as PublicValue);
}

/** Assigning to `__proto__` would set the prototype and lose the key. */
function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/**
 * The value that JSON data in the public form stands for. A `$value` of an unknown kind is kept as the object it is, so
 * that nothing is lost of what a newer version wrote.
 */
export function fromPublic(data: unknown): Value {
  return snapshot(unwrap(data));
}

/**
 * As `fromPublic`, but takes over `data`, which nobody else may hold: nothing is copied that needs no wrapping. For what
 * JSON.parse has just made.
 */
export function adoptPublic(data: unknown): Value {
  return adopt(unwrapInPlace(data));
}

function unwrapInPlace(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (!Array.isArray(data) && Object.hasOwn(data, '$value')) return unwrap(data);
  // Lists too: their keys are their places.
  const holder = data as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null) continue;
    const item = unwrapInPlace(inner);
    if (item !== inner) replaceOwn(holder, key, item);
  }
  return data;
}

function replaceOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value });
  else target[key] = value;
}

function unwrap(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(unwrap);
  const record = data as Record<string, unknown>;
  switch (Object.hasOwn(record, '$value') ? record.$value : undefined) {
    case undefined:
      return unwrapKeys(record);
    case 'NaN':
      return Number.NaN;
    case 'Infinity':
      return Number.POSITIVE_INFINITY;
    case '-Infinity':
      return Number.NEGATIVE_INFINITY;
    case '-0':
      return -0;
    case 'bigint':
      return typeof record.text === 'string' && /^-?\d+$/.test(record.text) ? BigInt(record.text) : unwrapKeys(record);
    case 'bytes':
      return typeof record.base64 === 'string' && isBase64(record.base64)
        ? new Bytes(fromBase64(record.base64), String(record.mediaType ?? 'application/octet-stream'))
        : unwrapKeys(record);
    case 'redacted':
      return new Redacted(String(record.name), typeof record.hash === 'string' ? record.hash : undefined);
    case 'unrecorded':
      return new Unrecorded(String(record.type));
    case 'object':
      return typeof record.of === 'object' && record.of !== null && !Array.isArray(record.of)
        ? unwrapKeys(record.of as Record<string, unknown>)
        : unwrapKeys(record);
    default:
      return unwrapKeys(record);
  }
}

function unwrapKeys(record: Record<string, unknown>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const value = unwrap(record[key]);
    setOwn(made, key, value);
  }
  return made;
}

/** Public form of a record of values (ports, slots). */
export function toPublicRecord(values: Readonly<Record<string, Value>>): Record<string, PublicValue> {
  const made: Record<string, PublicValue> = {};
  for (const key of Object.keys(values)) {
    const item = toPublic(values[key] as Value);
    setOwn(made, key, item);
  }
  return made;
}

export function fromPublicRecord(data: unknown): Record<string, Value> {
  const made: Record<string, Value> = {};
  if (!isRecord(data)) return made;
  for (const key of Object.keys(data)) {
    const value = fromPublic(data[key]);
    setOwn(made, key, value);
  }
  return made;
}

/** `atob` throws for anything else. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const CHUNK = 0x8000;

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

function toBase64(data: Uint8Array): string {
  let text = '';
  for (let i = 0; i < data.length; i += CHUNK) text += String.fromCharCode(...data.subarray(i, i + CHUNK));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  const raw = atob(text);
  const data = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) data[i] = raw.charCodeAt(i);
  return data;
}
