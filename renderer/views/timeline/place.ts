// Where an event lies among the iterations, read from the scope lanes, so that it is known at once while the playhead is
// dragged. A path is undefined where the lanes do not cover the event or several iterations were merged there.
import type { ScopeLane, SlotLane, TimelineView } from '../../../shared/contract/timeline.ts';
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
    const pass = lane.pass?.[span];
    path = childPath(path, {
      scope: lane.scope,
      iteration: lane.iteration[span] ?? 0,
      ...(pass === undefined ? {} : { pass }),
    });
    depth = lane.depth;
  }
  return path;
}

/**
 * The span of the scope's lane in which what came at `time` is first there. A slot is written at a boundary, for the
 * iteration that follows; an input holds what a fire of the same iteration read; what was there before the scope was
 * entered belongs to its first iteration. Undefined for lanes of no scope and where the scope is not in sight.
 */
function firstSpan(view: TimelineView, lane: SlotLane, time: number): number | undefined {
  const scope = scopeOf(view, lane);
  if (!scope || scope.to.length === 0) return undefined;
  const covering = firstIndexEndingAfter(scope.to, time);
  const isInside = (scope.from[covering] ?? Number.POSITIVE_INFINITY) <= time;
  return Math.min(isInside && !lane.input ? covering + 1 : covering, scope.to.length - 1);
}

/** The iteration that a value which came at `time` is first there for. */
export function iterationFrom(view: TimelineView, lane: SlotLane, time: number): number | undefined {
  const span = firstSpan(view, lane, time);
  return span === undefined ? undefined : scopeOf(view, lane)?.iteration[span];
}

/** The iteration of the lane's scope that covers a time. */
export function iterationAt(view: TimelineView, lane: SlotLane, time: number): number | undefined {
  const scope = scopeOf(view, lane);
  const span = scope && spanAt(scope.from, scope.to, time);
  return span === undefined ? undefined : scope?.iteration[span];
}

/** Until when what came at `time` counts as new; without a scope, until the innermost iteration around it ends. */
export function freshUntil(view: TimelineView, lane: SlotLane, time: number): number {
  const span = firstSpan(view, lane, time);
  if (span !== undefined) return scopeOf(view, lane)?.to[span] ?? time + 1;
  let end = Number.POSITIVE_INFINITY;
  for (const other of view.scopes) {
    const covering = spanAt(other.from, other.to, time);
    if (covering !== undefined) end = Math.min(end, other.to[covering] ?? end);
  }
  return Number.isFinite(end) ? end : time + 1;
}

function scopeOf(view: TimelineView, lane: SlotLane): ScopeLane | undefined {
  return view.scopes.find((scope) => scope.scope === lane.scope);
}
