// What a hazard detector sees of a tape: the graph and the log, by kind, in order; never SQL.
import type { CheckedGraph } from './checkedGraph.ts';
import type { EventKind, EventOf } from './event.ts';

export interface TapeView {
  /** Undefined where the tape's graph can't be checked by this build. */
  readonly graph: CheckedGraph | undefined;
  /** The events of these kinds, in the order of seq. */
  events<K extends EventKind>(kinds: readonly K[]): Iterable<EventOf<K>>;
}
