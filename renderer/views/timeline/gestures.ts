// What a drag or a wheel on the timeline means. Pure: the hook feeds it pixels and dispatches what comes out.
import { eventAt, pxOf, pxPerEvent, timeOf } from '../../viewport/timeScale.ts';
import {
  clampedWindow,
  MIN_SPAN,
  pannedWindow,
  spanOf,
  type TimeWindow,
  zoomedWindow,
} from '../../viewport/timeWindow.ts';
import { areaAt, type Geometry } from './geometry.ts';

export type Drag =
  /** Moves the playhead; `moved` only after some pixels, so that a click stays a click. */
  | { readonly kind: 'scrub'; readonly startPx: number; readonly moved: boolean }
  /** Moves the tape under the pointer. */
  | { readonly kind: 'pan'; readonly startPx: number; readonly window: TimeWindow }
  /** Moves the window on the minimap; `holdPx` from its left edge. */
  | { readonly kind: 'window'; readonly hold: number; readonly span: number }
  /** Moves one end of the window on the minimap. */
  | { readonly kind: 'edge'; readonly end: 'from' | 'to'; readonly window: TimeWindow };

export type Outcome =
  | { readonly kind: 'moment'; readonly seq: number }
  | { readonly kind: 'window'; readonly window: TimeWindow };

const CLICK_PX = 3;
const GRIP_PX = 6;

export function dragFrom(geometry: Geometry, xPx: number, yPx: number, isPan: boolean): Drag {
  const { scale, wholeScale } = geometry;
  const { window } = scale;
  if (areaAt(geometry, yPx).area === 'minimap') {
    const [left, right] = [pxOf(wholeScale, window.from), pxOf(wholeScale, window.to)];
    // Where the ends lie close together the one on the pointer's side of the middle is meant.
    const nearLeft = Math.abs(xPx - left) <= GRIP_PX;
    const nearRight = Math.abs(xPx - right) <= GRIP_PX;
    if (nearRight && (!nearLeft || xPx > (left + right) / 2)) return { kind: 'edge', end: 'to', window };
    if (nearLeft) return { kind: 'edge', end: 'from', window };
    const time = timeOf(wholeScale, xPx);
    const span = spanOf(window);
    const isInside = time >= window.from && time <= window.to;
    return { kind: 'window', hold: isInside ? time - window.from : span / 2, span };
  }
  if (isPan) return { kind: 'pan', startPx: xPx, window };
  return { kind: 'scrub', startPx: xPx, moved: false };
}

/** The drag after the pointer came to `xPx`, and what that does; nothing while a click may still be meant. */
export function dragged(
  drag: Drag,
  geometry: Geometry,
  xPx: number,
  head: number,
): { readonly drag: Drag; readonly outcome: Outcome | undefined } {
  const { scale, wholeScale } = geometry;
  switch (drag.kind) {
    case 'scrub': {
      if (!drag.moved && Math.abs(xPx - drag.startPx) < CLICK_PX) return { drag, outcome: undefined };
      return { drag: { ...drag, moved: true }, outcome: { kind: 'moment', seq: eventAt(scale, xPx, head) } };
    }
    case 'pan': {
      const events = (drag.startPx - xPx) / pxPerEvent({ ...scale, window: drag.window });
      return { drag, outcome: { kind: 'window', window: pannedWindow(drag.window, events, head) } };
    }
    case 'window': {
      const from = timeOf(wholeScale, xPx) - drag.hold;
      return { drag, outcome: { kind: 'window', window: clampedWindow({ from, to: from + drag.span }, head) } };
    }
    case 'edge': {
      const time = timeOf(wholeScale, xPx);
      const { from, to } = drag.window;
      const window =
        drag.end === 'from'
          ? { from: Math.max(0, Math.min(time, to - MIN_SPAN)), to }
          : { from, to: Math.max(time, from + MIN_SPAN) };
      return {
        drag,
        outcome: {
          kind: 'window',
          window: clampedWindow({ from: window.from, to: Math.min(window.to, wholeScale.window.to) }, head),
        },
      };
    }
  }
}

export interface Wheel {
  /** In pixels; lines and pages already turned into them. */
  readonly deltaX: number;
  readonly deltaY: number;
  /** Ctrl, Cmd, or a pinch on a touch pad. */
  readonly isZoom: boolean;
}

/** A wheel pans in time, whichever way it turns; with Ctrl it zooms about the pointer. */
export function wheeled(geometry: Geometry, wheel: Wheel, xPx: number, head: number): TimeWindow {
  const { scale } = geometry;
  if (wheel.isZoom) {
    const factor = Math.exp(-Math.max(-240, Math.min(240, wheel.deltaY)) * 0.0032);
    return zoomedWindow(scale.window, factor, timeOf(scale, xPx), head);
  }
  const delta = Math.abs(wheel.deltaX) > Math.abs(wheel.deltaY) ? wheel.deltaX : wheel.deltaY;
  return pannedWindow(scale.window, delta / pxPerEvent(scale), head);
}
