// The list and the cursor of a loop, and its item (semantics §2, List and cursor of a loop).

import { cursorSlot, type StatePath, stateSlot, valueAtPath } from '../../../shared/model/statePath.ts';
import { isRecord, typeName, type Value } from '../../../shared/model/value.ts';
import type { SocketMachine, Write } from './machine.ts';
import type { PlanLoop } from './plan.ts';

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
  return value === undefined ? undefined : { value, seq: listWrite(machine, loop?.items ?? [])?.seq };
}

/** A loop that names no list is never empty. */
export function isEmpty(held: Held, loop: PlanLoop): boolean {
  return loop.items !== undefined && itemOf(held, loop) === undefined;
}

/** The write that made the list what it is: of the list itself, of what holds it, or of something inside it. */
export function listWrite({ written }: SocketMachine, items: StatePath): Write | undefined {
  let latest: Write | undefined;
  for (let length = 1; length <= items.length; length++) {
    const write = written[stateSlot(items.slice(0, length))];
    if (write && write.seq > (latest?.seq ?? -1)) latest = write;
  }
  return latest;
}

export function cursorWrite({ written }: SocketMachine, cursor: string): Write | undefined {
  return written[cursorSlot(cursor)];
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

/** What `satisfied` is, for sentences: `the text "true"`. */
export function satisfiedWords(satisfied: Value | undefined): string {
  if (satisfied === undefined) return 'absent';
  if (typeof satisfied === 'boolean') return String(satisfied);
  if (typeof satisfied === 'string') return `the text ${JSON.stringify(satisfied.slice(0, 40))}, not a boolean`;
  if (typeof satisfied === 'number') return `the number ${satisfied}, not a boolean`;
  return `${satisfied === null ? 'null' : `a ${typeName(satisfied)}`}, not a boolean`;
}
