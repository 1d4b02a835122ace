// The identity of a value: equal values have one, different values have different ones, on every tape. Views turn it
// into a colour, so that a frozen input is one colour (interfaces §1).
import { toPublic } from './publicValue.ts';
import { isRecord, type Value } from './value.ts';

/** Texts up to this length are their own identity; longer ones are hashed to 106 bits. */
const SHORT = 24;

const cache = new WeakMap<object, string>();

/** A short text, the same for equal values (key order ignored) and only for them. */
export function identityOf(value: Value): string {
  if (typeof value !== 'object' || value === null) return shorten(JSON.stringify(toPublic(value)));
  const seen = cache.get(value);
  if (seen !== undefined) return seen;
  const made = shorten(canonical(value));
  cache.set(value, made);
  return made;
}

/** Public form with sorted keys and no white space: equal values have equal texts. */
function canonical(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(toPublic(value));
  const keys = Object.keys(value).sort();
  const body = keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Value)}`).join(',');
  // A record with a `$value` key of its own must not look like a wrapped one.
  return Object.hasOwn(value, '$value') ? `{"$value":"object","of":{${body}}}` : `{${body}}`;
}

function shorten(text: string): string {
  return text.length <= SHORT ? text : `#${hash53(text, 0)}${hash53(text, 0x9e3779b9)}`;
}

/** cyrb53 (bryc, public domain): 53 bits over UTF-16 units, as 11 base-36 digits. */
function hash53(text: string, seed: number): string {
  let h1 = 0xdeadbeef ^ seed;
  let h2 = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ unit, 2654435761);
    h2 = Math.imul(h2 ^ unit, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return (4294967296 * (2097151 & h2) + (h1 >>> 0)).toString(36).padStart(11, '0');
}

/** The hue in degrees (0 to 359) that stands for an identity. */
export function hueOf(identity: string): number {
  let h = 0;
  for (let i = 0; i < identity.length; i++) h = (Math.imul(h, 31) + identity.charCodeAt(i)) | 0;
  // The golden angle keeps small neighbours such as 1 and 2 far apart.
  return Math.floor((((h >>> 0) * 137.508) % 360) + 360) % 360;
}
