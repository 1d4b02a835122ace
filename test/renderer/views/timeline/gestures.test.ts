import { expect, test } from 'vitest';
import { areaAt, geometry, LANES_TOP_PX } from '../../../../renderer/views/timeline/geometry.ts';
import { dragFrom, dragged, wheeled } from '../../../../renderer/views/timeline/gestures.ts';

/** A canvas with 1000 px for the lanes, from 8 to 1008, over a tape of 1000 events. */
const HEAD = 999;
const at = (window: { from: number; to: number }) => geometry({ widthPx: 1016, heightPx: 212 }, window, HEAD, 2, 0);
const whole = at({ from: 0, to: 1000 });
const part = at({ from: 400, to: 600 });

test('the canvas is minimap, ruler, lanes and marks from top to bottom', () => {
  expect(areaAt(whole, 15).area).toBe('minimap');
  expect(areaAt(whole, 40).area).toBe('ruler');
  expect(areaAt(whole, LANES_TOP_PX + 25)).toEqual({ area: 'lanes', row: 1 });
  expect(areaAt(whole, 205)).toEqual({ area: 'marks', row: 1 });
});

test('scrolling moves the lanes under the pointer', () => {
  const scrolled = geometry({ widthPx: 1016, heightPx: 212 }, { from: 0, to: 1000 }, HEAD, 2, 40);
  expect(areaAt(scrolled, LANES_TOP_PX + 5)).toEqual({ area: 'lanes', row: 2 });
});

test('a press that hardly moves is a click, a longer one scrubs to whole events', () => {
  const drag = dragFrom(whole, 500, 100, false);
  expect(dragged(drag, whole, 501, HEAD).outcome).toBeUndefined();
  expect(dragged(drag, whole, 508.6, HEAD).outcome).toEqual({ kind: 'moment', seq: 500 });
});

test('once it scrubs it goes on scrubbing when it comes back to where it began', () => {
  const moved = dragged(dragFrom(whole, 508, 100, false), whole, 600, HEAD);
  expect(dragged(moved.drag, whole, 508, HEAD).outcome).toEqual({ kind: 'moment', seq: 500 });
});

test('scrubbing beyond an end stays on the tape', () => {
  const drag = dragFrom(whole, 508, 100, false);
  expect(dragged(drag, whole, -300, HEAD).outcome).toEqual({ kind: 'moment', seq: 0 });
  expect(dragged(drag, whole, 3000, HEAD).outcome).toEqual({ kind: 'moment', seq: HEAD });
});

test('a pan keeps the event under the pointer', () => {
  const drag = dragFrom(part, 508, 100, true);
  // 100 px to the right are 20 events at five pixels an event.
  expect(dragged(drag, part, 608, HEAD).outcome).toEqual({ kind: 'window', window: { from: 380, to: 580 } });
});

test('on the minimap the window is dragged from where it was taken', () => {
  const drag = dragFrom(part, 8 + 450, 15, false);
  expect(dragged(drag, part, 8 + 550, HEAD).outcome).toEqual({ kind: 'window', window: { from: 500, to: 700 } });
});

test('a press beside the window on the minimap brings its middle there', () => {
  const drag = dragFrom(part, 8 + 800, 15, false);
  expect(dragged(drag, part, 8 + 800, HEAD).outcome).toEqual({ kind: 'window', window: { from: 700, to: 900 } });
});

test('an end of the window on the minimap is dragged alone', () => {
  const drag = dragFrom(part, 8 + 600, 15, false);
  expect(drag.kind).toBe('edge');
  expect(dragged(drag, part, 8 + 750, HEAD).outcome).toEqual({ kind: 'window', window: { from: 400, to: 750 } });
});

test('a wheel pans, whichever way it turns', () => {
  const right = { from: 420, to: 620 };
  expect(wheeled(part, { deltaX: 0, deltaY: 100, isZoom: false }, 300, HEAD)).toEqual(right);
  expect(wheeled(part, { deltaX: 100, deltaY: 2, isZoom: false }, 300, HEAD)).toEqual(right);
});

test('a wheel with Ctrl zooms about the pointer', () => {
  const window = wheeled(part, { deltaX: 0, deltaY: -120, isZoom: true }, 508, HEAD);
  expect(window.to - window.from).toBeLessThan(200);
  expect((window.from + window.to) / 2).toBeCloseTo(500, 6);
  expect(wheeled(part, { deltaX: 0, deltaY: 1e6, isZoom: true }, 508, HEAD).from).toBeGreaterThanOrEqual(0);
});
