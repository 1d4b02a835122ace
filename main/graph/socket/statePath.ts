// Paths as a socket graph writes them: below `state`, keys and numbers between dots (semantics §2, Assign).
import type { StatePath } from '../../../shared/model/checkedSocketGraph.ts';
import { parseStatePath } from '../../../shared/model/statePath.ts';

/** What a path may not begin with, because it means something else there. */
const OTHER_ROOTS = new Set(['$', 'item', 'lastJson', 'lastOutput']);

/** The path below `state` of an assign's target or of a list, with or without the leading `state.`; undefined where it is none. */
export function readStatePath(text: string): StatePath | undefined {
  const parts = parseStatePath(text);
  if (parts?.[0] !== 'state') return parts && !OTHER_ROOTS.has(parts[0] as string) ? parts : undefined;
  return parts.length > 1 ? parts.slice(1) : undefined;
}

/** As it is written in a file: `state.a.b`. */
export function writtenStatePath(path: StatePath): string {
  return ['state', ...path].join('.');
}

export function samePath(a: StatePath, b: StatePath): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
