// Reading a tape: the read surface of tapeReader.ts over the rows. Every row is checked before it is believed. Errors in an
// iteration are TapeErrors.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EventKind, EventOf, TapeEvent } from '../../shared/model/event.ts';
import type { Edge } from './chunkDirectory.ts';
import { damaged, failureOf } from './damage.ts';
import { KIND_NUMBERS } from './eventFields.ts';
import { unpackKeyframe } from './keyframeText.ts';
import { LogReader, type Span } from './logReader.ts';
import { type NameReader, nameReader, STREAMS_SQL } from './nameReader.ts';
import { DERIVED, FORMAT } from './schema.ts';
import type { EventRange, Keyframe, TapeInfo, TapeReader } from './tapeReader.ts';
import { TapeSession } from './tapeSession.ts';
import { BLOB_SQL, type ValueReader, valueReader } from './valueReader.ts';

const OPENED = KIND_NUMBERS.get('iteration.opened');
const CLOSED = KIND_NUMBERS.get('iteration.closed');

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
  readonly #log: LogReader;

  constructor(session: TapeSession) {
    this.#session = session;
    this.#names = nameReader(session.path, (id) => session.rows(STREAMS_SQL).all(id));
    this.#values = valueReader(session.path, () => session.rows(BLOB_SQL));
    this.#log = new LogReader(session, {
      path: session.path,
      rows: (sql) => session.rows(sql),
      streamAt: (id) => this.#names.stream(id),
      blobAt: (id) => this.#values.blob(id),
    });
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
    return this.#log.head();
  }

  sizeBytes(): number {
    return this.#session.sizeBytes();
  }

  event(seq: number): TapeEvent | undefined {
    if (!Number.isSafeInteger(seq) || seq < 0) return undefined;
    return this.#session.use(() => {
      const event = this.#log.event(seq);
      if (event !== undefined) return event;
      if (seq <= this.head()) throw damaged(this.#session.path, `event #${seq} is missing`);
      return undefined;
    });
  }

  *events(range: EventRange): IterableIterator<TapeEvent> {
    for (const page of this.#log.all(this.#span(range))) yield* page;
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
      const edges = new Map<number, Edge>();
      for (const { id, kind } of this.#names.streams()) {
        if (kind === OPENED) edges.set(id, 'opened');
        else if (kind === CLOSED) edges.set(id, 'closed');
      }
      return this.#log.edgeSeq(path, edge, edges, this.#session.derived === DERIVED);
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
    for (const page of this.#log.ofStreams(ids, span, this.#session.derived === DERIVED)) yield* page;
  }
}
