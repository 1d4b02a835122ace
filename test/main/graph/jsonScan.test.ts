import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, scanJson } from '../../../main/graph/jsonScan.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a scan of JSON text', () => {
  it('finds no fault and no duplicate in what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, indent) => {
        expect(scanJson(JSON.stringify(value, null, indent))).toEqual({ duplicates: [] });
      }),
    );
  });

  it('finds a fault exactly where JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e9',
      '1',
      '-',
      '.5',
      'e3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        expect(scanJson(text).fault === undefined, text).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('finds a fault exactly where JSON.parse refuses, when one letter of good JSON is lost or replaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom('', '"', ',', '}', '\\', '0'), (value, at, put) => {
        const good = JSON.stringify(value);
        const place = at % good.length;
        const text = good.slice(0, place) + put + good.slice(place + 1);
        expect(scanJson(text).fault === undefined, text).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('tells line and column of a fault, counted from 1', () => {
    expect(scanJson('{\n  "a": 1,\n  "b": }\n').fault).toEqual({
      line: 3,
      column: 8,
      what: 'a value is expected, not "}"',
    });
  });

  it('tells every key that stands twice, with the place of the second', () => {
    const text = '{"nodes": [{"id": "a", "id": "b"}],\n "nodes": []}';
    expect(scanJson(text).duplicates).toEqual([
      { key: 'id', path: 'nodes[0]', line: 1, column: 24 },
      { key: 'nodes', path: '', line: 2, column: 2 },
    ]);
  });

  it('knows a key again that is written with escapes', () => {
    expect(scanJson('{"a": 1, "\\u0061": 2}').duplicates.map((twice) => twice.key)).toEqual(['a']);
  });

  it('refuses what is nested too deep to be walked', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(scanJson(deep(MAX_DEPTH)).fault).toBeUndefined();
    expect(scanJson(deep(100_000)).fault?.what).toContain('more than 500');
  });
});
