// The one moment: a line with a grip. What lies behind it in time is full, what lies ahead is dimmed.
import type { Band, Brush } from './brush.ts';
import type { Palette } from './palette.ts';

/** Veils the stretch from `fromPx` to `toPx` with the ground's colour. */
export function paintFuture(brush: Brush, palette: Palette, fromPx: number, toPx: number, band: Band): void {
  if (toPx <= fromPx) return;
  brush.globalAlpha = 0.6;
  brush.fillStyle = palette.panel;
  brush.fillRect(fromPx, band.topPx, toPx - fromPx, band.heightPx);
  brush.globalAlpha = 1;
}

export function paintPlayhead(brush: Brush, palette: Palette, px: number, band: Band): void {
  const { topPx: y, heightPx: height } = band;
  brush.fillStyle = palette.accent;
  brush.fillRect(px - 0.75, y, 1.5, height);
  brush.beginPath();
  brush.moveTo(px - 6, y);
  brush.lineTo(px + 6, y);
  brush.lineTo(px + 6, y + 4);
  brush.lineTo(px, y + 11);
  brush.lineTo(px - 6, y + 4);
  brush.closePath();
  brush.fill();
}
