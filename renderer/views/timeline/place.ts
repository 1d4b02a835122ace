// Where an event lies among the iterations, read from the scope lanes, so that it is known at once while the playhead is
// dragged. A path is undefined where the lanes do not cover the event or several iterations were merged there.
import type { ScopeLane, TimelineView } from '../../../shared/contract/timeline.ts';
import { childPath } from '../../../shared/model/path.ts';
import { firstIndexEndingAfter, spanAt } from '../../viewport/hitTest.ts';

const MERGED = 3;

/** `episode[0]/act[17]`; "" outside every scope. */
export function pathAt(view: TimelineView, seq: number): string | undefined {
  if (seq < view.from || seq >= view.to) return undefined;
  let path = '';
  let depth = -1;
  for (const lane of view.scopes) {
    // Lanes are nested: after one that covers the event only a deeper one can add to the path.
    if (lane.depth <= depth) continue;
    const span = spanAt(lane.from, lane.to, seq);
    if (span === undefined) continue;
    if (lane.state[span] === MERGED) return undefined;
    path = childPath(path, { scope: lane.scope, iteration: lane.iteration[span] ?? 0 });
    depth = lane.depth;
  }
  return path;
}

/** The iteration that a slot's value, written at `time`, is first there for: the next to open, else the last one. */
export function iterationFrom(lane: ScopeLane, time: number): number | undefined {
  const covering = firstIndexEndingAfter(lane.to, time);
  const isInside = (lane.from[covering] ?? Number.POSITIVE_INFINITY) <= time;
  return lane.iteration[isInside ? covering + 1 : covering] ?? lane.iteration[covering];
}

/** The iteration of the lane that covers a time. */
export function iterationAt(lane: ScopeLane, time: number): number | undefined {
  const span = spanAt(lane.from, lane.to, time);
  return span === undefined ? undefined : lane.iteration[span];
}

/**
 * Until when what came at `time` counts as new. A slot of a scope is written at a boundary and is new in the iteration that
 * follows; what was written before the scope was entered is new in its first. Slots of no scope are new until the
 * innermost iteration around them ends.
 */
export function freshUntil(view: TimelineView, scope: string, time: number): number {
  const lane = view.scopes.find((other) => other.scope === scope);
  if (lane) {
    const covering = firstIndexEndingAfter(lane.to, time);
    const isInside = (lane.from[covering] ?? Number.POSITIVE_INFINITY) <= time;
    return lane.to[isInside ? covering + 1 : covering] ?? lane.to[covering] ?? time + 1;
  }
  let end = Number.POSITIVE_INFINITY;
  for (const other of view.scopes) {
    const span = spanAt(other.from, other.to, time);
    if (span !== undefined) end = Math.min(end, other.to[span] ?? end);
  }
  return Number.isFinite(end) ? end : time + 1;
}
