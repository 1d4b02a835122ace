import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventAt, middlePxOf, pxOf, timeOf, timeScale } from '../../../renderer/viewport/timeScale.ts';

const scale = fc
  .record({
    from: fc.double({ min: 0, max: 1e6, noNaN: true }),
    span: fc.double({ min: 4, max: 1e6, noNaN: true }),
    leftPx: fc.integer({ min: 0, max: 400 }),
    widthPx: fc.integer({ min: 1, max: 4000 }),
  })
  .map(({ from, span, leftPx, widthPx }) => timeScale({ from, to: from + span }, leftPx, widthPx));

test('a time turned into a pixel and back is the same time', () => {
  fc.assert(
    fc.property(scale, fc.double({ min: 0, max: 1, noNaN: true }), (scale, share) => {
      const time = scale.window.from + share * (scale.window.to - scale.window.from);
      expect(Math.abs(timeOf(scale, pxOf(scale, time)) - time)).toBeLessThan(1e-3);
    }),
  );
});

test('a later time never lies left of an earlier one', () => {
  fc.assert(
    fc.property(scale, fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(1000), (scale, time, later) => {
      expect(pxOf(scale, time + later)).toBeGreaterThanOrEqual(pxOf(scale, time));
    }),
  );
});

test('the ends of the window lie at the ends of the pixels', () => {
  const hundred = timeScale({ from: 50, to: 150 }, 150, 1000);
  expect(pxOf(hundred, 50)).toBe(150);
  expect(pxOf(hundred, 150)).toBe(1150);
  expect(middlePxOf(hundred, 50)).toBe(155);
});

test('the pixel in the middle of an event hits that event', () => {
  fc.assert(
    fc.property(fc.nat(500), (seq) => {
      const scale = timeScale({ from: 0, to: 501 }, 0, 1400);
      expect(eventAt(scale, middlePxOf(scale, seq), 500)).toBe(seq);
    }),
  );
});

test('a pixel beside the tape hits its first or last event', () => {
  const scale = timeScale({ from: 0, to: 100 }, 150, 1000);
  expect(eventAt(scale, 0, 99)).toBe(0);
  expect(eventAt(scale, 5000, 99)).toBe(99);
});

test('a tape without events has no event under any pixel', () => {
  expect(eventAt(timeScale({ from: 0, to: 4 }, 0, 100), 50, -1)).toBe(-1);
});
