// Fires of a node: a grey bar each, at least two pixels wide; a running one is hollow; a failed one is red and has a
// cross through it, so that it is told apart without its colour.
import { drawSpans } from '../../viewport/levelOfDetail.ts';
import type { TimeScale } from '../../viewport/timeScale.ts';
import { type Band, type Brush, roundedCell } from './brush.ts';
import { paintCross } from './marks.ts';
import type { Palette } from './palette.ts';

export interface FireSpans {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** 0 running, 1 finished, 2 failed, 3 several merged (none failed), 4 several merged, one failed. */
  readonly state: ArrayLike<number>;
}

const RANKS = [2, 1, 3, 1, 3];
const LEAST_PX = 2;

export function paintFireBars(brush: Brush, palette: Palette, spans: FireSpans, scale: TimeScale, band: Band): void {
  const { topPx: y, heightPx: height } = band;
  drawSpans(
    spans,
    scale,
    (i) => RANKS[spans.state[i] ?? 1] ?? 1,
    (i, left, right) => {
      const state = spans.state[i];
      const width = Math.max(LEAST_PX, right - left - (right - left > 4 ? 1 : 0));
      if (state === 0) {
        brush.strokeStyle = palette.accent;
        brush.lineWidth = 1;
        brush.strokeRect(left + 0.5, y + 0.5, Math.max(2, width - 1), height - 1);
        return;
      }
      const failed = state === 2 || state === 4;
      brush.fillStyle = failed ? palette.hazard : palette.mark;
      if (width < 5) brush.fillRect(left, y, width, height);
      else {
        roundedCell(brush, left, y, width, height, 2);
        brush.fill();
      }
      if (failed) paintCross(brush, palette.hazard, left + width / 2, y + height / 2, 5, palette.panel);
    },
  );
}
