// Where the ruler has marks and labels. Labels never come nearer to each other than they are asked to, steps are 1, 2 or 5
// times a power of ten, and a mark keeps its place when the window moves.
import { firstIndexEndingAfter } from './hitTest.ts';
import { pxOf, pxPerEvent, type TimeScale } from './timeScale.ts';

export interface Tick {
  /** In events. */
  readonly time: number;
  readonly px: number;
  readonly label: string;
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
export function niceStep(least: number): number {
  if (!(least > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= least) return factor * power;
  return 10 * power;
}

/** Marks at round event numbers, labelled `#1200`, at least `apartPx` apart. */
export function eventTicks(scale: TimeScale, apartPx: number): Tick[] {
  const step = niceStep(apartPx / pxPerEvent(scale));
  const ticks: Tick[] = [];
  for (let seq = Math.ceil(scale.window.from / step) * step; seq < scale.window.to; seq += step) {
    ticks.push({ time: seq, px: pxOf(scale, seq), label: `#${seq}` });
  }
  return ticks;
}

/** The columns of a scope's lane: span i is iteration[i], from[i] ≤ t < to[i]; in order, not overlapping. */
export interface IterationColumns {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly iteration: ArrayLike<number>;
}

/**
 * Marks at the openings of iterations, labelled with their numbers, at least `apartPx` apart. Numbers are multiples of a
 * nice step; where the multiple itself was merged away, the first iteration after it stands in with its own number.
 */
export function iterationTicks(columns: IterationColumns, scale: TimeScale, apartPx: number): Tick[] {
  const first = firstIndexEndingAfter(columns.to, scale.window.from);
  const length = columns.from.length;
  let last = first;
  while (last < length && at(columns.from, last) < scale.window.to) last++;
  if (last === first) return [];
  const step = niceStep(apartPx / iterationWidthPx(columns, first, last, scale));
  const ticks: Tick[] = [];
  // The step before the first one in sight, so that an iteration cut by the left edge is not taken for an opening.
  let previous = first > 0 ? at(columns.iteration, first - 1) : -1;
  for (let i = first; i < last; i++) {
    const iteration = at(columns.iteration, i);
    const opens = iteration < previous || Math.floor(iteration / step) > Math.floor(previous / step);
    previous = iteration;
    const time = at(columns.from, i);
    const px = pxOf(scale, time);
    const before = ticks.at(-1);
    if (!opens || time < scale.window.from || (before !== undefined && px - before.px < apartPx)) continue;
    ticks.push({ time, px, label: String(iteration) });
  }
  return ticks;
}

/** Average width of one iteration in sight, from the numbers where they only rise, else from the spans. */
function iterationWidthPx(columns: IterationColumns, first: number, last: number, scale: TimeScale): number {
  const widthPx = (at(columns.to, last - 1) - at(columns.from, first)) * pxPerEvent(scale);
  const rise = at(columns.iteration, last - 1) - at(columns.iteration, first) + 1;
  return widthPx / Math.max(last - first, rise);
}

function at(column: ArrayLike<number>, index: number): number {
  return column[index] ?? 0;
}
