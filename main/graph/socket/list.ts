// The list that a loop walks and the cursor that walks it (semantics §2, List and cursor of a loop).
import type { AdvanceSpec, StatePath } from '../../../shared/model/checkedSocketGraph.ts';
import type { Loop } from '../../../shared/model/socketGraph.ts';
import { readStatePath, samePath } from './statePath.ts';

/** `iterator.items`, else `state.<consumes.output>`; undefined where the loop names no list, or none that can be read. */
export function listOf({ iterator, consumes }: Loop): StatePath | undefined {
  if (typeof iterator?.items === 'string') return readStatePath(iterator.items);
  return typeof consumes?.output === 'string' && isOutputName(consumes.output) ? [consumes.output] : undefined;
}

/** The list is one of the output's own keys, and state's (semantics §2, Assign). */
export function isOutputName(output: string): boolean {
  return readStatePath(output)?.length === 1 && !output.includes('.');
}

/** The cursor that the loop itself names. */
export function declaredCursor({ iterator, consumes }: Loop): string | undefined {
  return iterator?.cursor ?? consumes?.cursor ?? undefined;
}

/** The cursor of a list where neither the loop nor a member names one. */
export function defaultCursor(list: StatePath): string {
  const name = list.at(-1) as string;
  return name === 'workItems' ? 'workItemIndex' : `${name}Index`;
}

/** `advances`: those of the members, in the members' order. */
export function cursorOf(loop: Loop, list: StatePath, advances: readonly AdvanceSpec[]): string {
  const walking = advances.find((advance) => samePath(advance.items, list));
  return declaredCursor(loop) ?? walking?.cursor ?? defaultCursor(list);
}
