// The item under pi-materia: the first declared loop with a list gives it, and it is written into state before its socket starts,
// where everything reads it from.
import { parseStatePath, type StatePath, stateSlot, valueAtPath } from '../../../../shared/model/statePath.ts';
import { type Value, valuesEqual } from '../../../../shared/model/value.ts';
import { cursorAt, itemOf, itemWrite } from '../../socket/items.ts';
import { pathOf } from '../../socket/loops.ts';
import type { SocketMachine } from '../../socket/machine.ts';
import type { PlanLoop, PlanSocket } from '../../socket/plan.ts';
import type { SocketRules } from '../../socket/rules.ts';
import type { Difference } from '../difference.ts';
import { compatOf } from './state.ts';

export const itemSelection: Difference = {
  what: 'The item of a socket',
  ours: "that of the loop which owns the socket's path, or of the innermost other one that has a list; it is no part of state",
  theirs:
    "that of the first declared loop that lists the socket and has a list; it is written to `state.item`, `state.currentWorkItem`, the loop's `as` and, of `workItems`, `state.workItem`, stays there, and is what `item` reads",
  file: 'itemSelection.ts',
};

/** The loop whose item the socket runs for. */
export function itemLoopOf({ listedBy }: PlanSocket): PlanLoop | undefined {
  return listedBy.find((loop) => loop.items !== undefined);
}

/** `WI-<n>`, counted from 1, for work items; else the place in the list, from 0; null outside of every list. */
export function itemKeyOf(machine: SocketMachine, socket: PlanSocket): string | null {
  const loop = itemLoopOf(socket);
  if (!loop) return null;
  const cursor = cursorAt(machine, loop.cursor);
  return isOfWorkItems(loop) ? `WI-${cursor + 1}` : String(cursor);
}

function isOfWorkItems({ as, items }: PlanLoop): boolean {
  return as === 'workItem' || (items ?? []).join('.').includes('workItems');
}

/** Where the item is written, in order. */
function placesOf(loop: PlanLoop): StatePath[] {
  const named = loop.as === undefined ? undefined : parseStatePath(loop.as);
  const places = [
    ['item'],
    ['currentWorkItem'],
    ...(named ? [named] : []),
    ...(isOfWorkItems(loop) ? [['workItem']] : []),
  ];
  return [...new Map(places.map((place) => [stateSlot(place), place])).values()];
}

/** How many places are done once `slot` is written for the socket that the run goes to. */
export function placesUntil(socket: PlanSocket, slot: string): number {
  const loop = itemLoopOf(socket);
  return loop ? placesOf(loop).findIndex((place) => stateSlot(place) === slot) + 1 : 0;
}

/** The next place that does not hold the item already. */
export const selection: SocketRules['selection'] = (_plan, machine, socket) => {
  const loop = itemLoopOf(socket);
  const { selected } = compatOf(machine);
  // What was written may lie over the list: from then on the first place tells the item.
  const item = selected > 0 ? machine.state.item : loop && itemOf(machine, loop);
  if (!loop || item === undefined) return undefined;
  const place = placesOf(loop).find((one, i) => i >= selected && !holds(machine, one, item));
  if (!place) return undefined;
  const from = itemWrite(machine, loop)?.seq;
  return {
    kind: 'slot.written',
    at: pathOf(machine, socket),
    slot: stateSlot(place),
    scope: '',
    writer: 'loop',
    value: item,
    ...(from === undefined ? {} : { from }),
  };
};

function holds({ state }: SocketMachine, place: StatePath, item: Value): boolean {
  const held = valueAtPath(state, place);
  return held !== undefined && valuesEqual(held, item);
}

export const isEntered: SocketRules['isEntered'] = (machine) => compatOf(machine).selected > 0;

export const item: SocketRules['item'] = (machine, socket) => {
  const value = itemLoopOf(socket) && machine.state.item;
  return value === undefined ? undefined : { value, seq: machine.written[stateSlot(['item'])]?.seq };
};
