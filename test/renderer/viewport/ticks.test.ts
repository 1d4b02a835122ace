import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventTicks, iterationTicks, niceStep } from '../../../renderer/viewport/ticks.ts';
import { timeScale } from '../../../renderer/viewport/timeScale.ts';

test('steps are 1, 2 or 5 times a power of ten', () => {
  expect([0.2, 1, 1.1, 3, 5, 7, 11, 40, 60, 4321].map(niceStep)).toEqual([1, 1, 2, 5, 5, 10, 20, 50, 100, 5000]);
});

test('a step is at least what was asked for and less than two and a half times that', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (least) => {
      expect(niceStep(least)).toBeGreaterThanOrEqual(least);
      expect(niceStep(least)).toBeLessThanOrEqual(least * 2.5);
    }),
  );
});

test('event marks stand at round numbers', () => {
  const ticks = eventTicks(timeScale({ from: 90, to: 310 }, 0, 440), 100);
  expect(ticks.map((tick) => [tick.label, tick.px])).toEqual([
    ['#100', 20],
    ['#150', 120],
    ['#200', 220],
    ['#250', 320],
    ['#300', 420],
  ]);
});

/** Iteration i covers ten events from 10 i on. */
function evenly(count: number) {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return { from: numbers.map((i) => i * 10), to: numbers.map((i) => i * 10 + 10), iteration: numbers };
}

test('iterations are labelled in fives where there is room for every fifth', () => {
  const ticks = iterationTicks(evenly(40), timeScale({ from: 0, to: 400 }, 0, 400), 44);
  expect(ticks.map((tick) => tick.label)).toEqual(['0', '5', '10', '15', '20', '25', '30', '35']);
  expect(ticks.map((tick) => tick.px)).toEqual([0, 50, 100, 150, 200, 250, 300, 350]);
});

test('an iteration that the left edge cuts is not labelled as if it opened there', () => {
  const ticks = iterationTicks(evenly(40), timeScale({ from: 55, to: 95 }, 0, 400), 44);
  expect(ticks.map((tick) => tick.label)).toEqual(['6', '7', '8', '9']);
});

test('where a multiple was merged away the first iteration after it stands in with its own number', () => {
  const merged = { from: [0, 30, 60, 90], to: [30, 60, 90, 120], iteration: [0, 3, 6, 9] };
  const ticks = iterationTicks(merged, timeScale({ from: 0, to: 120 }, 0, 120), 40);
  expect(ticks.map((tick) => tick.label)).toEqual(['0', '6']);
});

test('a scope that is entered again starts again at 0', () => {
  const twice = { from: [0, 100, 210, 310], to: [100, 200, 310, 400], iteration: [0, 1, 0, 1] };
  const ticks = iterationTicks(twice, timeScale({ from: 0, to: 400 }, 0, 400), 44);
  expect(ticks.map((tick) => tick.label)).toEqual(['0', '1', '0', '1']);
});

test('labels are never nearer to each other than asked', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 4, max: 20_000 }),
      (count, start, span) => {
        const from = start * count * 10;
        const ticks = iterationTicks(evenly(count), timeScale({ from, to: from + span }, 150, 1200), 44);
        for (let i = 1; i < ticks.length; i++) {
          expect((ticks[i]?.px ?? 0) - (ticks[i - 1]?.px ?? 0)).toBeGreaterThanOrEqual(44);
        }
        for (const tick of ticks) expect(tick.time).toBe(Number(tick.label) * 10);
      },
    ),
  );
});
