// What lies under a pixel: the scale in reverse, then a binary search over columns. Columns are in order of time and their
// spans do not overlap; a search costs the logarithm of their length.

/** The first index whose value is at least `wanted`; the length where there is none. */
export function firstIndexFrom(sorted: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first span that ends after `time`; the length where there is none. */
export function firstIndexEndingAfter(to: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = to.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((to[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The span that covers `time`, or undefined in a gap. */
export function spanAt(from: ArrayLike<number>, to: ArrayLike<number>, time: number): number | undefined {
  const index = firstIndexEndingAfter(to, time);
  return index < to.length && (from[index] ?? 0) <= time ? index : undefined;
}

/** The span that covers `time`, else the one nearest to it within `reach` (both in events), else undefined. */
export function spanNear(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  time: number,
  reach: number,
): number | undefined {
  const after = firstIndexEndingAfter(to, time);
  const gapAfter = after < to.length ? Math.max(0, (from[after] ?? 0) - time) : Number.POSITIVE_INFINITY;
  if (gapAfter === 0) return after;
  const gapBefore = after > 0 ? time - (to[after - 1] ?? 0) : Number.POSITIVE_INFINITY;
  if (Math.min(gapAfter, gapBefore) > reach) return undefined;
  return gapBefore < gapAfter ? after - 1 : after;
}

/** The mark nearest to `time` within `reach` (both in events), or undefined. Marks stand at the middle of their event. */
export function markNear(seq: ArrayLike<number>, time: number, reach: number): number | undefined {
  const after = firstIndexFrom(seq, time - 0.5);
  const gapAfter = after < seq.length ? (seq[after] ?? 0) + 0.5 - time : Number.POSITIVE_INFINITY;
  const gapBefore = after > 0 ? time - (seq[after - 1] ?? 0) - 0.5 : Number.POSITIVE_INFINITY;
  if (Math.min(gapAfter, gapBefore) > reach) return undefined;
  return gapBefore <= gapAfter ? after - 1 : after;
}
