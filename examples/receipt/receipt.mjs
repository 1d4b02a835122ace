// What the loop mends. It has two faults, and the second shows only when the first is gone.

/** The lines of a receipt and its total, in cents. */
export function receipt(items) {
  let total = '';
  for (let i = 1; i < items.length; i++) total += items[i].price * items[i].count;
  return { lines: items.map(({ name, count }) => `${count} × ${name}`), total };
}
