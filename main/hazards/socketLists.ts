// What the lists and cursors of loops of sockets hold as a tape goes on, for detectors that ask how many items are left.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph, LoopSpec } from '../../shared/model/checkedSocketGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { parseSlot, valueAtPath, withoutValueAtPath, withValueAtPath } from '../../shared/model/statePath.ts';
import type { Value } from '../../shared/model/value.ts';

export function socketsOf(graph: CheckedGraph | undefined): CheckedSocketGraph | undefined {
  return graph?.dialect === 'socket' ? graph : undefined;
}

export class SocketLists {
  /** Only the keys of state that lists of loops lie in are kept. */
  readonly #keys: ReadonlySet<string>;
  #state: Value = {};
  readonly #cursors = new Map<string, number>();

  constructor(graph: CheckedSocketGraph | undefined) {
    this.#keys = new Set(graph?.loops.flatMap(({ items }) => items?.[0] ?? []));
  }

  see(event: EventOf<'slot.written' | 'slot.cleared'>): void {
    const place = parseSlot(event.slot);
    const value = event.kind === 'slot.written' ? event.value : undefined;
    if (place?.kind === 'cursor') this.#cursors.set(place.name, typeof value === 'number' ? value : 0);
    else if (place !== undefined && this.#keys.has(place.path[0] as string))
      this.#state =
        value === undefined
          ? withoutValueAtPath(this.#state, place.path)
          : withValueAtPath(this.#state, place.path, value);
  }

  /** What is not a list counts as empty (semantics §2, Advance). */
  itemsOf({ items }: LoopSpec): readonly Value[] {
    const list = items && valueAtPath(this.#state, items);
    return Array.isArray(list) ? (list as readonly Value[]) : [];
  }

  /** 0 where nothing was ever written to it. */
  cursorOf({ cursor }: LoopSpec): number {
    return cursor === undefined ? 0 : (this.#cursors.get(cursor) ?? 0);
  }

  /** Items from the cursor on; 0 for a loop that names no list. */
  leftOf(loop: LoopSpec): number {
    return Math.max(0, this.itemsOf(loop).length - this.cursorOf(loop));
  }
}
