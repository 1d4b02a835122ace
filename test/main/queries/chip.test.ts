import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHIP_TEXT, chipOf, namedValue } from '../../../main/queries/chip.ts';
import { Bytes, Redacted, snapshot, Unrecorded } from '../../../shared/model/value.ts';

const place = { seq: 3, field: ['value'] };

describe('the text of a chip', () => {
  it.each([
    ['text', 'LEFT', '"LEFT"'],
    ['number', -0, '-0'],
    ['number', Number.NaN, 'NaN'],
    ['number', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['number', 12345678901234567890n, '12345678901234567890n'],
    ['boolean', false, 'false'],
    ['null', null, 'null'],
    ['list', [1, [2, 'x']], '[1, [2, "x"]]'],
    ['object', { x: 2, 'a b': { y: null } }, '{x: 2, "a b": {y: null}}'],
    ['bytes', new Bytes(new Uint8Array(1234), 'image/png'), 'image/png, 1,234 bytes'],
    ['redacted', new Redacted('API_KEY'), 'redacted: API_KEY'],
    ['unrecorded', new Unrecorded('Date'), 'could not be recorded: Date'],
  ])('of %s is one readable line', (type, value, text) => {
    expect(chipOf(snapshot(value))).toMatchObject({ type, text });
  });

  it.each([
    ['a line end', 'a\nb', '"a\\nb"'],
    ['an escape that would drive a terminal', 'a\u001b[31m', '"a\\u001b[31m"'],
    ['a character that turns the reading direction', 'a\u202eb', '"a\\u202eb"'],
    ['an isolate', 'a\u2066b', '"a\\u2066b"'],
    ['a zero-width space', 'a\u200bb', '"a\\u200bb"'],
    ['a tag', 'a\u{e0041}b', '"a\\u{e0041}b"'],
    ['half a pair', 'a\ud800b', '"a\\ud800b"'],
  ])('shows %s as what it is', (_what, value, text) => {
    expect(chipOf(value).text).toBe(text);
  });

  it('shows such characters in the keys of objects and the names of types too', () => {
    expect(chipOf(snapshot({ 'a\u202eb': 1 })).text).toBe('{"a\\u202eb": 1}');
    expect(chipOf(new Redacted('x\ny')).text).toBe('redacted: x\\ny');
  });

  it('is cut to 120 characters with an ellipsis, never within a pair', () => {
    const cut = chipOf('x'.repeat(500)).text;
    expect(cut).toBe(`"${'x'.repeat(118)}…`);
    expect(chipOf('😀'.repeat(200)).text.isWellFormed()).toBe(true);
  });

  it('is one line of at most 120 characters for every value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const { text } = chipOf(snapshot(json));
        expect(text.length).toBeLessThanOrEqual(CHIP_TEXT);
        expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });

  it('of a huge list costs only what it shows', () => {
    const value = snapshot(Array.from({ length: 1000 }, () => 7));
    expect(chipOf(value).text).toMatch(/^\[7, 7, .*…$/);
    // Length of the JSON: 1000 digits, 999 commas, two brackets.
    expect(chipOf(value).size).toBe(2001);
    expect(chipOf(value)).toBe(chipOf(value));
  });
});

it('equal values have one identity, whatever the order of their keys', () => {
  expect(chipOf(snapshot({ a: 1, b: [2] })).identity).toBe(chipOf(snapshot({ b: [2], a: 1 })).identity);
  expect(chipOf(snapshot({ a: 1 })).identity).not.toBe(chipOf(snapshot({ a: '1' })).identity);
});

it('a named value is whole up to 4,096 units and a chip beyond', () => {
  expect(namedValue('x', 'a'.repeat(4094), place).value).toBe('a'.repeat(4094));
  expect(namedValue('x', 'a'.repeat(4095), place)).not.toHaveProperty('value');
  expect(namedValue('x', Number.NaN, place)).toMatchObject({ place, value: { $value: 'NaN' } });
});
