// Merging sorted runs of numbers into one, lazily: how the streams of an index become one order of events again.

/** One sorted run; `next` gives its following number or undefined at its end. */
export interface Run {
  next(): number | undefined;
}

/** The numbers of all runs in ascending (or, `reverse`, descending) order. Each is asked for one number ahead. */
export function* merged(runs: readonly Run[], reverse: boolean): Generator<number> {
  const sign = reverse ? -1 : 1;
  const heap: { key: number; readonly run: Run }[] = [];
  for (const run of runs) {
    const first = run.next();
    if (first !== undefined) heap.push({ key: first * sign, run });
  }
  heap.sort((a, b) => a.key - b.key);
  while (heap.length > 0) {
    const top = heap[0] as (typeof heap)[number];
    yield top.key * sign;
    const next = top.run.next();
    if (next !== undefined) top.key = next * sign;
    else {
      const last = heap.pop() as typeof top;
      if (heap.length === 0) return;
      if (last !== top) heap[0] = last;
    }
    sink(heap);
  }
}

function sink(heap: { key: number }[]): void {
  const moved = heap[0] as { key: number };
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && keyAt(heap, child + 1) < keyAt(heap, child)) child++;
    if (keyAt(heap, child) >= moved.key) break;
    heap[at] = heap[child] as { key: number };
    at = child;
  }
  heap[at] = moved;
}

function keyAt(heap: readonly { readonly key: number }[], i: number): number {
  return (heap[i] as { readonly key: number }).key;
}
