// What a dynamic detector is: one way loops go wrong that a tape shows. It sees the events of its kinds in order, once, and can
// say at any time what it has found so far, so a live tape is watched at the cost of what is new. One hazard a file.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventKind, EventOf } from '../../shared/model/event.ts';
import type { HazardCode, TapeHazard } from '../../shared/model/hazard.ts';

export interface Watcher<K extends EventKind> {
  see(event: EventOf<K>): void;
  /** Every occurrence up to the last event seen, each with the moments that show it, first to last. Changes nothing. */
  found(): TapeHazard[];
}

export interface Detector<K extends EventKind = EventKind> {
  readonly code: HazardCode;
  readonly kinds: readonly K[];
  /** `graph` is undefined where the tape's graph can't be checked by this build. */
  watch(graph: CheckedGraph | undefined): Watcher<K>;
}
