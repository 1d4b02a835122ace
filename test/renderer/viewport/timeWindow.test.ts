import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampedWindow,
  followingWindow,
  isWhole,
  MIN_SPAN,
  pannedWindow,
  revealingWindow,
  spanOf,
  type TimeWindow,
  wholeWindow,
  zoomedWindow,
} from '../../../renderer/viewport/timeWindow.ts';

const head = fc.integer({ min: -1, max: 5_000_000 });
const time = fc.double({ min: -1e7, max: 1e7, noNaN: true });
const anyWindow = fc.record({ from: time, to: time });

function expectInside(window: TimeWindow, head: number): void {
  const whole = wholeWindow(head);
  expect(window.from).toBeGreaterThanOrEqual(0);
  expect(window.to).toBeLessThanOrEqual(whole.to + 1e-6);
  expect(spanOf(window)).toBeGreaterThanOrEqual(MIN_SPAN - 1e-6);
}

test('a clamped window lies within the tape and is never narrower than the least span', () => {
  fc.assert(fc.property(anyWindow, head, (window, head) => expectInside(clampedWindow(window, head), head)));
});

test('clamping a window that fits changes nothing', () => {
  const window = { from: 10, to: 60 };
  expect(clampedWindow(window, 99)).toEqual(window);
});

test('a window that is not a number shows the whole tape', () => {
  expect(clampedWindow({ from: Number.NaN, to: 5 }, 99)).toEqual({ from: 0, to: 100 });
});

test('zooming keeps the time under the pointer where it was, where no end of the tape is near', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 4, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (factor, share) => {
        const window = { from: 400_000, to: 401_000 };
        const at = window.from + share * 1000;
        const zoomed = zoomedWindow(window, factor, at, 999_999);
        expect((at - zoomed.from) / spanOf(zoomed)).toBeCloseTo(share, 6);
        expect(spanOf(zoomed)).toBeCloseTo(1000 / factor, 6);
      },
    ),
  );
});

test('zooming and panning never leave the tape', () => {
  fc.assert(
    fc.property(anyWindow, head, fc.double({ min: 0.01, max: 100, noNaN: true }), time, (raw, head, factor, at) => {
      const window = clampedWindow(raw, head);
      expectInside(zoomedWindow(window, factor, at, head), head);
      expectInside(pannedWindow(window, at, head), head);
    }),
  );
});

test('panning keeps the span', () => {
  fc.assert(
    fc.property(anyWindow, head, time, (raw, head, by) => {
      const window = clampedWindow(raw, head);
      expect(spanOf(pannedWindow(window, by, head))).toBeCloseTo(spanOf(window), 6);
    }),
  );
});

test('revealing an event shows it and does nothing when it is well in sight', () => {
  expect(revealingWindow({ from: 100, to: 200 }, 150, 999)).toEqual({ from: 100, to: 200 });
  fc.assert(
    fc.property(anyWindow, fc.integer({ min: 3, max: 100_000 }), fc.nat(), (raw, head, any) => {
      const seq = any % (head + 1);
      const window = revealingWindow(clampedWindow(raw, head), seq, head);
      expectInside(window, head);
      expect(seq + 0.5).toBeGreaterThan(window.from);
      expect(seq + 0.5).toBeLessThan(window.to);
    }),
  );
});

test('the whole of a live tape stays the whole, and a part keeps its span at the end', () => {
  expect(followingWindow({ from: 0, to: 100 }, 99, 149)).toEqual({ from: 0, to: 150 });
  expect(followingWindow({ from: 60, to: 100 }, 99, 149)).toEqual({ from: 110, to: 150 });
  expect(isWhole({ from: 0, to: 150 }, 149)).toBe(true);
  expect(isWhole({ from: 110, to: 150 }, 149)).toBe(false);
});
