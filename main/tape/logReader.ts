// The log on its way out of rows, event by event, in pages. Sealed and open chunks read alike. What must hold: nothing is open
// between two pages, so an iteration that is left early or takes hours holds nobody back; an event that should be there and
// is not is damage.
import type { TapeEvent } from '../../shared/model/event.ts';
import { EDGES, type Edge, loopNumberOf, textOfLoop } from './chunkDirectory.ts';
import { ChunkReader, type ChunkSource } from './chunkReader.ts';
import { damaged } from './damage.ts';
import { merged, type Run } from './merge.ts';
import { chunksOf, type PlaceRow } from './places.ts';
import { HEAD_SQL } from './schema.ts';
import type { TapeSession } from './tapeSession.ts';

/** The seqs that are asked for, both ends included, and at most how many. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly reverse: boolean;
}

type Pages = Generator<readonly TapeEvent[]>;

/** The first page of an iteration is small, since many only look at its beginning. */
const PAGE_FIRST = 16;
const PAGE_MOST = 1024;
/** Chunks whose events are kept as they were read. */
const REMEMBERED = 8;
/** Chunks whose iterations are kept. */
const REMEMBERED_EDGES = 64;
/** Where more streams are asked for, nearly every chunk has one of them, and all are looked through. */
const STREAMS_MOST = 64;

const SEALED_AT = 'SELECT first, count FROM chunks WHERE first <= ? ORDER BY first DESC LIMIT 1';
const OPEN_AT = 'SELECT first, count, chunk FROM packs WHERE first <= ? ORDER BY first DESC LIMIT 1';
const EVERYTHING = () => true;

/** The events of one chunk as far as they were read, each built. */
interface ReadChunk {
  readonly reader: ChunkReader;
  readonly events: TapeEvent[];
}

interface EdgeSeqs {
  readonly opened: Map<string, number>;
  readonly closed: Map<string, number>;
  readonly reader: ChunkReader;
}

export class LogReader {
  readonly #session: TapeSession;
  readonly #source: ChunkSource;
  readonly #chunks = new Map<number, ReadChunk>();
  readonly #edges = new Map<number, EdgeSeqs>();

  constructor(session: TapeSession, source: ChunkSource) {
    this.#session = session;
    this.#source = source;
  }

  /** Seq of the last event; -1 where there is none. */
  head(): number {
    return this.#session.use(() => (this.#session.rows(HEAD_SQL).get() as [number])[0]);
  }

  /** Within the session's `use`: the event, or undefined where no chunk holds it. */
  event(seq: number): TapeEvent | undefined {
    const chunk = this.#chunkAt(seq);
    if (chunk === undefined) return undefined;
    const event = this.#readTo(chunk, seq)[seq - chunk];
    if (event === undefined) this.#meetDamage(chunk, seq);
    return event;
  }

  *all(span: Span): Pages {
    const { reverse } = span;
    let next = reverse ? span.to : span.from;
    let left = Math.min(span.limit, span.to - span.from + 1);
    for (let size = PAGE_FIRST; left > 0; size = Math.min(size * 4, PAGE_MOST)) {
      const count = Math.min(size, left);
      const page = this.#session.use(() => this.#page(next, count, reverse));
      yield page;
      next += reverse ? -page.length : page.length;
      left -= page.length;
    }
  }

  /** Only events of these streams. `byPlaces` is false where another version made the places: then all chunks are read. */
  *ofStreams(streams: ReadonlySet<number>, span: Span, byPlaces: boolean): Pages {
    if (span.from > span.to || streams.size === 0) return;
    const wants = (stream: number) => streams.has(stream);
    const isNarrow = byPlaces && streams.size <= STREAMS_MOST;
    let left = span.limit;
    let size = PAGE_FIRST;
    for (const chunk of this.#chunksOf(isNarrow ? streams : undefined, span)) {
      for (const page of this.#wanted(chunk, wants, span, () => Math.min(size, left))) {
        yield page;
        left -= page.length;
        if (left <= 0) return;
        size = Math.min(size * 4, PAGE_MOST);
      }
    }
  }

