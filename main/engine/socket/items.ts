// The list and the cursor of a loop, and its item (semantics §2, List and cursor of a loop).
import { type StatePath, stateSlot, valueAtPath } from '../../../shared/model/statePath.ts';
import { isRecord, type Value, type Values } from '../../../shared/model/value.ts';
import type { SocketMachine, Write } from './machine.ts';
import type { PlanLoop, PlanSocket } from './plan.ts';

type Held = Pick<SocketMachine, 'state' | 'cursors'>;

/** The list as it is now; what is not a list counts as empty. */
export function listAt({ state }: Held, items: StatePath): readonly Value[] {
  const list = valueAtPath(state, items);
  return Array.isArray(list) ? (list as readonly Value[]) : [];
}

/** 0 where nothing was ever written to it. */
export function cursorAt({ cursors }: Held, cursor: string | undefined): number {
  return cursor !== undefined && Object.hasOwn(cursors, cursor) ? (cursors[cursor] as number) : 0;
}

/** Undefined where the loop names no list, or has no item at its cursor. */
export function itemOf(held: Held, loop: PlanLoop): Value | undefined {
  return loop.items && listAt(held, loop.items)[cursorAt(held, loop.cursor)];
}

/** The item of the loop with the event that it came from; undefined where it has none. */
export interface HeldItem {
  readonly value: Value;
  readonly seq: number | undefined;
}

export function heldItem(machine: SocketMachine, loop: PlanLoop | undefined): HeldItem | undefined {
  const value = loop && itemOf(machine, loop);
  return loop && value !== undefined ? { value, seq: itemWrite(machine, loop)?.seq } : undefined;
}

/** The items of the loops that list the socket, under their `as`; of two with one name the inner one's. */
export function namedItems(held: Held, { outermostFirst }: PlanSocket): Values {
  return Object.fromEntries(
    outermostFirst.flatMap((loop): [string, Value][] => {
      const item = itemOf(held, loop);
      return loop.as === undefined || item === undefined ? [] : [[loop.as, item]];
    }),
  );
}

/** A loop that names no list is never empty. */
export function isEmpty(held: Held, loop: PlanLoop): boolean {
  return loop.items !== undefined && itemOf(held, loop) === undefined;
}

/** The write that made the loop's item what it is: of the item, of what holds it, or into it. */
export function itemWrite(machine: SocketMachine, loop: PlanLoop): Write | undefined {
  const path = [...(loop.items ?? []), String(cursorAt(machine, loop.cursor))];
  const holding = path.map((_, i) => stateSlot(path.slice(0, i + 1)));
  const slot = stateSlot(path);
  let latest: Write | undefined;
  for (const [address, write] of Object.entries(machine.written)) {
    const counts = holding.includes(address) || address.startsWith(`${slot}.`) || address.startsWith(`${slot}[`);
    if (counts && write.seq > (latest?.seq ?? -1)) latest = write;
  }
  return latest;
}

const NAMES = ['title', 'name', 'label', 'id', 'key'];

/** What a person calls the item: its own text or number, else its title, name, label, id or key, else its place. */
export function labelOf(held: Held, loop: PlanLoop): string | undefined {
  if (!loop.items) return undefined;
  const item = itemOf(held, loop);
  if (item === undefined) return undefined;
  const named = isRecord(item) ? NAMES.map((name) => item[name]).find((value) => wordOf(value) !== undefined) : item;
  return wordOf(named) ?? `item ${cursorAt(held, loop.cursor)}`;
}

function wordOf(value: Value | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const line = value.trim().split('\n', 1)[0] as string;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
