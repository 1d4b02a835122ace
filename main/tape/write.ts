// Writing a tape. One writer per file: it holds SQLite's write lock from its first moment to its last, so that a second
// one is refused and readers are never in its way. Events are grouped into transactions; what was committed survives a
// killed process. What must hold: seq grows by one; after an error everything committed is still there and no later
// append succeeds; a finished tape is one file.
import { setTimeout as pause } from 'node:timers/promises';
import { invariant } from '../../shared/base/assert.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EngineEvent, TapeEvent } from '../../shared/model/event.ts';
import { codeOf, failureOf, TapeError } from './damage.ts';
import { numberOf, setBusyTimeout, type WriteConnection } from './driver.ts';
import { badField, KIND_NUMBERS } from './eventFields.ts';
import { bodyOf, microseconds } from './eventRow.ts';
import { packKeyframe } from './keyframeText.ts';
import { type NameWriter, nameWriter } from './nameWriter.ts';
import { type PlaceWriter, placeWriter } from './places.ts';
import { sumOfEvent } from './sum.ts';
import { createFile, openFileToWrite, removeTape } from './tapeFile.ts';
import { type ValueWriter, valueWriter } from './valueWriter.ts';
import { ownMark } from './writerMark.ts';

export interface TapeOptions {
  /** UUID of the run; it becomes the tape's. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Replaces a file that is there, unless a run is writing it. */
  readonly force?: boolean;
  /** The file never grows beyond this; past it the writer fails with `disk-full`. */
  readonly maxBytes?: number;
}

export interface TapeWriter {
  readonly path: string;
  readonly id: string;
  readonly startedAtMs: number;
  /** Seq of the last event taken; -1 where there is none. */
  head(): number;
  /** Seq of the last event that is committed. */
  committed(): number;
  /** UTF-16 units of event bodies and bytes of values written by this writer, before compression. */
  loggedBytes(): number;
  /** Takes events in order. Throws a TapeError where the tape can't be written any more. */
  append(events: readonly TapeEvent[]): void;
  /** The same for events of one time: `t` in milliseconds since the run's start, kept to 0.001. */
  appendAt(events: readonly EngineEvent[], t: number): void;
  /** `machine` is the machine's public form after event `seq`. Gives its size before compression, in bytes. */
  keyframe(seq: number, machine: unknown): number;
  /** Everything taken so far survives a killed process from here on. */
  commit(): void;
  /**
   * Commits, says that the writer is done, and folds the side files into the tape. Readers that still look at it get up to
   * three seconds to let go; `singleFile` is false where one did not, and the tape is whole then too, with an empty side
   * file until it is next opened for writing. Never throws; a failure is one of the tape, which is closed in any case.
   */
  finish(): Promise<Result<{ readonly singleFile: boolean }, Failure>>;
  /** Drops what is not committed and closes; a tape on which nothing was committed is removed. */
  abandon(): void;
}

/** A transaction never holds more events than this, whoever forgets to commit. */
const BATCH_MOST = 16_384;
/** How many events a transaction holds when a full disk is filled up to its last byte. */
const RESCUE_BATCH = 32;
const LET_GO_MS = 3_000;
const LET_GO_STEP_MS = 15;

/** A new tape. Makes the folders above it. Fails with `tape-exists`, `tape-locked`, `tape-unreadable`, `disk-full`. */
export function createTape(path: string, options: TapeOptions): Result<TapeWriter, Failure> {
  const made = createFile(path, options);
  return made.ok ? started(made.value.path, made.value.connection, options.maxBytes) : made;
}

/** Goes on in a tape that is there. The caller says why with a `run.continued`. Fails as opening does, and if locked. */
export function appendTo(path: string, maxBytes?: number): Result<TapeWriter, Failure> {
  const opened = openFileToWrite(path);
  return opened.ok ? started(opened.value.path, opened.value.connection, maxBytes) : opened;
}

function started(path: string, connection: WriteConnection, maxBytes?: number): Result<TapeWriter, Failure> {
  try {
    const writer = new Writer(path, connection);
    if (maxBytes !== undefined) limit(connection, maxBytes);
    return succeeded(writer);
  } catch (error) {
    connection.close();
    const known = failureOf(error, path);
    if (known === undefined) throw error;
    return failed(known);
  }
}

