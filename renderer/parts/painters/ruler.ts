// The ruler: numbers of iterations at their openings; event numbers between them where there is room, fainter.
import type { Tick } from '../../viewport/ticks.ts';
import type { Band, Brush } from './brush.ts';
import type { Palette } from './palette.ts';

const LABEL_PX = 7;

/** `rightPx`: labels that would reach beyond it are left out. */
export function paintRuler(
  brush: Brush,
  palette: Palette,
  iterations: readonly Tick[],
  events: readonly Tick[],
  band: Band,
  rightPx: number,
): void {
  const base = band.topPx + band.heightPx;
  brush.textBaseline = 'alphabetic';
  brush.textAlign = 'left';
  const taken: [number, number][] = [];
  brush.font = `11px ${palette.ui}`;
  for (const { px, label } of iterations) {
    brush.fillStyle = palette.faint;
    brush.fillRect(Math.round(px), base - 7, 1, 7);
    const end = px + 5 + label.length * LABEL_PX;
    if (end > rightPx) continue;
    brush.fillStyle = palette.dim;
    brush.fillText(label, Math.round(px) + 4, base - 3);
    taken.push([px - 4, end + 4]);
  }
  brush.font = `10px ${palette.mono}`;
  for (const { px, label } of events) {
    const end = px + 5 + label.length * 6;
    const isFree = end <= rightPx && taken.every(([from, to]) => end < from || px > to);
    brush.fillStyle = palette.line;
    brush.fillRect(Math.round(px), base - 4, 1, 4);
    if (!isFree) continue;
    brush.fillStyle = palette.faint;
    brush.fillText(label, Math.round(px) + 4, base - 3);
  }
}
