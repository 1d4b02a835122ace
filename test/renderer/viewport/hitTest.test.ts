import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstIndexEndingAfter,
  firstIndexFrom,
  markNear,
  spanAt,
  spanNear,
} from '../../../renderer/viewport/hitTest.ts';

/** Spans in order with gaps between them. */
const spans = fc
  .array(fc.record({ gap: fc.nat(5), length: fc.integer({ min: 1, max: 9 }) }), { maxLength: 60 })
  .map((parts) => {
    let time = 0;
    const from: number[] = [];
    const to: number[] = [];
    for (const { gap, length } of parts) {
      from.push(time + gap);
      time += gap + length;
      to.push(time);
    }
    return { from: Uint32Array.from(from), to: Uint32Array.from(to) };
  });

test('a time hits the one span that covers it, as a look at every span finds it', () => {
  fc.assert(
    fc.property(spans, fc.double({ min: -5, max: 700, noNaN: true }), ({ from, to }, time) => {
      const slow = [...from].findIndex((start, i) => start <= time && time < (to[i] ?? 0));
      expect(spanAt(from, to, time)).toBe(slow < 0 ? undefined : slow);
    }),
  );
});

test('a time in a gap hits the nearest span within reach', () => {
  const from = [0, 100];
  const to = [10, 110];
  expect(spanNear(from, to, 5, 3)).toBe(0);
  expect(spanNear(from, to, 12, 3)).toBe(0);
  expect(spanNear(from, to, 98, 3)).toBe(1);
  expect(spanNear(from, to, 50, 3)).toBeUndefined();
  expect(spanNear([], [], 50, 3)).toBeUndefined();
});

test('the nearest mark within reach is hit, at the middle of its event', () => {
  const seq = [10, 20, 21, 90];
  expect(markNear(seq, 10.5, 2)).toBe(0);
  expect(markNear(seq, 12.4, 2)).toBe(0);
  expect(markNear(seq, 20.9, 2)).toBe(1);
  expect(markNear(seq, 21.2, 2)).toBe(2);
  expect(markNear(seq, 50, 2)).toBeUndefined();
  expect(markNear([], 50, 2)).toBeUndefined();
});

test('searching finds the first place that is far enough', () => {
  expect(firstIndexFrom([1, 3, 3, 7], 3)).toBe(1);
  expect(firstIndexFrom([1, 3, 3, 7], 8)).toBe(4);
  expect(firstIndexEndingAfter([10, 20, 30], 20)).toBe(2);
  expect(firstIndexEndingAfter([10, 20, 30], 30)).toBe(3);
});
