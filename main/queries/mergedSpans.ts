// Merging what is narrower than a pixel: of the spans that begin in one pixel and are narrower than it, one is made. So a lane
// costs at most about two spans a pixel, however many lie in it; what the merged one says is its lane's to tell.

export interface PixelWindow {
  /** Whole events: from ≤ seq < to. */
  readonly from: number;
  readonly to: number;
  readonly widthPx: number;
}

export interface SpanColumns {
  readonly count: number;
  /** Rising. */
  from(i: number): number;
  /** Exclusive; rising. */
  to(i: number): number;
}

/** Calls `emit` with the first and last place of each group, left to right; true where any group holds several. */
export function mergedSpans(
  spans: SpanColumns,
  window: PixelWindow,
  emit: (first: number, last: number) => void,
): boolean {
  const pxPerEvent = window.widthPx / Math.max(1, window.to - window.from);
  const pixelOf = (seq: number) => Math.floor((seq - window.from) * pxPerEvent);
  let merged = false;
  let first = -1;
  let last = -1;
  let pixel = 0;
  const release = () => {
    if (first < 0) return;
    if (last > first) merged = true;
    emit(first, last);
    first = -1;
  };
  for (let i = firstEndingAfter(spans, window.from); i < spans.count; i++) {
    const from = spans.from(i);
    if (from >= window.to) break;
    if ((spans.to(i) - from) * pxPerEvent >= 1) {
      release();
      emit(i, i);
      continue;
    }
    const at = pixelOf(from);
    if (first >= 0 && at !== pixel) release();
    if (first < 0) first = i;
    last = i;
    pixel = at;
  }
  release();
  return merged;
}

function firstEndingAfter(spans: SpanColumns, seq: number): number {
  let low = 0;
  let high = spans.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans.to(middle) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface MergedMarks {
  readonly seq: Uint32Array<ArrayBuffer>;
  readonly kind: Uint16Array<ArrayBuffer>;
  readonly count: Uint16Array<ArrayBuffer>;
}

const MOST = 0xffff;

/** Marks that share a pixel and a kind become one, at the first of them, so that no kind disappears behind another. */
export function mergedMarks(
  seqs: ArrayLike<number>,
  kindOf: (i: number) => number,
  window: PixelWindow,
): { readonly marks: MergedMarks; readonly merged: boolean } {
  const pxPerEvent = window.widthPx / Math.max(1, window.to - window.from);
  const made: { seq: number; kind: number; count: number }[] = [];
  let merged = false;
  let pixel = -1;
  let pixelStart = 0;
  let i = firstAtOrAfter(seqs, window.from);
  for (; i < seqs.length && (seqs[i] as number) < window.to; i++) {
    const seq = seqs[i] as number;
    const at = Math.floor((seq - window.from) * pxPerEvent);
    if (at !== pixel) {
      pixel = at;
      pixelStart = made.length;
    }
    const kind = kindOf(i);
    let known = pixelStart;
    while (known < made.length && made[known]?.kind !== kind) known++;
    const mark = made[known];
    if (mark) {
      mark.count = Math.min(MOST, mark.count + 1);
      merged = true;
    } else made.push({ seq, kind, count: 1 });
  }
  return {
    marks: {
      seq: Uint32Array.from(made, (mark) => mark.seq),
      kind: Uint16Array.from(made, (mark) => mark.kind),
      count: Uint16Array.from(made, (mark) => mark.count),
    },
    merged,
  };
}

function firstAtOrAfter(rising: ArrayLike<number>, seq: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
