import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampedWindow, pannedWindow, spanOf } from '../../../renderer/viewport/timeWindow.ts';
import { covers, type Loaded, missingRequest, requestFor } from '../../../renderer/viewport/windowRequest.ts';

const head = fc.integer({ min: 0, max: 2_000_000 });
const window = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), head)
  .map(([a, b, head]) => ({ window: clampedWindow({ from: a * head, to: (a + b * b) * head }, head), head }));
const widthPx = fc.integer({ min: 1, max: 4000 });

function answer(request: ReturnType<typeof requestFor>, head: number, merged = true): Loaded {
  return { ...request, head, merged };
}

test('the answer to a request covers the window that asked', () => {
  fc.assert(
    fc.property(window, widthPx, ({ window, head }, widthPx) => {
      const request = requestFor(window, widthPx, head);
      expect(covers(answer(request, head), window, widthPx, head)).toBe(true);
      expect(missingRequest(answer(request, head), window, widthPx, head)).toBeUndefined();
    }),
  );
});

test('a request is made of whole numbers, lies within the tape and is at most some three times as wide as the window', () => {
  fc.assert(
    fc.property(window, widthPx, ({ window, head }, widthPx) => {
      const request = requestFor(window, widthPx, head);
      expect(Number.isInteger(request.from) && Number.isInteger(request.to)).toBe(true);
      expect(request.from).toBeGreaterThanOrEqual(0);
      expect(request.to).toBeLessThanOrEqual(Math.max(4, head + 1));
      expect(request.to - request.from).toBeLessThanOrEqual(3 * spanOf(window) + 2);
      expect(request.widthPx).toBeGreaterThanOrEqual(1);
      expect(request.widthPx).toBeLessThanOrEqual(16384);
    }),
  );
});

test('panning by less than half the window asks for nothing', () => {
  fc.assert(
    fc.property(
      window,
      widthPx,
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      ({ window, head }, widthPx, share) => {
        const loaded = answer(requestFor(window, widthPx, head), head);
        const panned = pannedWindow(window, share * spanOf(window), head);
        expect(missingRequest(loaded, panned, widthPx, head)).toBeUndefined();
      },
    ),
  );
});

test('small moves of the window ask for the same thing', () => {
  const at = (from: number) => requestFor({ from, to: from + 1000 }, 1200, 1_000_000);
  expect(at(500_010)).toEqual(at(500_011));
});

test('zooming in asks again where spans were merged, and not where all of them are there', () => {
  const window = { from: 0, to: 100_000 };
  const request = requestFor(window, 1200, 99_999);
  const part = { from: 40_000, to: 50_000 };
  expect(missingRequest(answer(request, 99_999), part, 1200, 99_999)).toEqual(requestFor(part, 1200, 99_999));
  expect(missingRequest(answer(request, 99_999, false), part, 1200, 99_999)).toBeUndefined();
});

test('a live tape that grew asks again where its end is in sight', () => {
  const window = { from: 0, to: 100 };
  const loaded = answer(requestFor(window, 1200, 99), 99, false);
  expect(missingRequest(loaded, { from: 0, to: 150 }, 1200, 149)).toBeDefined();
  expect(missingRequest(loaded, { from: 0, to: 50 }, 1200, 149)).toBeUndefined();
});

test('without an answer the window is asked for', () => {
  expect(missingRequest(undefined, { from: 0, to: 100 }, 1200, 99)).toEqual({ from: 0, to: 100, widthPx: 1280 });
});

test('a screen wider than any answer can be does not ask for the same again and again', () => {
  const window = { from: 0, to: 1_000_000 };
  const request = requestFor(window, 15_000, 5_000_000);
  expect(request.widthPx).toBe(16384);
  expect(missingRequest(answer(request, 5_000_000), window, 15_000, 5_000_000)).toBeUndefined();
});
