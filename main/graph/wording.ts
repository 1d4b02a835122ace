// Words of sentences that several rules share, and the name that a mistyped one was meant to be.

/** `"a"`, `"a" and "b"`, `"a", "b" and "c"`; `none` for an empty list. */
export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  if (quoted.length === 0) return 'none';
  if (quoted.length === 1) return quoted[0] as string;
  return `${quoted.slice(0, -1).join(', ')} and ${quoted[quoted.length - 1]}`;
}

/** `1 iteration`, `3 iterations`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The fewest single letters to insert, remove or replace so that `a` becomes `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** The candidate within two edits of `name`, the nearest first; undefined where the edits would change the whole name. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = 3;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > 2) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance && distance < Math.min(name.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "obs"?`, or nothing. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const near = nearestName(name, candidates);
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}
