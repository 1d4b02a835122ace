// A value as it crosses to another thread or process. Structured clone keeps NaN, -0, bigint, Uint8Array and the order of keys, but
// drops prototypes, so Bytes, Redacted and Unrecorded travel in a Map: no value holds one, so nothing else looks like it.
import { Bytes, isRecord, Redacted, Unrecorded, type Value } from './value.ts';

/** What may be posted. Shares with the value what needs no wrapping, so it must not be changed. */
export function toThread(value: Value): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const made = value.map(toThread);
    return made.every((item, i) => Object.is(item, value[i])) ? value : made;
  }
  if (value instanceof Bytes) return envelope('bytes', value.mediaType, value.data);
  if (value instanceof Redacted) return envelope('redacted', value.name, value.hash);
  if (value instanceof Unrecorded) return envelope('unrecorded', value.type);
  if (!isRecord(value)) return value;
  let same = true;
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner = value[key] as Value;
    const item = toThread(inner);
    if (!Object.is(item, inner)) same = false;
    // Assigning to `__proto__` would set the prototype and lose the key.
    if (key === '__proto__') Object.defineProperty(made, key, { value: item, enumerable: true });
    else made[key] = item;
  }
  return same ? value : made;
}

function envelope(kind: string, name: string, data?: Uint8Array | string): Map<string, unknown> {
  return new Map<string, unknown>([
    ['kind', kind],
    ['name', name],
    ['data', data],
  ]);
}

/**
 * What a posted value stands for; `data` is the receiver's own copy and is changed in place. The result can be changed
 * freely. `revive` says what bytes become here.
 */
export function fromThread(data: unknown, revive: (bytes: Bytes) => unknown = (bytes) => bytes): unknown {
  if (typeof data !== 'object' || data === null || data instanceof Uint8Array) return data;
  if (data instanceof Map) {
    const name = String(data.get('name'));
    switch (data.get('kind')) {
      case 'bytes':
        return revive(new Bytes(data.get('data') as Uint8Array, name));
      case 'redacted':
        return new Redacted(name, data.get('data') as string | undefined);
      default:
        return new Unrecorded(name);
    }
  }
  const holder = data as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    const inner = holder[key];
    if (typeof inner === 'object' && inner !== null) holder[key] = fromThread(inner, revive);
  }
  return holder;
}
