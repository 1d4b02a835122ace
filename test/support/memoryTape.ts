// A tape in memory, for tests of queries: the reader's surface over a list of events, with keyframes in the JSON that a real
// tape would keep. It may grow, as a live one does.
import type { EventRange, Keyframe, TapeReader } from '../../main/tape/tapeReader.ts';
import type { EngineEvent, TapeEvent } from '../../shared/model/event.ts';
import { fromPublicEvent, type PublicEvent, toPublicEvent } from '../../shared/model/publicEvent.ts';

export interface MemoryTape extends TapeReader {
  append(events: readonly EngineEvent[]): void;
  /** What is still being written, and what a killed writer left. */
  writing(isWriting: boolean): void;
  /** Events that were decoded so far: what a query cost. */
  reads(): number;
}

export interface MemoryTapeOptions {
  /** As the engine froze them, any order. */
  readonly keyframes?: readonly { readonly seq: number; readonly machine: unknown }[];
  readonly path?: string;
}

export function memoryTape(events: readonly EngineEvent[], options: MemoryTapeOptions = {}): MemoryTape {
  const log: TapeEvent[] = [];
  const path = options.path ?? 'folder/memory.looptape';
  const keyframes = (options.keyframes ?? []).map(({ seq, machine }) => ({ seq, text: JSON.stringify(machine) }));
  let isWriting = false;
  let reads = 0;

  const append = (more: readonly EngineEvent[]): void => {
    // Through the public form and back, as through a file: nothing is shared with whoever made the events.
    for (const event of more)
      log.push(
        fromPublicEvent(JSON.parse(JSON.stringify(toPublicEvent({ ...event, t: event.seq / 10 }))) as PublicEvent),
      );
  };
  append(events);

  function* matching(range: EventRange, isWanted: (event: TapeEvent) => boolean): IterableIterator<TapeEvent> {
    const from = Math.max(0, range.from ?? 0);
    const to = Math.min(log.length - 1, range.to ?? log.length - 1);
    let left = range.limit ?? Number.POSITIVE_INFINITY;
    const step = range.reverse ? -1 : 1;
    for (let seq = range.reverse ? to : from; seq >= from && seq <= to && left > 0; seq += step) {
      const event = log[seq] as TapeEvent;
      if (!isWanted(event)) continue;
      left--;
      reads++;
      yield event;
    }
  }

  const distinct = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
    [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();

  return {
    append,
    writing(value) {
      isWriting = value;
    },
    reads: () => reads,
    info() {
      const first = log[0];
      const id = first?.kind === 'run.started' ? first.id : 'none';
      return { path, id, format: 1, startedAtMs: 1000, beingWritten: isWriting, readOnly: false };
    },
    head: () => log.length - 1,
    sizeBytes: () => 4096,
    event(seq) {
      reads++;
      return log[seq];
    },
    events: (range) => matching(range, () => true),
    eventsOfKind: (kinds, range = {}) =>
      matching(range, (event) => (kinds as readonly string[]).includes(event.kind)) as never,
    slotEvents: (scope, slot, range = {}) =>
      matching(
        range,
        (event) =>
          (event.kind === 'slot.written' || event.kind === 'slot.cleared') &&
          event.scope === scope &&
          event.slot === slot,
      ) as never,
    fireEvents: (node, range = {}) =>
      matching(
        range,
        (event) =>
          (event.kind === 'fire.started' || event.kind === 'fire.finished' || event.kind === 'fire.failed') &&
          event.node === node,
      ) as never,
    iterationSeq: (at, edge) => log.find((event) => event.kind === `iteration.${edge}` && event.at === at)?.seq,
    slots() {
      const written = log.filter((event) => event.kind === 'slot.written');
      return distinct(written, ({ scope, slot }) => `${scope} ${slot}`).map(({ scope, slot }) => ({ scope, slot }));
    },
    nodes() {
      const fires = log.filter((event) => event.kind === 'fire.started');
      return distinct(fires, ({ node }) => node).map(({ node }) => node);
    },
    keyframeBefore(seq): Keyframe | undefined {
      const found = keyframes.filter((keyframe) => keyframe.seq <= seq).sort((a, b) => b.seq - a.seq)[0];
      return found && { seq: found.seq, machine: JSON.parse(found.text) };
    },
    close() {},
  };
}
