// Where a state of a container was emptied: its lane is empty from there on, or for one event where it has an initial value.
import type { SlotLane } from '../../../shared/contract/timeline.ts';

const EMPTY = 3;

/** True of a state container's lane; the slots of loops empty all the time, as one-shots do, and that is no news. */
export function isStateLane(lane: SlotLane): boolean {
  return lane.scope === '' && lane.input === undefined && !lane.slot.endsWith('.latch');
}

const kept = new WeakMap<SlotLane, readonly number[]>();

/** The events that emptied a state, in order; none of another lane. Of merged spans the first event of each. */
export function clearsOf(lane: SlotLane): readonly number[] {
  const known = kept.get(lane);
  if (known) return known;
  const found: number[] = [];
  if (isStateLane(lane)) {
    for (let i = 0; i < lane.from.length; i++) if (lane.state[i] === EMPTY) found.push(lane.from[i] ?? 0);
  }
  kept.set(lane, found);
  return found;
}
