import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromThread, toThread } from '../../../shared/model/threadValue.ts';
import { Bytes, snapshot, type Value } from '../../../shared/model/value.ts';
import { anyValue, difference } from '../../support/anyValue.ts';

/** Lists within lists of two hundred make values of millions of parts, which prove no more and fill the memory. */
function isSmall(value: Value, left = { parts: 20_000 }): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Bytes) return true;
  return Object.values(value).every((part: Value) => left.parts-- > 0 && isSmall(part, left));
}

it.each([
  ['a thread', (data: unknown) => structuredClone(data)],
  ['a process', (data: unknown) => deserialize(serialize(data)) as unknown],
])('every value comes back from %s as what it was', (_, cross) => {
  fc.assert(
    fc.property(
      anyValue.filter((value) => isSmall(value)),
      (value) => {
        expect(difference(value, snapshot(fromThread(cross(toThread(value)))))).toBeUndefined();
      },
    ),
  );
});

it('what comes back can be changed without reaching the value', () => {
  const value = snapshot({ list: [1, { deep: [2] }] });
  const back = fromThread(structuredClone(toThread(value))) as { list: [number, { deep: number[] }] };
  back.list[1].deep.push(3);
  back.list.pop();
  expect(value).toEqual({ list: [1, { deep: [2] }] });
});

it('a value that needs no wrapping is posted as it is', () => {
  const value = snapshot({ a: [1, 'x', null, Number.NaN, { b: -0 }] });
  expect(toThread(value)).toBe(value);
});

it('bytes become what the receiver wants them to be', () => {
  const data = structuredClone(toThread(snapshot([new Bytes(Uint8Array.of(7), 'image/png')])));
  expect(fromThread(data, ({ mediaType, data: [first] }) => `${mediaType} ${first}`)).toEqual(['image/png 7']);
});
