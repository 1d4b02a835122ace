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
import { type LogWriter, logWriter } from './logWriter.ts';
import { lastTimeUs, sealLeftOver } from './sealing.ts';
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
  /** Seq of the first event of the chunk that is open: where a keyframe before it saves the most. */
  chunk(): number;
  /** What this writer's events and values come to before packing and compression, in bytes. */
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
  #log: LogWriter;
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
    this.lastT = lastTimeUs(connection) / 1000;
    sealLeftOver(connection);
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
    this.#log = logWriter(connection);
    this.#committed = this.#log.head();
    const mark = ownMark();
    const added = connection
      .prepare('INSERT INTO writers (pid, host, process, began_at_ms) VALUES (?, ?, ?, ?)')
      .run(mark.pid, mark.host, mark.process, Date.now());
    this.#mark = Number(added.lastInsertRowid);
    this.#commit.run();
    this.#begin.run();
  }

  head(): number {
    return this.#log.head();
  }

  committed(): number {
    return this.#committed;
  }

  chunk(): number {
    return this.#log.chunk();
  }

  loggedBytes(): number {
    return this.#log.loggedBytes();
  }

  append(events: readonly TapeEvent[]): void {
    this.#take(events, undefined);
  }

  appendAt(events: readonly EngineEvent[], t: number): void {
    this.#take(events, t);
  }

  keyframe(seq: number, machine: unknown): number {
    return this.#guarded(() => {
      invariant(seq >= 0 && seq <= this.#log.head(), `a keyframe follows an event that is there, not #${seq}`);
      this.#isDirty = true;
      return this.#log.keyframe(seq, machine);
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
      if (this.#broken === undefined) this.#seal();
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
      const timeUs = t === undefined ? undefined : microseconds(t);
      for (const event of events) this.#log.append(event, timeUs ?? microseconds((event as TapeEvent).t));
      this.#log.sealIfFull();
      if (this.#log.head() - this.#committed >= BATCH_MOST) this.#commitNow();
    });
  }

  #seal(): void {
    this.#guarded(() => {
      this.#log.seal();
      this.#commitNow();
    });
  }

  #commitNow(): void {
    this.#commitRows();
    this.#isDirty = false;
    this.#begin.run();
  }

  #commitRows(): void {
    this.#log.flush();
    this.#commit.run();
    this.#committed = this.#log.head();
    this.#log.committed();
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
      this.#rollBack();
      this.#log.again((work) => {
        this.#begin.run();
        work();
        this.#commit.run();
      });
    } catch (error) {
      if (failureOf(error, this.path) === undefined) throw error;
      this.#rollBack();
    }
    this.#log = logWriter(this.#connection);
    this.#committed = this.#log.head();
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

/** Milliseconds as they stand in packs: whole microseconds. */
function microseconds(t: number): number {
  const us = Math.round(t * 1000);
  return Math.abs(us) < 2 ** 51 ? us : 0;
}
