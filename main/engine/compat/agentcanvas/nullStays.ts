// What becomes of null under agentcanvas: it fills a slot or a latch and goes no further.
import type { Slot, Wire } from '../../pivot/machine.ts';
import type { Difference } from '../difference.ts';

export const nullStays: Difference = {
  what: 'null in a slot or a latch',
  ours: 'a value like any other: handed over and released',
  theirs: 'fills the slot or latch, but is neither handed to the body nor released outwards',
  file: 'nullStays.ts',
};

/** What a slot or latch hands on; undefined where it is empty or holds null. */
export function handedOn(slot: Slot | undefined): Wire | undefined {
  return slot && slot.value !== null ? { value: slot.value, seq: slot.seq } : undefined;
}
