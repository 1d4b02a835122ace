// Writing a tape. One writer per file: it holds SQLite's write lock from its first moment to its last, so that a second
// one is refused and readers are never in its way. Events are grouped into transactions; what was committed survives a
// killed process. What must hold: seq grows by one; after an error everything committed is still there and no later
// append succeeds; a finished tape is one file.
import { invariant } from '../../shared/base/assert.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { EngineEvent, TapeEvent } from '../../shared/model/event.ts';
import { failureOf, TapeError } from './damage.ts';
import { numberOf, type WriteConnection } from './driver.ts';
import { fold, foldNow } from './folding.ts';
import { type RowWriter, rowWriter } from './rowWriter.ts';
import { createFile, openFileToWrite, removeTape } from './tapeFile.ts';
import { ownMark } from './writerMark.ts';

export interface TapeOptions {
  /** UUID of the run; it becomes the tape's. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Where the graph's file lies, for whoever goes on with the tape. */
  readonly graphFolder?: string;
  /** Replaces a file that is there, unless a run is writing it. */
  readonly force?: boolean;
  /** The file never grows beyond this; past it the writer fails with `disk-full`. */
  readonly maxBytes?: number;
}

export interface TapeWriter {
  readonly path: string;
  readonly id: string;
  readonly startedAtMs: number;
  /** Time of the last event that was there when it was opened, in milliseconds since the run's start; 0 in a new tape. */
  readonly lastT: number;
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
  readonly lastT: number;
  readonly #connection: WriteConnection;
  readonly #begin;
  readonly #commit;
  readonly #mark: number;
  #rows: RowWriter;
  /** What the open transaction holds, so that it can be written again in smaller ones when the disk is full. */
  #pending: { readonly events: readonly EngineEvent[]; readonly t: number | undefined }[] = [];
  #pendingCount = 0;
  #committed: number;
  #isDirty = false;
  #broken: TapeError | undefined;
  #isClosed = false;

  constructor(path: string, connection: WriteConnection) {
    this.path = path;
    this.#connection = connection;
    const [id, startedAtMs] = connection.prepare('SELECT id, started_at_ms FROM tapes').raw().get() as [string, number];
    this.id = id;
    this.startedAtMs = startedAtMs;
    this.lastT = numberOf(
      connection,
      'SELECT coalesce(max(time_us), 0) / 1000.0 FROM events WHERE seq = (SELECT max(seq) FROM events)',
    );
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
    this.#rows = rowWriter(connection);
    this.#committed = this.#rows.head();
    const mark = ownMark();
    const added = connection
      .prepare('INSERT INTO writers (pid, host, process, began_at_ms) VALUES (?, ?, ?, ?)')
      .run(mark.pid, mark.host, mark.process, Date.now());
    this.#mark = Number(added.lastInsertRowid);
    this.#commit.run();
    this.#begin.run();
  }

  head(): number {
    return this.#rows.head();
  }

  committed(): number {
    return this.#committed;
  }

  loggedBytes(): number {
    return this.#rows.loggedBytes();
  }

  append(events: readonly TapeEvent[]): void {
    this.#take(events, undefined);
  }

  appendAt(events: readonly EngineEvent[], t: number): void {
    this.#take(events, t);
  }

  keyframe(seq: number, machine: unknown): number {
    return this.#guarded(() => {
      invariant(seq >= 0 && seq <= this.#rows.head(), `a keyframe follows an event that is there, not #${seq}`);
      this.#isDirty = true;
      return this.#rows.keyframe(seq, machine);
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
      const singleFile = await fold(this.#connection);
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
      this.#rollBack();
      if (this.#committed >= 0) {
        this.#sayEnded();
        foldNow(this.#connection);
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
      this.#isDirty = true;
      this.#pending.push({ events, t });
      this.#pendingCount += events.length;
      for (const event of events) this.#rows.append(event, t ?? (event as TapeEvent).t);
      if (this.#pendingCount >= BATCH_MOST) this.#commitNow();
    });
  }

  #commitNow(): void {
    this.#commitRows();
    this.#pending = [];
    this.#pendingCount = 0;
    this.#isDirty = false;
    this.#begin.run();
  }

  #commitRows(): void {
    this.#rows.flush();
    this.#commit.run();
    this.#committed = this.#rows.head();
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
    const events = this.#pending.flatMap(({ events, t }) =>
      events.map((event) => ({ event, t: t ?? (event as TapeEvent).t })),
    );
    this.#pending = [];
    try {
      this.#rollBack();
      this.#rows = rowWriter(this.#connection);
      for (let i = 0; i < events.length; i += RESCUE_BATCH) {
        this.#begin.run();
        for (const { event, t } of events.slice(i, i + RESCUE_BATCH)) this.#rows.append(event, t);
        this.#commitRows();
      }
    } catch (error) {
      if (failureOf(error, this.path) === undefined) throw error;
      this.#rollBack();
      this.#rows = rowWriter(this.#connection);
    }
  }

  #rollBack(): void {
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
  }

  #sayEnded(): void {
    if (!this.#connection.inTransaction) this.#begin.run();
    this.#connection.prepare('UPDATE writers SET ended_at_ms = ? WHERE id = ?').run(Date.now(), this.#mark);
    this.#commit.run();
  }

  #close(): void {
    this.#isClosed = true;
    this.#connection.close();
  }
}