  /** Within the session's `use`: seq of the event at the edge of an iteration; undefined where it did not happen. */
  edgeSeq(path: string, edge: Edge, edgeStreams: ReadonlyMap<number, Edge>, byDirectory: boolean): number | undefined {
    for (const chunk of this.#edgeChunks(path, edge, byDirectory)) {
      const seq = this.#edgesOf(chunk, edgeStreams)[edge].get(path);
      if (seq !== undefined) return seq;
    }
    return undefined;
  }

  #edgeChunks(path: string, edge: Edge, byDirectory: boolean): number[] {
    const open = (this.#session.rows('SELECT DISTINCT chunk FROM packs ORDER BY chunk').all() as [number][]).flat();
    if (!byDirectory) {
      const sealed = this.#session.rows('SELECT first FROM chunks ORDER BY first').all() as [number][];
      return [...sealed.flat(), ...open].sort((a, b) => a - b);
    }
    const { loop, number } = loopNumberOf(path);
    const sql =
      'SELECT chunk FROM iterations WHERE loop = ? AND edge = ? AND least <= ? AND most >= ? ORDER BY least DESC, chunk';
    const found = this.#session.rows(sql).all(textOfLoop(loop), EDGES[edge], number, number) as [number][];
    return [...found.flat(), ...open];
  }

