// A list in another order.

/** Fisher–Yates with a small generator of its own, so that a failing seed can be run again. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const made = list.slice();
  let state = seed >>> 0;
  for (let i = made.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [made[i], made[j]] = [made[j] as T, made[i] as T];
  }
  return made;
}