function limit(connection: WriteConnection, maxBytes: number): void {
  connection.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / numberOf(connection, 'PRAGMA page_size')))}`);
}

class Writer implements TapeWriter {
  readonly path: string;
  readonly id: string;
  readonly startedAtMs: number;
  readonly #connection: WriteConnection;
  readonly #insert;
  readonly #iteration;
  readonly #keyframe;
  readonly #begin;
  readonly #commit;
  readonly #mark: number;
  /** What the open transaction holds, so that it can be written again in smaller ones when the disk is full. */
  #pending: { readonly events: readonly EngineEvent[]; readonly t: number | undefined }[] = [];
  #pendingCount = 0;
  #places: PlaceWriter;
  #names: NameWriter;
  /** Iterations that opened in the open transaction and have no row yet, by path id. */
  #opened = new Map<number, number>();
  #values: ValueWriter;
  #head: number;
  #committed: number;
  #bodies = 0;
  #isDirty = false;
  #broken: TapeError | undefined;
  #isClosed = false;

  constructor(path: string, connection: WriteConnection) {
    this.path = path;
    this.#connection = connection;
    const [id, startedAtMs] = connection.prepare('SELECT id, started_at_ms FROM tapes').raw().get() as [string, number];
    this.id = id;
    this.startedAtMs = startedAtMs;
    this.#insert = connection.prepare(
      'INSERT INTO events (seq, stream, path, time_us, body, sum) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#iteration = connection.prepare(
      `INSERT INTO iterations (path, opened, closed) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE
       SET opened = coalesce(opened, excluded.opened), closed = coalesce(closed, excluded.closed)`,
    );
    this.#keyframe = connection.prepare('INSERT OR REPLACE INTO keyframes (seq, size, body, sum) VALUES (?, ?, ?, ?)');
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
    this.#places = placeWriter(connection);
    this.#names = nameWriter(connection, this.#places);
    this.#values = valueWriter(connection);
    this.#head = numberOf(connection, 'SELECT coalesce(max(seq), -1) FROM events');
    this.#committed = this.#head;
    const mark = ownMark();
    const added = connection
      .prepare('INSERT INTO writers (pid, host, process, began_at_ms) VALUES (?, ?, ?, ?)')
      .run(mark.pid, mark.host, mark.process, Date.now());
    this.#mark = Number(added.lastInsertRowid);
    this.#commit.run();
    this.#begin.run();
  }

  head(): number {
    return this.#head;
  }

  committed(): number {
    return this.#committed;
  }

  loggedBytes(): number {
    return this.#bodies + this.#values.storedBytes();
  }

  append(events: readonly TapeEvent[]): void {
    this.#take(events, undefined);
  }

  appendAt(events: readonly EngineEvent[], t: number): void {
    this.#take(events, t);
  }

  keyframe(seq: number, machine: unknown): number {
    invariant(seq >= 0 && seq <= this.#head, `a keyframe follows an event that is there, not #${seq}`);
    return this.#guarded(() => {
      const { size, body, sum } = packKeyframe(seq, machine, this.#values);
      this.#keyframe.run(seq, size, body, sum);
      this.#isDirty = true;
      return size;
    });
  }

  commit(): void {
    this.#guarded(() => {
      if (this.#isDirty) this.#commitNow();
    });
  }

  async finish(): Promise<Result<{ readonly singleFile: boolean }, Failure>> {
    if (this.#isClosed) return succeeded({ singleFile: true });
    try {
      if (this.#broken === undefined) this.commit();
      this.#sayEnded();
      const singleFile = await this.#fold();
      return this.#broken === undefined ? succeeded({ singleFile }) : failed(this.#broken.failure);
    } catch (error) {
      const known = failureOf(error, this.path);
      if (known === undefined) throw error;
      return failed(known);
    } finally {
      this.#close();
    }
  }

  abandon(): void {
    if (this.#isClosed) return;
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      if (this.#committed >= 0) {
        this.#begin.run();
        this.#sayEnded();
        this.#foldNow();
      }
    } catch (error) {
      // It stays as a killed process would have left it, which every reader understands.
      if (failureOf(error, this.path) === undefined) throw error;
    } finally {
      this.#close();
      if (this.#committed < 0) removeTape(this.path);
    }
  }

  #take(events: readonly EngineEvent[], t: number | undefined): void {
    if (events.length === 0) return;
    this.#guarded(() => {
      this.#pending.push({ events, t });
      this.#pendingCount += events.length;
      for (const event of events) this.#appendOne(event, t ?? (event as TapeEvent).t);
      if (this.#pendingCount >= BATCH_MOST) this.#commitNow();
    });
  }

  #appendOne(event: EngineEvent, t: number): void {
    const { seq } = event;
    invariant(seq === this.#head + 1, `event #${seq} follows #${this.#head}`);
    const kind = KIND_NUMBERS.get(event.kind);
    const bad =
      kind === undefined ? 'kind' : badField(event.kind, event as unknown as Readonly<Record<string, unknown>>);
    if (kind === undefined || bad !== undefined) throw new Error(`event #${seq} (${event.kind}) has no proper ${bad}`);
    const path = this.#names.path(event.at);
    const stream = this.#names.stream(kind, event);
    const body = bodyOf(kind, event, this.#values);
    const timeUs = microseconds(t);
    this.#insert.run(seq, stream.id, path.id, timeUs, body, sumOfEvent(seq, timeUs, stream.sum, path.sum, body));
    this.#places.add(stream.tail, seq);
    if (event.kind === 'iteration.opened') {
      if (!this.#opened.has(path.id)) this.#opened.set(path.id, seq);
    } else if (event.kind === 'iteration.closed') {
      this.#iteration.run(path.id, this.#opened.get(path.id) ?? null, seq);
      this.#opened.delete(path.id);
    }
    this.#bodies += body.length;
    this.#head = seq;
    this.#isDirty = true;
  }

  #commitNow(): void {
    this.#commitRows();
    this.#pending = [];
    this.#pendingCount = 0;
    this.#isDirty = false;
    this.#begin.run();
  }

  #commitRows(): void {
    this.#places.flush();
    for (const [path, seq] of this.#opened) this.#iteration.run(path, seq, null);
    this.#opened.clear();
    this.#commit.run();
    this.#committed = this.#head;
  }

  #guarded<T>(work: () => T): T {
    if (this.#broken !== undefined) throw this.#broken;
    invariant(!this.#isClosed, 'a closed tape takes no more events');
    try {
      return work();
    } catch (error) {
      const known = failureOf(error, this.path);
      if (known === undefined) throw error;
      this.#broken = error instanceof TapeError ? error : new TapeError(known);
      this.#rescue();
      throw this.#broken;
    }
  }

  /** SQLite dropped the whole transaction: what still fits is committed again in small steps. */
  #rescue(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      this.#head = this.#committed;
      this.#opened.clear();
      this.#places = placeWriter(this.#connection);
      this.#names = nameWriter(this.#connection, this.#places);
      this.#values = valueWriter(this.#connection);
      const events = this.#pending.flatMap(({ events, t }) =>
        events.map((event) => ({ event, t: t ?? (event as TapeEvent).t })),
      );
      for (let i = 0; i < events.length; i += RESCUE_BATCH) {
        this.#begin.run();
        for (const { event, t } of events.slice(i, i + RESCUE_BATCH)) this.#appendOne(event, t);
        this.#commitRows();
      }
    } catch (error) {
      if (failureOf(error, this.path) === undefined) throw error;
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      this.#head = this.#committed;
    } finally {
      this.#pending = [];
    }
  }

  #sayEnded(): void {
    if (!this.#connection.inTransaction) this.#begin.run();
    this.#connection.prepare('UPDATE writers SET ended_at_ms = ? WHERE id = ?').run(Date.now(), this.#mark);
    this.#commit.run();
  }

  /** True when the tape is one file. A reader holds the side files until it sees that the writer has ended (read.ts). */
  async #fold(): Promise<boolean> {
    setBusyTimeout(this.#connection, 0);
    for (let waitedMs = 0; !this.#foldNow(); waitedMs += LET_GO_STEP_MS) {
      if (waitedMs >= LET_GO_MS) {
        this.#connection.pragma('wal_checkpoint(TRUNCATE)');
        return false;
      }
      await pause(LET_GO_STEP_MS);
    }
    return true;
  }

  #foldNow(): boolean {
    try {
      return this.#connection.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
    } catch (error) {
      if (codeOf(error).startsWith('SQLITE_BUSY')) return false;
      throw error;
    }
  }

  #close(): void {
    this.#isClosed = true;
    this.#connection.close();
  }
}
