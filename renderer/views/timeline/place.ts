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

/** The iteration of the lane that covers a time, else the next one. */
export function iterationFrom(lane: ScopeLane, time: number): number | undefined {
  return lane.iteration[firstIndexEndingAfter(lane.to, time)];
}

/** Until when what came at `time` counts as new: the end of that iteration, or of the first where none is open yet. */
export function freshUntil(lane: ScopeLane | undefined, time: number): number {
  if (!lane) return time + 1;
  return lane.to[firstIndexEndingAfter(lane.to, time)] ?? time + 1;
}
