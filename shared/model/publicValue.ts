// The public form of a value: JSON, with `{"$value": …}` for what JSON lacks (interfaces §3). The same form stands in the
// tape's rows, on the command line and in the contract's answers.
import { Bytes, isRecord, Redacted, snapshot, Unrecorded, type Value, type ValueRecord } from './value.ts';

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
  if (Array.isArray(value)) {
    const made = value.map(toPublic);
    return made.every((item, i) => item === value[i]) ? (value as PublicValue) : made;
  }
  if (value instanceof Bytes) return { $value: 'bytes', mediaType: value.mediaType, base64: toBase64(value.data) };
  if (value instanceof Redacted) return { $value: 'redacted', name: value.name };
  if (value instanceof Unrecorded) return { $value: 'unrecorded', type: value.type };
  const source = value as ValueRecord;
  let same = true;
  const made: Record<string, PublicValue> = {};
  for (const key of Object.keys(source)) {
    const inner = source[key] as Value;
    const item = toPublic(inner);
    if (item !== inner) same = false;
    if (key === '__proto__') Object.defineProperty(made, key, { value: item, enumerable: true });
    else made[key] = item;
  }
  const plain = same ? (source as PublicValue) : made;
  return Object.hasOwn(source, '$value') ? { $value: 'object', of: plain } : plain;
}

/**
 * The value that JSON data in the public form stands for. A `$value` of an unknown kind is kept as the object it is, so
 * that nothing is lost of what a newer version wrote.
 */
export function fromPublic(data: unknown): Value {
  return snapshot(unwrap(data));
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
      return typeof record.base64 === 'string'
        ? new Bytes(fromBase64(record.base64), String(record.mediaType ?? 'application/octet-stream'))
        : unwrapKeys(record);
    case 'redacted':
      return new Redacted(String(record.name));
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
    if (key === '__proto__') Object.defineProperty(made, key, { value, enumerable: true });
    else made[key] = value;
  }
  return made;
}

/** Public form of a record of values (ports, slots). */
export function toPublicRecord(values: Readonly<Record<string, Value>>): Record<string, PublicValue> {
  const made: Record<string, PublicValue> = {};
  for (const key of Object.keys(values)) {
    const item = toPublic(values[key] as Value);
    if (key === '__proto__') Object.defineProperty(made, key, { value: item, enumerable: true });
    else made[key] = item;
  }
  return made;
}

export function fromPublicRecord(data: unknown): Record<string, Value> {
  const made: Record<string, Value> = {};
  if (!isRecord(data)) return made;
  for (const key of Object.keys(data)) {
    const value = fromPublic(data[key]);
    if (key === '__proto__') Object.defineProperty(made, key, { value, enumerable: true });
    else made[key] = value;
  }
  return made;
}

const CHUNK = 0x8000;

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
