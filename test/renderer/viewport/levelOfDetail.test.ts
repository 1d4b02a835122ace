import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMarks, drawSpans } from '../../../renderer/viewport/levelOfDetail.ts';
import { timeScale } from '../../../renderer/viewport/timeScale.ts';

function adjacent(count: number): { from: Uint32Array; to: Uint32Array } {
  const from = Uint32Array.from({ length: count }, (_, i) => i);
  return { from, to: from.map((seq) => seq + 1) };
}

test('a hundred thousand spans cost at most about two rectangles per pixel', () => {
  const scale = timeScale({ from: 0, to: 100_000 }, 150, 1200);
  let drawn = 0;
  const calls = drawSpans(
    adjacent(100_000),
    scale,
    () => 0,
    () => drawn++,
  );
  expect(drawn).toBe(calls);
  expect(calls).toBeLessThanOrEqual(2 * 1200 + 2);
  expect(calls).toBeGreaterThanOrEqual(1200);
});

test('of many spans in one pixel the most important one is drawn', () => {
  const rare = 54_321;
  const drawn: number[] = [];
  const scale = timeScale({ from: 0, to: 100_000 }, 0, 1000);
  drawSpans(
    adjacent(100_000),
    scale,
    (i) => (i === rare ? 1 : 0),
    (i) => drawn.push(i),
  );
  expect(drawn).toContain(rare);
});

test('a wide span is drawn from its start to its end, cut to the window', () => {
  const drawn: [number, number, number][] = [];
  const spans = { from: [0, 50, 120], to: [50, 120, 400] };
  drawSpans(
    spans,
    timeScale({ from: 20, to: 220 }, 100, 200),
    () => 0,
    (...call) => drawn.push(call),
  );
  expect(drawn).toEqual([
    [0, 100, 130],
    [1, 130, 200],
    [2, 200, 300],
  ]);
});

test('what is drawn lies within the pixels and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 300 }),
      fc.integer({ min: 4, max: 3000 }),
      fc.integer({ min: 0, max: 3000 }),
      (lengths, span, start) => {
        const to: number[] = [];
        for (const length of lengths) to.push((to.at(-1) ?? 0) + length);
        const from = to.map((end, i) => end - (lengths[i] ?? 0));
        const scale = timeScale({ from: start, to: start + span }, 50, 300);
        let last = 49;
        const calls = drawSpans(
          { from, to },
          scale,
          () => 0,
          (_, left, right) => {
            expect(left).toBeGreaterThanOrEqual(50);
            expect(right).toBeLessThanOrEqual(350.0001);
            expect(left).toBeGreaterThanOrEqual(last - 1.0001);
            last = left;
          },
        );
        expect(calls).toBeLessThanOrEqual(602);
      },
    ),
  );
});

test('marks nearer than asked become one that says how many', () => {
  const drawn: [number, number, number][] = [];
  drawMarks(
    [0, 1, 2, 50],
    timeScale({ from: 0, to: 100 }, 0, 100),
    6,
    () => 0,
    (...call) => drawn.push(call),
  );
  expect(drawn).toEqual([
    [0, 0.5, 3],
    [3, 50.5, 1],
  ]);
});
