// How hazards speak of values, counts and iterations, so that every card reads alike.
import { visible } from '../../shared/base/visible.ts';
import { parsePath } from '../../shared/model/path.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { typeName, type Value } from '../../shared/model/value.ts';

const SHOWN = 40;

/** A value in a sentence: short ones whole, larger ones by their type. */
export function valueWords(value: Value): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string' && value.length > SHOWN) return `a text of ${value.length} characters`;
  const text = typeof value === 'object' && value !== null && isLarge(value) ? '' : JSON.stringify(toPublic(value));
  return text === '' || text.length > SHOWN * 2 ? typeWords(value) : visible(text);
}

/** `an object`, `a list`. */
export function typeWords(value: Value): string {
  const type = typeName(value);
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Told from its first level, so that a large value costs nothing. */
function isLarge(value: object): boolean {
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.length > 8 || inner.some((item) => typeof item === 'object' && item !== null && isLarge(item));
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** `iterations 0 to 5`, `iteration 3`; of several activations only how many. */
export function iterationWords(paths: readonly string[]): string {
  const numbers = paths.map((path) => parsePath(path)?.at(-1)?.iteration ?? -1);
  const first = numbers[0] ?? 0;
  if (numbers.length === 1) return `iteration ${first}`;
  const isRow = numbers.every((number, i) => number === first + i);
  return isRow ? `iterations ${first} to ${first + numbers.length - 1}` : `${numbers.length} iterations`;
}
