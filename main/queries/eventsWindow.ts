// The log as rows, a window at a time. The cost is what is shown, wherever the window lies.
import type { AnswerOf } from '../../shared/contract/calls.ts';
import type { EventRow } from '../../shared/contract/events.ts';
import type { Chip } from '../../shared/contract/value.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { EVENT_KINDS, type EventKind, type TapeEvent } from '../../shared/model/event.ts';
import type { Value } from '../../shared/model/value.ts';
import type { EventRange } from '../tape/tapeReader.ts';
import { chipOf } from './chip.ts';
import type { OpenTape } from './openTape.ts';
import { sentenceOf } from './sentence.ts';

export interface EventsRequest {
  readonly from: number;
  readonly count: number;
  readonly kinds?: readonly string[] | undefined;
}

/** Names in `kinds` that are no kind match nothing. */
export function eventsWindow(tape: OpenTape, { from, count, kinds }: EventsRequest): AnswerOf<'events.window'> {
  const head = tape.reader.head();
  const known = kinds && EVENT_KINDS.filter((kind) => kinds.includes(kind));
  const read = (range: EventRange): TapeEvent[] => {
    if (known?.length === 0) return [];
    return [...(known ? tape.reader.eventsOfKind(known, range) : tape.reader.events(range))] as TapeEvent[];
  };
  const found = read({ from, to: head, limit: count + 1 });
  const moreBefore = from > 0 && (known ? read({ to: from - 1, limit: 1, reverse: true }).length > 0 : head >= 0);
  return {
    rows: found.slice(0, count).map((event) => eventRow(event, tape.graph)),
    moreBefore,
    moreAfter: found.length > count,
    head,
  };
}

export function eventRow(event: TapeEvent, graph?: CheckedGraph): EventRow {
  const chip = mainChip(event);
  return {
    seq: event.seq,
    kind: event.kind satisfies EventKind,
    at: event.at,
    t: event.t,
    sentence: sentenceOf(event, graph),
    ...(chip ? { chip } : {}),
  };
}

/** The one value that a row is coloured by; none where there are several. */
function mainChip(event: TapeEvent): Chip | undefined {
  switch (event.kind) {
    case 'slot.written':
      return chipOf(event.value);
    case 'fire.finished':
      return only(Object.values(event.outputs));
    case 'fire.started':
      return only(Object.values(event.inputs));
    case 'iteration.closed':
      return only(Object.values(event.carry));
    case 'decision.made': {
      const won = event.candidates.find((candidate) => candidate.matched);
      return won?.value === undefined ? undefined : chipOf(won.value);
    }
    default:
      return undefined;
  }
}

function only(values: readonly Value[]): Chip | undefined {
  return values.length === 1 ? chipOf(values[0] as Value) : undefined;
}
