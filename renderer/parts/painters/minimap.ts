// The whole tape in one strip: how many events lie where, the window on it, and the playhead.
import { pxOf, type TimeScale } from '../../viewport/timeScale.ts';
import type { TimeWindow } from '../../viewport/timeWindow.ts';
import { type Band, type Brush, roundedCell } from './brush.ts';
import type { Palette } from './palette.ts';

/** `density`: events per bucket, the tape split evenly. The scale covers the whole tape. */
export function paintDensity(
  brush: Brush,
  palette: Palette,
  density: ArrayLike<number>,
  scale: TimeScale,
  band: Band,
): void {
  brush.fillStyle = palette.bg;
  roundedCell(brush, scale.leftPx, band.topPx, scale.widthPx, band.heightPx, 3);
  brush.fill();
  let most = 0;
  for (let i = 0; i < density.length; i++) most = Math.max(most, density[i] ?? 0);
  if (most === 0) return;
  brush.fillStyle = palette.mark;
  const columns = Math.min(density.length, Math.floor(scale.widthPx / 2));
  const columnPx = scale.widthPx / columns;
  for (let column = 0; column < columns; column++) {
    // Of the buckets that share a column the fullest counts, so that a burst is never averaged away.
    let events = 0;
    const end = Math.max(1, Math.ceil(((column + 1) * density.length) / columns));
    for (let i = Math.floor((column * density.length) / columns); i < end; i++)
      events = Math.max(events, density[i] ?? 0);
    if (events === 0) continue;
    const height = Math.max(1.5, (events / most) * (band.heightPx - 5));
    const width = Math.max(1, columnPx - (columnPx > 3 ? 1 : 0));
    brush.fillRect(scale.leftPx + column * columnPx, band.topPx + band.heightPx - 1 - height, width, height);
  }
}

/** What of the whole is on screen, with grips at both ends where it is not all. */
export function paintWindowFrame(
  brush: Brush,
  palette: Palette,
  window: TimeWindow,
  scale: TimeScale,
  band: Band,
  hasGrips: boolean,
): void {
  const left = Math.max(scale.leftPx, pxOf(scale, window.from));
  const right = Math.min(scale.leftPx + scale.widthPx, Math.max(pxOf(scale, window.to), left + 3));
  const { topPx: y, heightPx: height } = band;
  brush.globalAlpha = 0.62;
  brush.fillStyle = palette.panel;
  brush.fillRect(scale.leftPx, y, left - scale.leftPx, height);
  brush.fillRect(right, y, scale.leftPx + scale.widthPx - right, height);
  brush.globalAlpha = 1;
  brush.strokeStyle = palette.accent;
  brush.lineWidth = 1;
  roundedCell(brush, left + 0.5, y + 0.5, right - left - 1, height - 1, 3);
  brush.stroke();
  if (!hasGrips) return;
  brush.fillStyle = palette.accent;
  for (const x of [left, right]) {
    roundedCell(brush, x - 2, y + height / 2 - 4, 4, 8, 2);
    brush.fill();
  }
}
