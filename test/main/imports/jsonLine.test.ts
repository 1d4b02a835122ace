import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonLine } from '../../../main/imports/jsonLine.ts';

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const read = jsonLine(text);
  if (!read.ok) throw new Error(read.message);
  return read.fields;
}

it('give whole numbers that no double holds as what they are, and every other number as it was written', () => {
  // 2^53 + 1 is between two doubles; 2^53 + 2 is one.
  expect(
    fieldsOf('{"a": 9007199254740993, "b": 9007199254740994, "c": -12345678901234567890, "d": 1e400, "e": 0.1}'),
  ).toEqual({
    a: 9007199254740993n,
    b: 9007199254740994,
    c: -12345678901234567890n,
    d: Number.POSITIVE_INFINITY,
    e: 0.1,
  });
  expect(Object.is(fieldsOf('{"a": -0}').a, -0)).toBe(true);
});

it('give back every number that was written as one', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
      fc.pre(!Object.is(n, -0));
      expect(fieldsOf(JSON.stringify({ n }))).toEqual({ n });
    }),
    { numRuns: 500 },
  );
});

it('name keys that stand twice, and take the last', () => {
  const read = jsonLine('{"a": 1, "b": {"c:": ["}", {"d": 1, "\\u0064": 2}], "c:": 3}, "a": 2}');
  expect(read).toEqual({ ok: true, fields: { a: 2, b: { 'c:': 3 } }, duplicates: ['b.c:.[].d', 'b.c:', 'a'] });
});

it('find no key twice where none is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      expect(jsonLine(JSON.stringify(data))).toMatchObject({ ok: true, duplicates: [] });
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['oops', 'not-json', /no JSON/],
  ['{"a": NaN}', 'not-json', /\{"\$value": "NaN"\}/],
  ['{"a": 1', 'not-json', /one whole event/],
  ['[1]', 'not-an-object', /no object/],
  ['7', 'not-an-object', /no object/],
  [`{"a": ${'['.repeat(2000)}${']'.repeat(2000)}}`, 'too-deep', /flatter/],
])('say of %.20s… what is wrong and what to do', (text, code, sentence) => {
  expect(jsonLine(text)).toMatchObject({ ok: false, code, message: expect.stringMatching(sentence) });
});
