/** Dollars for people. Single answers of a model cost fractions of a cent: two digits that say something, and never fewer than cents. */
export function costText(costUsd: number): string {
  if (costUsd === 0 || costUsd >= 1) return `$${costUsd.toFixed(2)}`;
  const digits = Math.max(2, 1 - Math.floor(Math.log10(costUsd)));
  return `$${costUsd.toFixed(Math.min(digits, 12))}`;
}
