// Reading a tape: the read surface of tapeReader.ts over the rows. It reads in pages, so an iteration that is left early
// or takes hours holds nothing open; every row is checked before it is believed. Errors in an iteration are TapeErrors.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EventKind, EventOf, TapeEvent } from '../../shared/model/event.ts';
import { damaged, failureOf } from './damage.ts';
import { KIND_NUMBERS } from './eventFields.ts';
import { EVENT_COLUMNS, type EventRow, eventOf } from './eventRow.ts';
import { unpackKeyframe } from './keyframeText.ts';
import { merged, type Run } from './merge.ts';
import { type NameReader, nameReader } from './nameReader.ts';
import { type PlaceRow, seqsOf } from './places.ts';
import { DERIVED, FORMAT } from './schema.ts';
import type { EventRange, Keyframe, TapeInfo, TapeReader } from './tapeReader.ts';
import { TapeSession } from './tapeSession.ts';
import { BLOB_SQL, type ValueReader, valueReader } from './valueReader.ts';

/** The first page of an iteration is small, since many only look at its beginning. */
const PAGE_FIRST = 16;
const PAGE_MOST = 1024;

/**
 * Opens a tape, live ones included. Never throws for a bad file, never writes. Fails with `tape-missing`, `tape-empty`,
 * `tape-foreign`, `tape-damaged`, `tape-cut`, `tape-newer`, `tape-is-folder`, `tape-unreadable`, `tape-locked`.
 */
