// Paths below a socket graph's `state` (semantics §2, Assign): dots descend, numbers index lists. And the addresses of its slots
// (interfaces §2): `state.a.b[2]`, `cursor.i`.
import { decodeId, encodeId } from './path.ts';
import { adopt, isRecord, type Value, type ValueRecord } from './value.ts';

/** `a.b[2]` and `a.b.2` are `['a', 'b', '2']`. */
export type StatePath = readonly string[];

/** The path that a text names; undefined for an empty text or an empty part. */
export function parseStatePath(text: string): StatePath | undefined {
  const parts = partsOf(text);
  return parts.some((part) => part === '') ? undefined : parts;
}

function partsOf(text: string): string[] {
  return text.replace(/\[(\d+)\]/g, '.$1').split('.');
}

export function stateSlot(path: StatePath): string {
  const [first = '', ...rest] = path;
  return `state.${encodeId(first)}${rest.map((part) => (isIndex(part) ? `[${part}]` : `.${encodeId(part)}`)).join('')}`;
}

export function cursorSlot(name: string): string {
  return `cursor.${encodeId(name)}`;
}

/** What a slot's address stands for; undefined where it is none of a socket graph. */
export function parseSlot(
  address: string,
):
  | { readonly kind: 'state'; readonly path: StatePath }
  | { readonly kind: 'cursor'; readonly name: string }
  | undefined {
  if (address.startsWith('cursor.')) return { kind: 'cursor', name: decodeId(address.slice('cursor.'.length)) };
  if (!address.startsWith('state.')) return undefined;
  // A key may be an empty text, which no path in a file can spell.
  return { kind: 'state', path: partsOf(address.slice('state.'.length)).map(decodeId) };
}

/** The value at `path` inside `root`; undefined where there is none. An empty path is `root` itself. */
export function valueAtPath(root: Value, path: StatePath): Value | undefined {
  let value: Value | undefined = root;
  for (const part of path) {
    if (Array.isArray(value)) value = isIndex(part) ? (value as readonly Value[])[Number(part)] : undefined;
    else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/** A list may grow by so many places at once; a number far beyond its end is a key of an object that holds what the list held. */
const MAX_GAP = 10_000;

/** `root` with `value` at `path`, which is not empty. What stands in the way and holds nothing by name is replaced by an object. */
export function withValueAtPath(root: Value | undefined, path: StatePath, value: Value): Value {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const isPlace = Array.isArray(root) && isIndex(part);
  const place = Number(part);
  if (isPlace && place <= root.length + MAX_GAP) {
    const list = [...(root as readonly Value[])];
    while (list.length < place) list.push(null);
    list[place] = withValueAtPath(list[place], rest, value);
    return adopt(list);
  }
  const record: ValueRecord = isRecord(root) || isPlace ? { ...(root as ValueRecord) } : {};
  const inside = Object.hasOwn(record, part) ? record[part] : undefined;
  return adopt({ ...record, [part]: withValueAtPath(inside, rest, value) });
}

/** `root` with nothing at `path`: a key is taken away, a place in a list holds null. */
export function withoutValueAtPath(root: Value, path: StatePath): Value {
  if (valueAtPath(root, path) === undefined) return root;
  const above = path.slice(0, -1);
  const held = valueAtPath(root, above);
  if (!isRecord(held)) return withValueAtPath(root, path, null);
  const { [path.at(-1) as string]: _, ...left } = held;
  return withValueAtPath(root, above, adopt(left));
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}
