// Where things lie on the timeline's canvas, from top to bottom: minimap, ruler, the lanes that scroll, the rows of marks.
import { type TimeScale, timeScale } from '../../viewport/timeScale.ts';
import { type TimeWindow, wholeWindow } from '../../viewport/timeWindow.ts';
import { ROW_PX } from './lanes.ts';

/** The labels' column; the canvas begins where it ends. */
export const LABELS_PX = 150;
/** Room at both sides of the lanes, for the playhead's grip. */
export const SIDE_PX = 8;
/** Room for the scroll bar at the right of the canvas. */
export const BAR_PX = 12;
export const MINIMAP = { topPx: 8, heightPx: 18 } as const;
export const RULER = { topPx: 30, heightPx: 18 } as const;
export const LANES_TOP_PX = 50;
const BOTTOM_PX = 4;
/** Bars inside a row. */
export const CELL = { insetPx: 2, heightPx: 16 } as const;
export const BAND = { insetPx: 3, heightPx: 14 } as const;
export const BAR = { insetPx: 5, heightPx: 10 } as const;

export interface Geometry {
  /** Of the canvas. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly scale: TimeScale;
  /** The whole tape over the same pixels. */
  readonly wholeScale: TimeScale;
  readonly lanesHeightPx: number;
  readonly marksTopPx: number;
  readonly scrollPx: number;
}

export function geometry(
  size: { readonly widthPx: number; readonly heightPx: number },
  window: TimeWindow,
  head: number,
  marks: number,
  scrollPx: number,
): Geometry {
  const widthPx = Math.max(1, size.widthPx - 2 * SIDE_PX);
  const marksTopPx = Math.max(LANES_TOP_PX, size.heightPx - BOTTOM_PX - marks * ROW_PX);
  return {
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    scale: timeScale(window, SIDE_PX, widthPx),
    wholeScale: timeScale(wholeWindow(head), SIDE_PX, widthPx),
    lanesHeightPx: marksTopPx - LANES_TOP_PX,
    marksTopPx,
    scrollPx,
  };
}

export type Area = 'minimap' | 'ruler' | 'lanes' | 'marks' | 'none';

/** Which part of the canvas a pixel belongs to, and for lanes and marks the number of the row. */
export function areaAt(geometry: Geometry, yPx: number): { readonly area: Area; readonly row: number } {
  if (yPx < MINIMAP.topPx + MINIMAP.heightPx + 2) return { area: 'minimap', row: 0 };
  if (yPx < LANES_TOP_PX) return { area: 'ruler', row: 0 };
  if (yPx >= geometry.marksTopPx) return { area: 'marks', row: Math.floor((yPx - geometry.marksTopPx) / ROW_PX) };
  return { area: 'lanes', row: Math.floor((yPx - LANES_TOP_PX + geometry.scrollPx) / ROW_PX) };
}
