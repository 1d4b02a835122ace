// A reader's hold on a tape's file. It keeps one connection while nothing changes hands, lets go of it as soon as the
// writer says that it has ended (only then can the writer fold its side files into the tape), and takes it up again at the
// next question. What must hold: no statement stays open between two questions, so a reader never holds back a writer.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { invariant } from '../../shared/base/assert.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { codeOf, failureOf, TapeError, tapeErrorOf, tapeFailure } from './damage.ts';
import { connectToWrite, rowsOf, type Statement } from './driver.ts';
import { openFileToRead, type ReadableFile } from './tapeFile.ts';
import { isAlive, type WriterMark } from './writerMark.ts';

/** How often a reader of a live tape looks whether its writer has ended. */
const WATCH_MS = 100;
/** For how long the answer whether a writer is at work is believed. */
const KNOWN_MS = 500;
const PROBES = 6;
const PROBE_STEP_MS = 8;

const LAST_WRITER = 'SELECT pid, host, process, ended_at_ms FROM writers ORDER BY id DESC LIMIT 1';

export class TapeSession {
  readonly path: string;
  readonly id: string;
  readonly startedAtMs: number;
  readonly derived: number;
  readonly graphFolder: string | undefined;
  readonly readOnly: boolean;
  #file: ReadableFile | undefined;
  #statements = new Map<string, Statement>();
  #depth = 0;
  /** The writer has ended, but its side files are still there. */
  #isLettingGo = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #isWritten = false;
  #knownUntilMs = 0;

  static open(given: string): Result<TapeSession, Failure> {
    const path = resolve(given);
    const opened = openFileToRead(path);
    return opened.ok ? succeeded(new TapeSession(path, opened.value)) : failed(opened.failure);
  }

  private constructor(path: string, file: ReadableFile) {
    this.path = path;
    this.#file = file;
    this.id = file.id;
    this.startedAtMs = file.startedAtMs;
    this.derived = file.derived;
    this.graphFolder = file.graphFolder;
    this.readOnly = file.readOnly;
    this.watch();
  }

  /**
   * Runs `work` while the file is open, over one state of it (a transaction, which also spares a lock for each
   * statement); every error about the tape leaves as a TapeError.
   */
  use<T>(work: () => T): T {
    invariant(!this.#isClosed, 'a closed tape answers no more questions');
    this.#depth++;
    try {
      this.#file ??= this.#reopened();
      if (this.#depth === 1) this.rows('BEGIN').run();
      return work();
    } catch (error) {
      throw tapeErrorOf(error, this.path);
    } finally {
      this.#depth--;
      if (this.#depth === 0) this.#leave();
    }
  }

  /** A statement whose rows are arrays; only within `use`. */
  rows(sql: string): Statement {
    const seen = this.#statements.get(sql);
    if (seen !== undefined) return seen;
    invariant(this.#file !== undefined, 'statements are made while the file is open');
    const made = rowsOf(this.#file.connection, sql);
    this.#statements.set(sql, made);
    return made;
  }

  /** Its last writer has not ended and still holds the write lock. */
  beingWritten(): boolean {
    const mark = this.use(() => this.#lastWriter());
    if (mark === undefined || mark.endedAtMs !== null || !this.#hasSideFile()) return false;
    if (Date.now() >= this.#knownUntilMs) {
      this.#isWritten = this.readOnly ? isAlive(mark) : this.use(() => this.#isHeld(isAlive(mark) ? PROBES : 1));
      this.#knownUntilMs = Date.now() + KNOWN_MS;
    }
    return this.#isWritten;
  }

  /** Follows a writer that came after this tape was opened, too. */
  watch(): void {
    if (!this.#hasSideFile()) return;
    // A private copy does not see what a writer adds to the original.
    if (this.#file?.isCopy && !this.readOnly && this.#depth === 0) this.#letGo();
    this.#timer ??= setInterval(() => this.#look(), WATCH_MS).unref();
  }

  sizeBytes(): number {
    const side = statSync(`${this.path}-wal`, { throwIfNoEntry: false });
    return (statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) + (side?.size ?? 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
    this.#letGo();
  }

  #look(): void {
    if (this.#isLettingGo) {
      if (this.#hasSideFile()) return;
      this.#isLettingGo = false;
      this.#stopWatching();
      return;
    }
    try {
      const mark = this.use(() => this.#lastWriter());
      this.#isLettingGo = mark?.endedAtMs != null;
      if (this.#isLettingGo) this.#letGo();
    } catch (error) {
      if (failureOf(error, this.path) === undefined) throw error;
      // The next question meets the same trouble and says so.
      this.#letGo();
      this.#stopWatching();
    }
  }

  #reopened(): ReadableFile {
    const opened = openFileToRead(this.path);
    if (!opened.ok) throw new TapeError(opened.failure);
    const file = opened.value;
    if (file.id === this.id && file.startedAtMs === this.startedAtMs) return file;
    file.close();
    throw new TapeError(tapeFailure('tape-replaced', this.path));
  }

  #leave(): void {
    if (this.#file?.connection.inTransaction) this.rows('COMMIT').run();
    if (this.#isLettingGo) this.#letGo();
  }

  #letGo(): void {
    this.#statements = new Map();
    this.#file?.close();
    this.#file = undefined;
  }

  #stopWatching(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #hasSideFile(): boolean {
    return existsSync(`${this.path}-wal`);
  }

  #lastWriter(): WriterMark | undefined {
    const row = this.rows(LAST_WRITER).get() as [number, string, string | null, number | null] | undefined;
    if (row === undefined) return undefined;
    const [pid, host, process, endedAtMs] = row;
    return { pid, host, process, endedAtMs };
  }

  /** A living writer is without the lock between two batches, for as long as it moves pages into the tape. */
  #isHeld(probes: number): boolean {
    for (let i = 0; i < probes; i++) {
      if (i > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PROBE_STEP_MS);
      if (this.#isLocked()) return true;
    }
    return false;
  }

  /**
   * Asks for the write lock for an instant, since a process may live on without its writer (a thread that crashed), and a
   * copy of a live tape has none. It writes nothing: our own reading connection keeps SQLite from tidying up at its close.
   */
  #isLocked(): boolean {
    const probe = connectToWrite(this.path, 0);
    try {
      probe.exec('BEGIN IMMEDIATE');
      probe.exec('ROLLBACK');
      return false;
    } catch (error) {
      if (codeOf(error).startsWith('SQLITE_BUSY')) return true;
      throw error;
    } finally {
      probe.close();
    }
  }
}
