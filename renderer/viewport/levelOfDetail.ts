// How many rectangles a lane may cost: at most about two per pixel, however many spans lie in it. Spans that are narrower
// than a pixel share one; of those that share, the most important is drawn, so a rare change or failure never disappears.
import { firstIndexEndingAfter } from './hitTest.ts';
import { pxOf, type TimeScale } from './timeScale.ts';

export interface Spans {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

/** Receives what is to be drawn: the span's index, its left and right edge, cut to the scale's pixels. */
export type DrawSpan = (index: number, leftPx: number, rightPx: number) => void;

const NARROW_PX = 1;

/**
 * Calls `draw` for the spans in sight, left to right, merging those that are narrower than a pixel. `rankOf` says how
 * important a span is; of merged ones the highest is drawn, of equals the first. Gives the number of calls, which is at
 * most 2 × width + 2.
 */
export function drawSpans(spans: Spans, scale: TimeScale, rankOf: (index: number) => number, draw: DrawSpan): number {
  const right = scale.leftPx + scale.widthPx;
  let calls = 0;
  let held = -1;
  let heldRank = 0;
  let heldPx = 0;
  const release = () => {
    if (held < 0) return;
    draw(held, heldPx, Math.min(right, heldPx + NARROW_PX));
    calls++;
    held = -1;
  };
  for (let i = firstIndexEndingAfter(spans.to, scale.window.from); i < spans.from.length; i++) {
    const from = spans.from[i] ?? 0;
    if (from >= scale.window.to) break;
    const leftPx = Math.max(scale.leftPx, pxOf(scale, from));
    const rightPx = Math.min(right, pxOf(scale, spans.to[i] ?? 0));
    if (rightPx - leftPx >= NARROW_PX) {
      release();
      draw(i, leftPx, rightPx);
      calls++;
      continue;
    }
    const px = scale.leftPx + Math.floor(leftPx - scale.leftPx);
    if (held >= 0 && px !== heldPx) release();
    const rank = rankOf(i);
    if (held < 0 || rank > heldRank) {
      held = i;
      heldRank = rank;
      heldPx = px;
    }
  }
  release();
  return calls;
}

/** Calls `draw` with the marks in sight, at most one per `apartPx`; `count` says how many it stands for. */
export function drawMarks(
  seq: ArrayLike<number>,
  scale: TimeScale,
  apartPx: number,
  rankOf: (index: number) => number,
  draw: (index: number, px: number, count: number) => void,
): number {
  let calls = 0;
  let held = -1;
  let heldPx = 0;
  let count = 0;
  const release = () => {
    if (held < 0) return;
    draw(held, heldPx, count);
    calls++;
  };
  const fromPx = scale.leftPx - apartPx;
  const toPx = scale.leftPx + scale.widthPx + apartPx;
  for (let i = 0; i < seq.length; i++) {
    const px = pxOf(scale, (seq[i] ?? 0) + 0.5);
    if (px < fromPx) continue;
    if (px > toPx) break;
    if (held >= 0 && px - heldPx < apartPx) {
      count++;
      if (rankOf(i) > rankOf(held)) held = i;
      continue;
    }
    release();
    held = i;
    heldPx = px;
    count = 1;
  }
  release();
  return calls;
}
