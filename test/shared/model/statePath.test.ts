import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cursorSlot,
  parseSlot,
  parseStatePath,
  stateSlot,
  valueAtPath,
  withoutValueAtPath,
  withValueAtPath,
} from '../../../shared/model/statePath.ts';
import { snapshot, type Value, valuesEqual } from '../../../shared/model/value.ts';
import { anyKey, anyText, anyValue } from '../../support/anyValue.ts';

/** A number now and then, so that paths lead into lists. */
const part = fc.oneof(fc.nat(12).map(String), anyKey);
const path = fc.array(part, { minLength: 1, maxLength: 4 });

/** Small, so that paths meet what is there. */
const small = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Value>(null, 'text', 7),
    fc.array(tie('value'), { maxLength: 4 }).map((list) => snapshot(list)),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__'), tie('value')).map((record) => snapshot(record)),
  ),
})).value;
const smallPath = fc.array(fc.constantFrom('a', 'b', '0', '1', '3', '__proto__'), { minLength: 1, maxLength: 4 });

describe('the address of a slot', () => {
  it('leads back to its path, whatever the keys are', () => {
    fc.assert(
      fc.property(path, (keys) => {
        expect(parseSlot(stateSlot(keys))).toEqual({ kind: 'state', path: keys });
      }),
    );
  });

  it('leads back to the name of its cursor', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(parseSlot(cursorSlot(name))).toEqual({ kind: 'cursor', name });
      }),
    );
  });

  it('is the address of one path alone', () => {
    fc.assert(
      fc.property(path, path, (a, b) => {
        expect(stateSlot(a) === stateSlot(b)).toBe(a.length === b.length && a.every((key, i) => key === b[i]));
      }),
    );
  });

  it.each([
    [['a', 'b', '2'], 'state.a.b[2]'],
    [['0', '1'], 'state.0[1]'],
    [['a.b', 'c[0]'], 'state.a%2Eb.c%5B0%5D'],
    [[''], 'state.'],
  ])('of %j is %s', (keys, address) => {
    expect(stateSlot(keys)).toBe(address);
  });

  it('of a pivot or a container is none of a socket graph', () => {
    expect([parseSlot('loop.init_x'), parseSlot('state'), parseSlot('cursors.i')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a path as a file writes it', () => {
  it.each([
    ['a', ['a']],
    ['a.b[1]', ['a', 'b', '1']],
    ['a.b.1', ['a', 'b', '1']],
    ['a[0][12].c', ['a', '0', '12', 'c']],
    ['a[x]', ['a[x]']],
  ])('%s is %j', (text, keys) => {
    expect(parseStatePath(text)).toEqual(keys);
  });

  it.each(['', '.', 'a.', '.a', 'a..b', '[0]'])('"%s" is none', (text) => {
    expect(parseStatePath(text)).toBeUndefined();
  });
});

describe('a value at a path', () => {
  it('is there once it was written, and what it was written into is unchanged', () => {
    fc.assert(
      fc.property(anyValue, path, anyValue, (root, keys, value) => {
        const before = snapshot(root);
        const after = withValueAtPath(root, keys, value);
        expect(valuesEqual(valueAtPath(after, keys), value)).toBe(true);
        expect(valuesEqual(root, before)).toBe(true);
        expect(Object.isFrozen(after)).toBe(true);
      }),
    );
  });

  it('does not touch what lies elsewhere', () => {
    fc.assert(
      fc.property(small, smallPath, smallPath, (root, written, other) => {
        const shared = written.findIndex((key, i) => key !== other[i]);
        // One of both holds the other.
        fc.pre(shared >= 0 && shared < other.length);
        const held = valueAtPath(root, other);
        fc.pre(held !== undefined);
        const after = withValueAtPath(root, written, 'new');
        // But for a list in the way of a name, which can't hold it.
        const way = valueAtPath(root, written.slice(0, shared));
        fc.pre(!(Array.isArray(way) && !/^\d+$/.test(written[shared] as string)));
        expect(valuesEqual(valueAtPath(after, other), held)).toBe(true);
      }),
    );
  });

  it('written a second time the same way changes nothing more', () => {
    fc.assert(
      fc.property(small, smallPath, small, (root, keys, value) => {
        const once = withValueAtPath(root, keys, value);
        expect(valuesEqual(withValueAtPath(once, keys, value), once)).toBe(true);
      }),
    );
  });

  it('is gone once it was taken away, or null in a list', () => {
    fc.assert(
      fc.property(small, smallPath, small, (root, keys, value) => {
        const without = withoutValueAtPath(withValueAtPath(root, keys, value), keys);
        expect([undefined, null]).toContain(valueAtPath(without, keys));
        // Where nothing was, nothing is taken.
        const missing = [...keys, 'nowhere'];
        expect(withoutValueAtPath(without, missing)).toBe(without);
      }),
    );
  });

  it('is never found on what objects inherit', () => {
    const root = snapshot({ a: {}, list: [] });
    for (const key of ['constructor', '__proto__', 'toString', 'length'])
      expect([valueAtPath(root, [key]), valueAtPath(root, ['a', key]), valueAtPath(root, ['list', key])]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
  });

  it('far beyond the end of a list does not fill it up: the list becomes an object', () => {
    const root = snapshot({ list: ['x'] });
    expect(withValueAtPath(root, ['list', '99999999999'], 'far')).toEqual({ list: { 0: 'x', 99999999999: 'far' } });
    expect(withValueAtPath(root, ['list', '3'], 'near')).toEqual({ list: ['x', null, null, 'near'] });
  });
});
