// Iterations of a scope as rounded cells with their number inside where it fits, or what their item is called. An iteration that
// is still open has no right end; the one in which the scope ended closes with a bar; where several are merged the cell is flat.
// Attempts of a bounded loop carry the mark of their verdict. The passes over one item are one cell with a dashed line between them.
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
  /** From 1. */
  readonly pass?: ArrayLike<number> | undefined;
  /** Places in the labels that are given beside the spans. */
  readonly label?: ArrayLike<number> | undefined;
}

const OPEN = 0;
const ENDED = 2;
const MERGED = 3;
const RADIUS_PX = 3;

/** True where the span is a pass that another pass over the same item follows. */
export function isFollowed({ iteration, pass, state }: ScopeSpans, i: number): boolean {
  if (!pass || state[i] === MERGED) return false;
  return iteration[i + 1] === iteration[i] && pass[i + 1] === (pass[i] ?? 1) + 1;
}

export function paintScopeCells(
  brush: Brush,
  palette: Palette,
  spans: ScopeSpans,
  labels: readonly string[],
  scale: TimeScale,
  band: Band,
  verdicts?: readonly (boolean | null)[] | undefined,
): void {
  const { topPx: y, heightPx: height } = band;
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
      if (width < 4 || state === MERGED) {
        brush.fillRect(left, y, Math.max(0.7, width - 0.5), height);
      } else if (state === OPEN && !isFollowed(spans, i)) {
        roundedCell(brush, left + 0.5, y, width - 1, height, RADIUS_PX);
        brush.strokeStyle = palette.dim;
        brush.lineWidth = 1;
        brush.setLineDash([3, 2]);
        brush.stroke();
        brush.setLineDash([]);
      } else paintClosed(brush, palette, spans, i, left, right, band);
      if (state === ENDED) {
        brush.fillStyle = palette.dim;
        brush.fillRect(Math.max(left, right - 2), y, 1.5, height);
      }
      const text =
        state === MERGED
          ? ''
          : verdicts
            ? attemptText(brush, spans.iteration[i] ?? 0, verdicts, width - 4)
            : cellText(brush, spans, i, labels, width - 8);
      if (text === '') return;
      brush.fillStyle = verdicts?.[spans.iteration[i] ?? 0] === false ? palette.hazard : palette.dim;
      brush.fillText(text, (left + right) / 2, y + height / 2 + 0.5);
    },
  );
  brush.textAlign = 'left';
}

/** Rounded at its ends; a pass meets the one beside it without a gap. */
function paintClosed(
  brush: Brush,
  palette: Palette,
  spans: ScopeSpans,
  i: number,
  left: number,
  right: number,
  { topPx: y, heightPx: height }: Band,
): void {
  const isAgain = (spans.pass?.[i] ?? 1) > 1;
  const from = isAgain ? left : left + 0.5;
  const to = isFollowed(spans, i) ? right : right - 0.5;
  roundedCell(brush, from, y, to - from, height, RADIUS_PX);
  brush.fill();
  if (isFollowed(spans, i)) brush.fillRect(to - RADIUS_PX, y, RADIUS_PX, height);
  if (!isAgain) return;
  brush.fillRect(from, y, RADIUS_PX, height);
  brush.fillStyle = palette.mark;
  for (let at = y; at < y + height; at += 4) brush.fillRect(Math.round(from) - 0.5, at, 1, 2);
}

/** The mark of the verdict says it where the colour can't be told; attempts count from 1. */
function attemptText(brush: Brush, iteration: number, verdicts: readonly (boolean | null)[], roomPx: number): string {
  const satisfied = verdicts[iteration] ?? null;
  const mark = satisfied === null ? '' : satisfied ? '✓' : '✗';
  const texts = [`${iteration + 1} ${mark}`.trim(), mark];
  return texts.find((text) => brush.measureText(text).width <= roomPx) ?? '';
}

/** The first of these that fits whole, or else the label cut short: what the item is called and its pass, the pass, numbers. */
function cellText(brush: Brush, spans: ScopeSpans, i: number, labels: readonly string[], roomPx: number): string {
  const number = String(spans.iteration[i] ?? '');
  const label = labels[spans.label?.[i] ?? -1];
  const pass = spans.pass?.[i] ?? 1;
  const fits = (text: string) => {
    const fitting = fittingText(brush, text, roomPx);
    return fitting.endsWith('…') && !text.endsWith('…') ? '' : fitting;
  };
  if (pass > 1) return fits(`${label ?? number} · pass ${pass}`) || fits(`pass ${pass}`) || fits(`@${pass}`);
  if (label === undefined) return fits(number);
  return fittingText(brush, label, roomPx) || fits(number);
}
