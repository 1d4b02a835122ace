import { expect, it } from 'vitest';
import { byteLength, jsonRows, kindOf, previewText } from '../../../renderer/parts/jsonRows.ts';

const lines = (value: Parameters<typeof jsonRows>[0], ...open: string[]) =>
  jsonRows(value, new Set(open)).map((row) => `${'  '.repeat(row.depth)}${row.name ?? ''} ${row.path}`);

it('lays out only what is open', () => {
  const value = { a: { b: 1 }, c: [2, 3] };
  expect(lines(value)).toEqual([' ']);
  expect(lines(value, '')).toEqual([' ', '  a /a', '  c /c']);
  expect(lines(value, '', '/c')).toEqual([' ', '  a /a', '  c /c', '    0 /c/0', '    1 /c/1']);
});

it('keeps the order of keys and tells keys with slashes apart', () => {
  expect(lines({ 'b/c': 1, b: { c: 2 } }, '', '/b')).toEqual([' ', '  b/c /b~1c', '  b /b', '    c /b/c']);
});

it('lays a list of 250 items out in stretches of 100', () => {
  const rows = jsonRows(
    Array.from({ length: 250 }, (_, i) => i),
    new Set(['', '#200']),
  );
  expect(rows.slice(0, 4).map((row) => row.name)).toEqual([undefined, '0 … 99', '100 … 199', '200 … 249']);
  expect(rows).toHaveLength(4 + 50);
  expect(rows.at(-1)).toMatchObject({ path: '/249', name: '249', value: 249 });
});

it('shows what JSON lacks as what it is', () => {
  expect(kindOf({ $value: 'NaN' })).toEqual({ kind: 'plain', text: 'NaN' });
  expect(kindOf({ $value: 'bigint', text: '9007199254740993' })).toEqual({ kind: 'plain', text: '9007199254740993' });
  expect(kindOf({ $value: 'redacted', name: 'API_KEY' })).toEqual({ kind: 'redacted', text: 'redacted: API_KEY' });
  expect(kindOf({ $value: 'object', of: { $value: 1 } })).toEqual({ kind: 'object', entries: [['$value', 1]] });
});

it('previews a closed value in one line that is cut with an ellipsis', () => {
  expect(previewText({ x: 2, facing: 'N', path: [{ y: 1 }] })).toBe('{x: 2, facing: "N", path: [{…}]}');
  expect(previewText(Array.from({ length: 90 }, (_, i) => i))).toMatch(/^\[0, 1, .*, 19, …\]$/);
  expect(previewText({ text: 'x'.repeat(200) })).toBe(`{text: "${'x'.repeat(72)}…`);
});

it('counts the bytes of base64', () => {
  expect([byteLength(''), byteLength('AA=='), byteLength('AAA='), byteLength('AAAA')]).toEqual([0, 1, 2, 3]);
});
