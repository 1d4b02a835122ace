// Reading a tape: the read surface of tapeReader.ts over the rows. It reads in pages, so an iteration that is left early
// or takes hours holds nothing open; every row is checked before it is believed. Errors in an iteration are TapeErrors.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EventKind, EventOf, TapeEvent } from '../../shared/model/event.ts';
import { damaged, failureOf, tapeErrorOf } from './damage.ts';
import { KIND_NUMBERS } from './eventFields.ts';
import { type EventPages, eventPages, type Span } from './eventPages.ts';
import { type EventRow, eventOf } from './eventRow.ts';
import { unpackKeyframe } from './keyframeText.ts';
import { type NameReader, nameReader } from './nameReader.ts';
import { DERIVED, FORMAT } from './schema.ts';
import type { EventRange, Keyframe, TapeInfo, TapeReader } from './tapeReader.ts';
import { TapeSession } from './tapeSession.ts';
import { BLOB_SQL, type ValueReader, valueReader } from './valueReader.ts';

const DECODED_AT_ONCE = 64;

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

class Reader implements TapeReader {
  readonly #session: TapeSession;
  readonly #names: NameReader;
  readonly #values: ValueReader;
  readonly #pages: EventPages;

  constructor(session: TapeSession) {
    this.#session = session;
    this.#names = nameReader(session);
    this.#pages = eventPages(session);
    this.#values = valueReader(session.path, () => session.rows(BLOB_SQL));
  }

  info(): TapeInfo {
    const { path, id, startedAtMs, graphFolder, readOnly } = this.#session;
    this.#session.watch();
    const beingWritten = this.#session.beingWritten();
    return {
      path,
      id,
      format: FORMAT,
      startedAtMs,
      ...(graphFolder === undefined ? {} : { graphFolder }),
      beingWritten,
      readOnly,
    };
  }

  head(): number {
    this.#session.watch();
    return this.#session.use(() => {
      const [head] = this.#session.rows('SELECT max(seq) FROM events').get() as [number | null];
      return head ?? -1;
    });
  }

  sizeBytes(): number {
    return this.#session.sizeBytes();
  }

  event(seq: number): TapeEvent | undefined {
    if (!Number.isSafeInteger(seq) || seq < 0) return undefined;
    return this.#session.use(() => {
      const row = this.#pages.row(seq);
      if (row !== undefined) return this.#decode(row);
      if (seq <= this.head()) throw damaged(this.#session.path, `event #${seq} is missing`);
      return undefined;
    });
  }

  *events(range: EventRange): IterableIterator<TapeEvent> {
    yield* this.#decoded(this.#pages.all(this.#span(range)));
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

  *#eventsOf(streamsNow: () => readonly { readonly id: number }[], range: EventRange): IterableIterator<TapeEvent> {
    const span = this.#span(range);
    const ids = new Set(this.#session.use(streamsNow).map(({ id }) => id));
    const isOurs = this.#session.derived === DERIVED;
    yield* this.#decoded(isOurs ? this.#pages.byPlaces(ids, span) : this.#pages.byLog(ids, span));
  }

  /** Rows as events, a few at a time, since one row may name a value of many megabytes. */
  *#decoded(pages: Iterable<readonly EventRow[]>): Generator<TapeEvent> {
    for (const page of pages) {
      for (let i = 0; i < page.length; i += DECODED_AT_ONCE) {
        let trouble: unknown;
        const events = this.#session.use(() => {
          const made: TapeEvent[] = [];
          try {
            for (const row of page.slice(i, i + DECODED_AT_ONCE)) made.push(this.#decode(row));
          } catch (error) {
            // What lies before it is sound, and is given first.
            trouble = error;
          }
          return made;
        });
        yield* events;
        if (trouble !== undefined) throw tapeErrorOf(trouble, this.#session.path);
      }
    }
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
