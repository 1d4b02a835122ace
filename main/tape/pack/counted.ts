// Texts that differ from the one before by one number alone: "47 of 50 iterations are done", `plan[2]/act[7]`. Both sides of a pack
// work out the same next text, so that it costs nothing to say. What must hold: whole numbers without leading zeros only,
// and only where adding 1 or more keeps them exact.

/** What stands around the number that changed. */
export interface Counter {
  readonly before: string;
  readonly value: number;
  readonly after: string;
  readonly step: number;
}

const DIGITS_MOST = 15;

function isDigit(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  return unit >= 48 && unit <= 57;
}

/** How `text` goes on from `last` by one number; undefined where it does not. */
export function counterOf(last: string, text: string): Counter | undefined {
  if (text.length > 512 || last.length > 512) return undefined;
  const most = Math.min(last.length, text.length);
  let from = 0;
  while (from < most && last.charCodeAt(from) === text.charCodeAt(from)) from++;
  while (from > 0 && isDigit(text, from - 1)) from--;
  const lastEnd = digitsEnd(last, from);
  const end = digitsEnd(text, from);
  if (lastEnd === from || end === from || text.length - end !== last.length - lastEnd) return undefined;
  for (let i = end, j = lastEnd; i < text.length; i++, j++)
    if (text.charCodeAt(i) !== last.charCodeAt(j)) return undefined;
  const value = wholeNumber(text, from, end);
  const before = wholeNumber(last, from, lastEnd);
  if (value < 0 || before < 0) return undefined;
  return { before: text.slice(0, from), value, after: text.slice(end), step: value - before };
}

/** The counter one step further, or undefined where the number would be none of ours any more. */
export function stepped(counter: Counter): Counter | undefined {
  const value = counter.value + counter.step;
  if (value < 0 || value > 1e14) return undefined;
  return { before: counter.before, value, after: counter.after, step: counter.step };
}

export function textOfCounter(counter: Counter): string {
  return counter.before + counter.value + counter.after;
}

/** `last` with the whole number that begins at `from` changed by `step`; undefined where none begins there. */
export function countedFrom(last: string, from: number, step: number): string | undefined {
  const end = digitsEnd(last, from);
  const value = wholeNumber(last, from, end);
  if (value < 0 || value + step < 0) return undefined;
  return `${last.slice(0, from)}${value + step}${last.slice(end)}`;
}

/** The path of the iteration after, for one that ends in its number; undefined for others. */
export function nextPath(path: string): string | undefined {
  const end = path.length - 1;
  if (end < 2 || path.charCodeAt(end) !== 93) return undefined;
  let from = end;
  while (from > 0 && isDigit(path, from - 1)) from--;
  const value = wholeNumber(path, from, end);
  return value < 0 ? undefined : `${path.slice(0, from)}${value + 1}]`;
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text, end)) end++;
  return end;
}

/** -1 for none, one with leading zeros, or one that is too long. */
function wholeNumber(text: string, from: number, end: number): number {
  const count = end - from;
  if (count === 0 || count > DIGITS_MOST || (count > 1 && text.charCodeAt(from) === 48)) return -1;
  let value = 0;
  for (let i = from; i < end; i++) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
}