export function openTape(path: string): Result<TapeReader, Failure> {
  const session = TapeSession.open(path);
  if (!session.ok) return session;
  try {
    const reader = new Reader(session.value);
    reader.head();
    return succeeded(reader);
  } catch (error) {
    session.value.close();
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return failed(known);
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly reverse: boolean;
}

class Reader implements TapeReader {
  readonly #session: TapeSession;
  readonly #names: NameReader;
  readonly #values: ValueReader;

  constructor(session: TapeSession) {
    this.#session = session;
    this.#names = nameReader(session);
    this.#values = valueReader(session.path, () => session.rows(BLOB_SQL));
  }

  info(): TapeInfo {
    const { path, id, startedAtMs, readOnly } = this.#session;
    this.#session.watch();
    return { path, id, format: FORMAT, startedAtMs, beingWritten: this.#session.beingWritten(), readOnly };
  }

  head(): number {
    this.#session.watch();
    const row = this.#session.use(() => this.#session.rows('SELECT max(seq) FROM events').get()) as [number | null];
    return row[0] ?? -1;
  }

  sizeBytes(): number {
    return this.#session.sizeBytes();
  }

  event(seq: number): TapeEvent | undefined {
    if (!Number.isSafeInteger(seq) || seq < 0) return undefined;
    return this.#session.use(() => {
      const row = this.#row(seq);
      if (row !== undefined) return this.#decode(row);
      if (seq <= this.head()) throw damaged(this.#session.path, `event #${seq} is missing`);
      return undefined;
    });
  }

  *events(range: EventRange): IterableIterator<TapeEvent> {
    for (const row of this.#rowsIn(this.#span(range))) yield this.#session.use(() => this.#decode(row));
  }

  eventsOfKind<K extends EventKind>(
    kinds: readonly K[],
    range: EventRange = {},
  ): IterableIterator<EventOf<K> & { readonly t: number }> {
    const numbers = new Set(kinds.map((kind) => KIND_NUMBERS.get(kind)));
    const streams = () => this.#names.streams().filter((stream) => numbers.has(stream.kind));
    return this.#eventsOf(streams, range) as IterableIterator<EventOf<K> & { readonly t: number }>;
  }

  slotEvents(
    scope: string,
    slot: string,
    range: EventRange = {},
  ): IterableIterator<EventOf<'slot.written' | 'slot.cleared'> & { readonly t: number }> {
    const streams = () => [
      ...this.#names.streamsOf('slot.written', [slot, scope]),
      ...this.#names.streamsOf('slot.cleared', [slot, scope]),
    ];
    return this.#eventsOf(streams, range) as IterableIterator<
      EventOf<'slot.written' | 'slot.cleared'> & { readonly t: number }
    >;
  }

  fireEvents(
    node: string,
    range: EventRange = {},
  ): IterableIterator<EventOf<'fire.started' | 'fire.finished' | 'fire.failed'> & { readonly t: number }> {
    const kinds = ['fire.started', 'fire.finished', 'fire.failed'] as const;
    const streams = () => kinds.flatMap((kind) => this.#names.streamsOf(kind, [node]));
    return this.#eventsOf(streams, range) as IterableIterator<
      EventOf<'fire.started' | 'fire.finished' | 'fire.failed'> & { readonly t: number }
    >;
  }

  iterationSeq(path: string, edge: 'opened' | 'closed'): number | undefined {
    return this.#session.use(() => {
      const id = this.#names.pathId(path);
      if (id === undefined) return undefined;
      if (this.#session.derived !== DERIVED) return this.#iterationByLog(path, edge);
      const row = this.#session.rows('SELECT opened, closed FROM iterations WHERE path = ?').get(id) as
        | [number | null, number | null]
        | undefined;
      const seq = row?.[edge === 'opened' ? 0 : 1];
      if (seq === undefined || seq === null) return undefined;
      const event = this.event(seq);
      if (event?.at === path && event.kind === `iteration.${edge}`) return seq;
      throw damaged(this.#session.path, `the place of ${path}`);
    });
  }

  slots(): readonly { readonly scope: string; readonly slot: string }[] {
    const kind = KIND_NUMBERS.get('slot.written');
    return this.#session.use(() =>
      this.#names
        .streams()
        .filter((stream) => stream.kind === kind)
        .map(({ subject }) => ({ scope: subject[1] as string, slot: subject[0] as string })),
    );
  }

  nodes(): readonly string[] {
    const kind = KIND_NUMBERS.get('fire.started');
    return this.#session.use(() =>
      this.#names
        .streams()
        .filter((stream) => stream.kind === kind)
        .map(({ subject }) => subject[0] as string),
    );
  }

  keyframeBefore(seq: number): Keyframe | undefined {
    return this.#session.use(() => {
      const sql = 'SELECT seq, size, body, sum FROM keyframes WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
      const row = this.#session.rows(sql).get(seq);
      return row === undefined ? undefined : unpackKeyframe(this.#session.path, row, this.#values);
    });
  }

  close(): void {
    this.#session.close();
  }

  /** What a range means on the tape as it is now; what is committed later belongs to the next question. */
  #span(range: EventRange): Span {
    const head = this.head();
    const from = Math.max(0, Math.ceil(range.from ?? 0));
    const to = Math.min(head, Math.floor(range.to ?? head));
    return { from, to, limit: range.limit ?? Number.POSITIVE_INFINITY, reverse: range.reverse === true };
  }

  /** Every row of a span, in pages. */
  *#rowsIn(span: Span): Generator<EventRow> {
    const step = span.reverse ? -1 : 1;
    let next = span.reverse ? span.to : span.from;
    let left = Math.min(span.limit, span.to - span.from + 1);
    const sql = span.reverse
      ? `SELECT ${EVENT_COLUMNS} FROM events WHERE seq <= ? ORDER BY seq DESC LIMIT ?`
      : `SELECT ${EVENT_COLUMNS} FROM events WHERE seq >= ? ORDER BY seq LIMIT ?`;
    for (let size = PAGE_FIRST; left > 0; size = Math.min(size * 4, PAGE_MOST)) {
      const count = Math.min(size, left);
      const page = this.#session.use(() => this.#session.rows(sql).all(next, count)) as EventRow[];
      for (const row of page) {
        if (row[0] !== next) break;
        yield row;
        next += step;
        left--;
      }
      if (page.length < count || page.at(-1)?.[0] !== next - step) {
        throw damaged(this.#session.path, `event #${next} is missing`);
      }
    }
  }

  *#eventsOf(streamsNow: () => readonly { readonly id: number }[], range: EventRange): IterableIterator<TapeEvent> {
    const span = this.#span(range);
    const ids = new Set(this.#session.use(streamsNow).map(({ id }) => id));
    let left = span.limit;
    for (const row of this.#session.derived === DERIVED ? this.#rowsByPlaces(ids, span) : this.#rowsByLog(ids, span)) {
      if (left-- <= 0) return;
      yield this.#session.use(() => this.#decode(row));
    }
  }

  *#rowsByPlaces(ids: ReadonlySet<number>, span: Span): Generator<EventRow> {
    const runs = [...ids].map((id) => this.#seqsOf(id, span));
    for (const seq of merged(runs, span.reverse)) {
      const row = this.#session.use(() => this.#row(seq));
      if (row === undefined) throw damaged(this.#session.path, `event #${seq} is missing`);
      if (!ids.has(row[1])) throw damaged(this.#session.path, `the place of event #${seq}`);
      yield row;
    }
  }

  /** For a tape whose derived tables another version made. */
  *#rowsByLog(ids: ReadonlySet<number>, span: Span): Generator<EventRow> {
    for (const row of this.#rowsIn({ ...span, limit: Number.POSITIVE_INFINITY })) if (ids.has(row[1])) yield row;
  }

  /** The seqs of one stream within a span, by its places alone. */
  #seqsOf(stream: number, span: Span): Run {
    const { from, to, reverse } = span;
    const columns = 'SELECT first, seqs, sum FROM places WHERE stream = ?';
    // A row is found by its first seq; the row that `from` lies in may begin before it.
    const start = reverse
      ? `${columns} AND first <= ? ORDER BY first DESC LIMIT 1`
      : `${columns} AND first >= coalesce((SELECT max(first) FROM places WHERE stream = ? AND first <= ?), 0) ORDER BY first LIMIT 1`;
    const more = reverse
      ? `${columns} AND first < ? ORDER BY first DESC LIMIT 1`
      : `${columns} AND first > ? ORDER BY first LIMIT 1`;
    let seqs: number[] = [];
    let row: PlaceRow | undefined;
    const load = (): boolean => {
      row = this.#session.use(() => {
        if (row !== undefined) return this.#session.rows(more).get(stream, row[0]);
        const bounds = reverse ? [stream, to] : [stream, stream, from];
        return this.#session.rows(start).get(...bounds);
      }) as PlaceRow | undefined;
      if (row === undefined) return false;
      seqs = seqsOf(this.#session.path, stream, row);
      if (!reverse) seqs.reverse();
      return true;
    };
    return {
      next: () => {
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

  #row(seq: number): EventRow | undefined {
    const sql = `SELECT ${EVENT_COLUMNS} FROM events WHERE seq = ?`;
    return this.#session.rows(sql).get(seq) as EventRow | undefined;
  }

  #decode(row: EventRow): TapeEvent {
    const file = this.#session.path;
    return eventOf(file, row, this.#names.stream(row[1], row[0]), this.#names.path(row[2], row[0]), this.#values);
  }

  /** For a tape whose derived tables another version made. */
  #iterationByLog(path: string, edge: 'opened' | 'closed'): number | undefined {
    for (const event of this.eventsOfKind([`iteration.${edge}`])) if (event.at === path) return event.seq;
    return undefined;
  }
}
