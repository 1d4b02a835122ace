// Iterations of a scope as rounded cells with their number inside where it fits. An iteration that is still open has no
// right end; the one in which the scope ended closes with a bar; where several are merged the cell is flat.
import { drawSpans } from '../../viewport/levelOfDetail.ts';
import type { TimeScale } from '../../viewport/timeScale.ts';
import { type Band, type Brush, fittingText, roundedCell } from './brush.ts';
import type { Palette } from './palette.ts';

export interface ScopeSpans {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly iteration: ArrayLike<number>;
  /** 0 open, 1 closed, 2 ended here, 3 several merged. */
  readonly state: ArrayLike<number>;
}

export function paintScopeCells(brush: Brush, palette: Palette, spans: ScopeSpans, scale: TimeScale, band: Band): void {
  const y = band.topPx;
  const height = band.heightPx;
  brush.font = `10.5px ${palette.mono}`;
  brush.textBaseline = 'middle';
  brush.textAlign = 'center';
  drawSpans(
    spans,
    scale,
    (i) => ([0, 1, 2, 1][spans.state[i] ?? 1] ?? 1) as number,
    (i, left, right) => {
      const state = spans.state[i];
      const width = right - left;
      brush.fillStyle = palette.line;
      if (width < 4 || state === 3) {
        brush.fillRect(left, y, Math.max(0.7, width - 0.5), height);
      } else {
        roundedCell(brush, left + 0.5, y, width - 1, height, 3);
        if (state === 0) {
          brush.strokeStyle = palette.dim;
          brush.lineWidth = 1;
          brush.setLineDash([3, 2]);
          brush.stroke();
          brush.setLineDash([]);
        } else brush.fill();
      }
      if (state === 2) {
        brush.fillStyle = palette.dim;
        brush.fillRect(Math.max(left, right - 2), y, 1.5, height);
      }
      const number = state === 3 ? '' : fittingText(brush, String(spans.iteration[i] ?? ''), width - 8);
      if (number !== '' && !number.endsWith('…')) {
        brush.fillStyle = palette.dim;
        brush.fillText(number, (left + right) / 2, y + height / 2 + 0.5);
      }
    },
  );
  brush.textAlign = 'left';
}
