// Lines of the log in their public form, a batch at a time: what `events --json` prints.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf } from '../../shared/contract/calls.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { EVENT_KINDS, type TapeEvent } from '../../shared/model/event.ts';
import { toPublicEvent } from '../../shared/model/publicEvent.ts';
import { findMoment } from './findMoment.ts';
import type { OpenTape } from './openTape.ts';

export interface EventsReportRequest {
  readonly kinds?: readonly string[] | undefined;
  /** Moments, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what follows this seq. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Failure `no-such-moment`. Names in `kinds` that are no kind match nothing. */
export function eventsReport(
  tape: OpenTape,
  { kinds, from, to, after, limit }: EventsReportRequest,
): Result<AnswerOf<'report.events'>, Failure> {
  const first = from === undefined ? succeeded({ seq: 0 }) : findMoment(tape, { moment: from });
  if (!first.ok) return first;
  const last = to === undefined ? succeeded({ seq: tape.reader.head() }) : findMoment(tape, { moment: to });
  if (!last.ok) return last;
  const known = kinds && EVENT_KINDS.filter((kind) => kinds.includes(kind));
  if (known?.length === 0) return succeeded({ events: [], more: false });
  const range = { from: Math.max(first.value.seq, (after ?? -1) + 1), to: last.value.seq, limit: limit + 1 };
  if (range.from > range.to) return succeeded({ events: [], more: false });
  const found = [...(known ? tape.reader.eventsOfKind(known, range) : tape.reader.events(range))] as TapeEvent[];
  return succeeded({ events: found.slice(0, limit).map(toPublicEvent), more: found.length > limit });
}
