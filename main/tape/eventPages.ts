// Rows of events in pages, by seq or by the streams that they belong to. What must hold: nothing is open between two pages,
// so an iteration that is left early or takes hours holds nobody back; a row that should be there and is not is damage.
import { damaged } from './damage.ts';
import { EVENT_COLUMNS, type EventRow } from './eventRow.ts';
import { merged, type Run } from './merge.ts';
import { type PlaceRow, seqsOf } from './places.ts';
import type { TapeSession } from './tapeSession.ts';

/** The seqs that are asked for, both ends included, and at most how many. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly reverse: boolean;
}

type Pages = Generator<readonly EventRow[]>;

export interface EventPages {
  /** Within the session's `use`. */
  row(seq: number): EventRow | undefined;
  all(span: Span): Pages;
  /** Only events of these streams, by their places. */
  byPlaces(streams: ReadonlySet<number>, span: Span): Pages;
  /** The same by walking the log, for a tape whose places another version made. */
  byLog(streams: ReadonlySet<number>, span: Span): Pages;
}

/** The first page of an iteration is small, since many only look at its beginning. */
const PAGE_FIRST = 16;
const PAGE_MOST = 1024;

const ROW = `SELECT ${EVENT_COLUMNS} FROM events WHERE seq = ?`;
const UP = `SELECT ${EVENT_COLUMNS} FROM events WHERE seq >= ? ORDER BY seq LIMIT ?`;
const DOWN = `SELECT ${EVENT_COLUMNS} FROM events WHERE seq <= ? ORDER BY seq DESC LIMIT ?`;

export function eventPages(session: TapeSession): EventPages {
  const row = (seq: number) => session.rows(ROW).get(seq) as EventRow | undefined;

  function* all(span: Span): Pages {
    const step = span.reverse ? -1 : 1;
    let next = span.reverse ? span.to : span.from;
    let left = Math.min(span.limit, span.to - span.from + 1);
    for (let size = PAGE_FIRST; left > 0; size = Math.min(size * 4, PAGE_MOST)) {
      const count = Math.min(size, left);
      const page = session.use(() => session.rows(span.reverse ? DOWN : UP).all(next, count)) as EventRow[];
      const first = next;
      const gap = page.findIndex(([seq], i) => seq !== first + i * step);
      const whole = gap === -1 ? page : page.slice(0, gap);
      yield whole;
      next += whole.length * step;
      left -= whole.length;
      if (whole.length < count) throw damaged(session.path, `event #${next} is missing`);
    }
  }

  function* byPlaces(streams: ReadonlySet<number>, span: Span): Pages {
    const seqs = merged(
      [...streams].map((stream) => runOf(session, stream, span)),
      span.reverse,
    );
    const page = (count: number): EventRow[] => {
      const rows: EventRow[] = [];
      while (rows.length < count) {
        const { value, done } = seqs.next();
        if (done) break;
        rows.push(placed(value));
      }
      return rows;
    };
    /** The row that a place names. */
    const placed = (seq: number): EventRow => {
      const found = row(seq);
      if (found === undefined) throw damaged(session.path, `event #${seq} is missing`);
      if (!streams.has(found[1])) throw damaged(session.path, `the place of event #${seq}`);
      return found;
    };
    let left = span.limit;
    for (let size = PAGE_FIRST; left > 0; size = Math.min(size * 4, PAGE_MOST)) {
      const rows = session.use(() => page(Math.min(size, left)));
      if (rows.length === 0) return;
      yield rows;
      left -= rows.length;
    }
  }

  function* byLog(streams: ReadonlySet<number>, span: Span): Pages {
    let left = span.limit;
    for (const page of all({ ...span, limit: Number.POSITIVE_INFINITY })) {
      if (left <= 0) return;
      const found = page.filter(([, stream]) => streams.has(stream)).slice(0, left);
      left -= found.length;
      yield found;
    }
  }

  return { row, all, byPlaces, byLog };
}

const PLACES = 'SELECT first, seqs, sum FROM places WHERE stream = ?';
const PLACES_UP = `${PLACES} AND first > ? ORDER BY first LIMIT 1`;
const PLACES_DOWN = `${PLACES} AND first < ? ORDER BY first DESC LIMIT 1`;
/** The row that a seq lies in begins at or before it. */
const PLACES_AT = `${PLACES} AND first <= ? ORDER BY first DESC LIMIT 1`;

/** The seqs of one stream within a span. */
function runOf(session: TapeSession, stream: number, span: Span): Run {
  const { from, to, reverse } = span;
  let seqs: number[] = [];
  let last: PlaceRow | undefined;

  function load(): boolean {
    const row = session.use(() => {
      if (last === undefined) {
        const at = session.rows(PLACES_AT).get(stream, reverse ? to : from);
        return at ?? (reverse ? undefined : session.rows(PLACES_UP).get(stream, from));
      }
      return session.rows(reverse ? PLACES_DOWN : PLACES_UP).get(stream, last[0]);
    }) as PlaceRow | undefined;
    if (row === undefined) return false;
    last = row;
    seqs = seqsOf(session.path, stream, row);
    // They are taken from the end.
    if (!reverse) seqs.reverse();
    return true;
  }

  return {
    next() {
      for (;;) {
        const seq = seqs.pop();
        if (seq === undefined) {
          if (!load()) return undefined;
        } else if (reverse ? seq < from : seq > to) {
          seqs = [];
          return undefined;
        } else if (reverse ? seq <= to : seq >= from) return seq;
      }
    },
  };
}
