// Time ↔ pixels. Drawing and hit testing use one and the same scale, so what is seen is what is hit.
import { spanOf, type TimeWindow } from './timeWindow.ts';

export interface TimeScale {
  readonly window: TimeWindow;
  /** Where the window's `from` lies on screen. */
  readonly leftPx: number;
  /** How wide the window is on screen; above 0. */
  readonly widthPx: number;
}

export function timeScale(window: TimeWindow, leftPx: number, widthPx: number): TimeScale {
  return { window, leftPx, widthPx: Math.max(1, widthPx) };
}

export function pxPerEvent(scale: TimeScale): number {
  return scale.widthPx / spanOf(scale.window);
}

/** The pixel of a time; outside the window it lies outside the scale's pixels. */
export function pxOf(scale: TimeScale, time: number): number {
  return scale.leftPx + (time - scale.window.from) * pxPerEvent(scale);
}

/** The time of a pixel: the inverse of pxOf. */
export function timeOf(scale: TimeScale, px: number): number {
  return scale.window.from + (px - scale.leftPx) / pxPerEvent(scale);
}

/** The event whose stretch the pixel lies in, kept within the tape; −1 for a tape without events. */
export function eventAt(scale: TimeScale, px: number, head: number): number {
  return Math.max(Math.min(0, head), Math.min(head, Math.floor(timeOf(scale, px))));
}

/** The pixel of an event's middle, where its mark and the playhead stand. */
export function middlePxOf(scale: TimeScale, seq: number): number {
  return pxOf(scale, seq + 0.5);
}