  #edgesOf(chunk: number, edgeStreams: ReadonlyMap<number, Edge>): EdgeSeqs {
    let edges = this.#edges.get(chunk);
    if (edges === undefined) {
      edges = { opened: new Map(), closed: new Map(), reader: new ChunkReader(this.#source, chunk) };
      remember(this.#edges, chunk, edges, REMEMBERED_EDGES);
    }
    const more = edges.reader.read(Number.POSITIVE_INFINITY, (stream) => edgeStreams.has(stream));
    for (const { kind, at, seq } of more) {
      const seqs = kind === 'iteration.opened' ? edges.opened : edges.closed;
      if (!seqs.has(at)) seqs.set(at, seq);
    }
    return edges;
  }

  /** Seq of the first event of the chunk that holds `seq`. */
  #chunkAt(seq: number): number | undefined {
    const sealed = this.#session.rows(SEALED_AT).get(seq) as [number, number] | undefined;
    if (sealed !== undefined && seq < sealed[0] + sealed[1]) return sealed[0];
    const open = this.#session.rows(OPEN_AT).get(seq) as [number, number, number] | undefined;
    return open !== undefined && seq < open[0] + open[1] ? open[2] : undefined;
  }

  /** The chunk's events, at least up to `seq` where it goes so far. */
  #readTo(chunk: number, seq: number): readonly TapeEvent[] {
    let read = this.#chunks.get(chunk);
    if (read === undefined) read = { reader: new ChunkReader(this.#source, chunk), events: [] };
    remember(this.#chunks, chunk, read, REMEMBERED);
    if (read.reader.seq <= seq) read.events.push(...read.reader.read(seq, EVERYTHING));
    return read.events;
  }

  /** What was read before the damage has been given; this meets it again. */
  #meetDamage(chunk: number, seq: number): void {
    this.#chunks.get(chunk)?.reader.read(seq, EVERYTHING);
  }

  /** Events of one chunk from `next` on, or back; never none. */
  #page(next: number, count: number, reverse: boolean): readonly TapeEvent[] {
    const missing = () => damaged(this.#session.path, `event #${next} is missing`);
    const chunk = this.#chunkAt(next);
    if (chunk === undefined) throw missing();
    const events = this.#readTo(chunk, reverse ? next : next + count - 1);
    const place = next - chunk;
    if (place >= events.length) {
      this.#meetDamage(chunk, next);
      throw missing();
    }
    if (!reverse) return events.slice(place, place + count);
    return events.slice(Math.max(0, place - count + 1), place + 1).reverse();
  }

  /** What is wanted of one chunk, in pages. */
  *#wanted(chunk: number, wants: (stream: number) => boolean, span: Span, pageSize: () => number): Pages {
    const reader = new ChunkReader(this.#source, chunk);
    if (span.reverse) {
      const all: TapeEvent[] = [];
      for (;;) {
        const more = this.#session.use(() => reader.read(span.to, wants));
        if (more.length === 0) break;
        for (const event of more) if (event.seq >= span.from) all.push(event);
      }
      all.reverse();
      for (let i = 0; i < all.length; ) {
        const page = all.slice(i, i + pageSize());
        i += page.length;
        yield page;
      }
      return;
    }
    // What lies before the span is read past, not built.
    this.#session.use(() => reader.read(span.from - 1, () => false));
    for (;;) {
      const page = this.#session.use(() => reader.read(span.to, wants, pageSize()));
      if (page.length === 0) return;
      yield page;
    }
  }

  /** The chunks that overlap the span, in its direction; of `streams` alone, if given, as far as the directory tells. */
  *#chunksOf(streams: ReadonlySet<number> | undefined, span: Span): Generator<number> {
    const from = this.#session.use(() => this.#chunkAt(span.from) ?? 0);
    const { to, reverse } = span;
    const sealed =
      streams === undefined
        ? [this.#sealedRun(from, to, reverse)]
        : [...streams].map((stream) => this.#placesRun(stream, from, to, reverse));
    const open = this.#session.use(
      () =>
        this.#session
          .rows('SELECT DISTINCT chunk FROM packs WHERE chunk BETWEEN ? AND ? ORDER BY chunk')
          .all(from, to) as [number][],
    );
    const opened = open.flat();
    if (!reverse) opened.reverse();
    let last: number | undefined;
    for (const chunk of merged([...sealed, { next: () => opened.pop() }], reverse)) {
      if (chunk !== last) yield chunk;
      last = chunk;
    }
  }

  #sealedRun(from: number, to: number, reverse: boolean): Run {
    const sql = reverse
      ? 'SELECT first FROM chunks WHERE first BETWEEN ? AND ? ORDER BY first DESC LIMIT 1'
      : 'SELECT first FROM chunks WHERE first BETWEEN ? AND ? ORDER BY first LIMIT 1';
    let [least, most] = [from, to];
    return {
      next: () => {
        const row = this.#session.use(() => this.#session.rows(sql).get(least, most)) as [number] | undefined;
        if (row === undefined) return undefined;
        if (reverse) most = row[0] - 1;
        else least = row[0] + 1;
        return row[0];
      },
    };
  }

  /** The chunks of one stream within a range. */
  #placesRun(stream: number, from: number, to: number, reverse: boolean): Run {
    let chunks: number[] = [];
    let last: PlaceRow | undefined;
    const load = (): boolean => {
      const row = this.#session.use(() => {
        if (last === undefined) {
          const at = this.#session.rows(PLACES_AT).get(stream, reverse ? to : from);
          return at ?? (reverse ? undefined : this.#session.rows(PLACES_UP).get(stream, from));
        }
        return this.#session.rows(reverse ? PLACES_DOWN : PLACES_UP).get(stream, last[0]);
      }) as PlaceRow | undefined;
      if (row === undefined) return false;
      last = row;
      chunks = chunksOf(this.#session.path, stream, row);
      // They are taken from the end.
      if (!reverse) chunks.reverse();
      return true;
    };
    return {
      next() {
        for (;;) {
          const chunk = chunks.pop();
          if (chunk === undefined) {
            if (!load()) return undefined;
          } else if (reverse ? chunk < from : chunk > to) {
            chunks = [];
            return undefined;
          } else if (reverse ? chunk <= to : chunk >= from) return chunk;
        }
      },
    };
  }
}

const PLACES = 'SELECT first, chunks, sum FROM places WHERE stream = ?';
const PLACES_UP = `${PLACES} AND first > ? ORDER BY first LIMIT 1`;
const PLACES_DOWN = `${PLACES} AND first < ? ORDER BY first DESC LIMIT 1`;
/** The row that a chunk lies in begins at or before it. */
const PLACES_AT = `${PLACES} AND first <= ? ORDER BY first DESC LIMIT 1`;

/** The latest used stands last, the first is the first to go. */
function remember<T>(map: Map<number, T>, key: number, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as number);
}
