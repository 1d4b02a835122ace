// What a reader of one tape can be asked, whatever the rows look like. Queries see this and no SQL.
import type { EventKind, EventOf, TapeEvent } from '../../shared/model/event.ts';

export interface EventRange {
  /** First seq, inclusive; 0 where absent. */
  readonly from?: number;
  /** Last seq, inclusive; the head where absent. */
  readonly to?: number;
  /** At most so many. */
  readonly limit?: number;
  /** Newest first. */
  readonly reverse?: boolean;
}

export interface TapeInfo {
  readonly path: string;
  readonly id: string;
  readonly format: number;
  /** Milliseconds since the epoch at the run's start. */
  readonly startedAtMs: number;
  /** Where its graph's file lay when it was recorded; as untrusted as all of a tape. */
  readonly graphFolder?: string;
  /** A process that still lives is writing it. */
  readonly beingWritten: boolean;
  readonly readOnly: boolean;
}

/** The machine as it was when the event `seq` had been folded, as the engine's `freeze` gave it (public form). */
export interface Keyframe {
  readonly seq: number;
  readonly machine: unknown;
}

export interface TapeReader {
  info(): TapeInfo;
  /** Seq of the last committed event; -1 where there is none. Events count from 0 without a gap. */
  head(): number;
  sizeBytes(): number;
  /** The event, or undefined past the head. */
  event(seq: number): TapeEvent | undefined;
  /** Lazily, in the order of seq (or its reverse). Costs what is read, not the tape's length. */
  events(range: EventRange): IterableIterator<TapeEvent>;
  /** Only these kinds; by an index, so rare kinds are quick on a long tape. */
  eventsOfKind<K extends EventKind>(
    kinds: readonly K[],
    range?: EventRange,
  ): IterableIterator<EventOf<K> & { readonly t: number }>;
  /** `slot.written` and `slot.cleared` of one slot, by an index. */
  slotEvents(
    scope: string,
    slot: string,
    range?: EventRange,
  ): IterableIterator<EventOf<'slot.written' | 'slot.cleared'> & { readonly t: number }>;
  /** `fire.started`, `fire.finished` and `fire.failed` of one node, by an index. */
  fireEvents(
    node: string,
    range?: EventRange,
  ): IterableIterator<EventOf<'fire.started' | 'fire.finished' | 'fire.failed'> & { readonly t: number }>;
  /** Seq of the `iteration.opened` or `iteration.closed` at a path; undefined where it did not happen. */
  iterationSeq(path: string, edge: 'opened' | 'closed'): number | undefined;
  /** Every slot that was ever written, in the order of its first write. */
  slots(): readonly { readonly scope: string; readonly slot: string }[];
  /** Every node that ever fired, in the order of its first fire. */
  nodes(): readonly string[];
  /** The last keyframe at or before `seq`. */
  keyframeBefore(seq: number): Keyframe | undefined;
  close(): void;
}
