// Marks that stand at one event: diamonds for decisions, dots for hazards, crosses for errors, brackets where a state was
// emptied. Each kind has its own shape.
import type { Severity } from '../../../shared/model/hazard.ts';
import { drawMarks } from '../../viewport/levelOfDetail.ts';
import { pxOf, type TimeScale } from '../../viewport/timeScale.ts';
import type { Band, Brush } from './brush.ts';
import type { Palette } from './palette.ts';

export interface MarkColumns {
  readonly seq: ArrayLike<number>;
  readonly kind: ArrayLike<number>;
  readonly count: ArrayLike<number>;
}

/** Marks nearer than this are drawn as one. */
const MARK_APART_PX = 7;
/** Brackets stand in a band of values, which must stay to be seen between them. */
const CLEAR_APART_PX = 12;

/** `isFilled` tells the kinds that are drawn full; others are hollow. Filled ones win where marks are merged. */
export function paintDiamonds(
  brush: Brush,
  palette: Palette,
  marks: MarkColumns,
  scale: TimeScale,
  band: Band,
  isFilled: (kind: number) => boolean,
): void {
  const y = band.topPx + band.heightPx / 2;
  const rankOf = (i: number) => (isFilled(marks.kind[i] ?? 0) ? 1 : 0);
  drawMarks(marks.seq, scale, MARK_APART_PX, rankOf, (i, px) => {
    const half = rankOf(i) === 1 ? 4.5 : 3.5;
    brush.beginPath();
    brush.moveTo(px, y - half);
    brush.lineTo(px + half, y);
    brush.lineTo(px, y + half);
    brush.lineTo(px - half, y);
    brush.closePath();
    if (rankOf(i) === 1) {
      brush.fillStyle = palette.decide;
      brush.fill();
    } else {
      brush.strokeStyle = palette.decide;
      brush.lineWidth = 1.2;
      brush.stroke();
    }
  });
}

/** `severityOf` tells how bad a kind is: that is its colour, and the worst wins where marks are merged. What only informs is hollow. */
export function paintDots(
  brush: Brush,
  palette: Palette,
  marks: MarkColumns,
  scale: TimeScale,
  band: Band,
  severityOf: (kind: number) => Severity,
): void {
  const y = band.topPx + band.heightPx / 2;
  const severityAt = (i: number) => severityOf(marks.kind[i] ?? 0);
  drawMarks(
    marks.seq,
    scale,
    MARK_APART_PX,
    (i) => SEVERITY_RANKS[severityAt(i)],
    (i, px) => {
      const severity = severityAt(i);
      brush.beginPath();
      brush.arc(px, y, severity === 'info' ? 3.5 : 4, 0, Math.PI * 2);
      if (severity === 'info') {
        brush.strokeStyle = palette.dim;
        brush.lineWidth = 1.2;
        brush.stroke();
      } else {
        brush.fillStyle = severity === 'error' ? palette.hazard : palette.warn;
        brush.fill();
      }
    },
  );
}

const SEVERITY_RANKS: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

export function paintCrosses(brush: Brush, palette: Palette, marks: MarkColumns, scale: TimeScale, band: Band): void {
  const y = band.topPx + band.heightPx / 2;
  drawMarks(
    marks.seq,
    scale,
    MARK_APART_PX,
    () => 0,
    (_, px) => paintCross(brush, palette.hazard, px, y, 4, palette.panel),
  );
}

/** A bracket that closes what the band held; its upright stands where the event begins. */
export function paintClears(
  brush: Brush,
  palette: Palette,
  seqs: ArrayLike<number>,
  scale: TimeScale,
  band: Band,
): void {
  const top = band.topPx - 1;
  const bottom = band.topPx + band.heightPx + 1;
  drawMarks(
    seqs,
    scale,
    CLEAR_APART_PX,
    () => 0,
    (i) => {
      const px = Math.round(pxOf(scale, seqs[i] ?? 0));
      for (const [style, width] of [
        [palette.panel, 5],
        [palette.text, 2],
      ] as const) {
        brush.strokeStyle = style;
        brush.lineWidth = width;
        brush.beginPath();
        brush.moveTo(px - 4, top);
        brush.lineTo(px, top);
        brush.lineTo(px, bottom);
        brush.lineTo(px - 4, bottom);
        brush.stroke();
      }
    },
  );
}

/** A cross with a rim in the colour of the ground, so that it stands out on a bar of its own colour. */
export function paintCross(brush: Brush, colour: string, x: number, y: number, half: number, ground: string): void {
  for (const [style, width] of [
    [ground, 5],
    [colour, 2],
  ] as const) {
    brush.strokeStyle = style;
    brush.lineWidth = width;
    brush.beginPath();
    brush.moveTo(x - half, y - half);
    brush.lineTo(x + half, y + half);
    brush.moveTo(x + half, y - half);
    brush.lineTo(x - half, y + half);
    brush.stroke();
  }
}
