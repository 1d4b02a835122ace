// Values of every kind for properties, the nasty ones often: what JSON lacks, keys that JavaScript treats specially, texts
// that UTF-8 lacks, and values long enough to be stored on their own.
import fc from 'fast-check';
import { Bytes, Redacted, snapshot, Unrecorded, type Value } from '../../shared/model/value.ts';

/** Any UTF-16 text: lone surrogates and U+0000 included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
  },
  fc.constantFrom('', '\u0000', '\ud800', 'a\udc00', '__proto__', '$value', 'NaN', '"', '\u2028', '\u001b[31m'),
);

const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 5e-324, -1e308, 2 ** 53 + 2),
);

const anyScalar: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: anyNumber },
  { weight: 4, arbitrary: anyText },
  fc.constantFrom(null, true, false),
  fc.bigInt(),
  fc.uint8Array({ maxLength: 20 }).map((data) => new Bytes(data, 'image/png')),
  anyText.map((name) => new Redacted(name)),
  anyText.map((type) => new Unrecorded(type)),
  fc.integer({ min: 900, max: 3000 }).map((length) => 'long '.repeat(length / 5)),
);

export const anyKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.constantFrom('__proto__', '$value', 'constructor', 'toJSON', '1', '0', 'of'),
);

/** An object with exactly these keys in this order, `__proto__` as any other. */
export function objectOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}

/** What only looks like the public form of something else. */
const pretender: fc.Arbitrary<Value> = fc.constantFrom(
  { $value: 'NaN' },
  { $value: 'ref', id: 1 },
  { $value: 'object', of: { $value: 'bigint', text: '1' } },
  { of: { $value: 'ref', id: 1 } },
  { $value: 'unknown kind', a: [null] },
);

export const anyValue: fc.Arbitrary<Value> = fc
  .letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: anyScalar },
      fc.array(tie('value'), { maxLength: 5 }),
      fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 5 }).map((entries) => objectOf(entries) as Value),
      pretender,
      // Not of nested ones: two hundred times two hundred times … of them would never end.
      fc.array(anyScalar, { minLength: 1, maxLength: 3 }).map((items) => Array(60).fill(items) as Value),
    ),
  }))
  .value.map((value) => snapshot(value));

/** Ports with values. */
export const anyValues: fc.Arbitrary<Readonly<Record<string, Value>>> = fc
  .array(fc.tuple(anyKey, anyValue), { maxLength: 4 })
  .map((entries) => Object.freeze(objectOf(entries)));

/**
 * Where two things first differ, as a path, or undefined: kinds, classes, NaN, the sign of zero, and the order of keys
 * count. Independent of the code under test.
 */
export function difference(a: unknown, b: unknown, at = 'it'): string | undefined {
  if (Object.is(a, b)) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return at;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `the class of ${at}`;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0 ? undefined : at;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length || keys.some((key, i) => key !== others[i])) return `the keys of ${at}`;
  for (const key of keys) {
    const found = difference(fieldOf(a, key), fieldOf(b, key), `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldOf(holder: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}
