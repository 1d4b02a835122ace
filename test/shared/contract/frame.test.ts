// The frames of the web host's socket: what is put in comes out, and arrays need no copy.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from '../../../shared/contract/frame.ts';

const array = fc.oneof(
  fc.uint8Array(),
  fc.uint16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
);
const data = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    // JSON has no -0; public values carry it as {"$value": "-0"}.
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    array,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__'), fc.constant('arrays')), tie('any'), { maxKeys: 4 }),
  ),
})).any;

describe('a frame', () => {
  test('gives back what was put into it, whatever it is', () => {
    fc.assert(
      fc.property(data, (value) => {
        const frame = encodeFrame(value);
        expect(decodeFrame(frame)).toEqual(value);
      }),
    );
  });

  test('gives back what was put into it also where its bytes do not start at a multiple of 8', () => {
    const value = { a: Float64Array.of(1.5, -2), text: 'ä', b: [Uint16Array.of(7)] };
    const frame = encodeFrame(value) as Uint8Array;
    const shifted = new Uint8Array(frame.length + 3);
    shifted.set(frame, 3);
    expect(decodeFrame(shifted.subarray(3))).toEqual(value);
  });

  test('is text as long as there is no typed array in it', () => {
    expect(encodeFrame({ kind: 'push', push: { n: [1, null] } })).toBe('{"kind":"push","push":{"n":[1,null]}}');
  });

  test('holds its arrays at multiples of 8 and gives them as views, without a copy', () => {
    const frame = encodeFrame({ one: Uint8Array.of(1, 2, 3), two: Float64Array.of(0.5) }) as Uint8Array<ArrayBuffer>;
    const back = decodeFrame(frame.buffer) as { one: Uint8Array; two: Float64Array };
    expect(back.one.buffer).toBe(frame.buffer);
    expect(back.one.byteOffset % 8).toBe(0);
    expect(back.two.byteOffset).toBe(back.one.byteOffset + 8);
  });

  test('refuses what neither JSON nor a known array can carry', () => {
    expect(() => encodeFrame({ big: BigInt64Array.of(1n) })).toThrow("BigInt64Array can't travel in a frame");
  });

  test('that was cut is refused rather than read as something else', () => {
    const frame = encodeFrame({ one: Uint32Array.of(1, 2, 3) }) as Uint8Array<ArrayBuffer>;
    expect(() => decodeFrame(frame.slice(0, 8))).toThrow(RangeError);
    expect(() => decodeFrame(frame.slice(0, frame.length - 8))).toThrow(RangeError);
  });
});
