// Events from outside into a new tape, as they come: what `import` and `record` do. What must hold: reading waits for the writer; what came
// in is on the tape after 100 ms at the latest; whatever happens to whoever sends, what came in before stays, and the tape says how it ended.
import { existsSync } from 'node:fs';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { EventOf, TapeEvent } from '../../shared/model/event.ts';
import { JsonlReader, type LineNote } from '../imports/jsonl.ts';
import { TapeError, tapeFailure } from '../tape/damage.ts';
import { createTape, type TapeWriter } from '../tape/write.ts';
import { programVersion } from './version.ts';

export interface RecordingRequest {
  readonly input: AsyncIterable<Buffer>;
  /** How sentences call what is read. */
  readonly source: string;
  /** Absolute path of the new tape. */
  readonly path: string;
  readonly force: boolean;
  /** Of a run that no line starts. */
  readonly name: string;
  /** Lines come as things happen: one without a time has that of its arrival. */
  readonly live: boolean;
  readonly note: (note: LineNote) => void;
  /** The tape is there and has its first events. */
  readonly begun?: () => void;
  /** Whoever shows the tape meanwhile, asked each time. */
  readonly watch?: () => RecordingWatch | undefined;
}

/** The app that shows a tape while it is recorded in this process (`recordings.ts`). */
export interface RecordingWatch {
  advanced(head: number): void;
  /** Does the work that ends the tape, in which nobody may read it. */
  finish<T>(work: () => Promise<T>): Promise<T>;
}

export interface Recorded {
  readonly path: string;
  readonly id: string;
  readonly lines: number;
  readonly events: number;
  /** Lines that are no events and were kept as they are. */
  readonly kept: number;
}

const COMMIT_MS = 100;
const SQLITE = 'SQLite format 3\0';

/** Failures: those of creating and writing a tape, `is-a-tape`, `no-events`; of reading whatever the input throws. */
export async function recordLines(request: RecordingRequest): Promise<Result<Recorded, Failure>> {
  const { path, force, source } = request;
  if (!force && existsSync(path)) return failed(tapeFailure('tape-exists', path));
  const recording = new Recording(request);
  try {
    let isFirst = true;
    for await (const chunk of request.input) {
      if (isFirst && chunk.subarray(0, SQLITE.length).toString('latin1') === SQLITE) {
        return failed(
          failure('is-a-tape', `${source} is a tape or another database, not JSON lines: open it as it is.`),
        );
      }
      isFirst = false;
      recording.take(chunk);
      if (recording.isHopeless) break;
    }
    recording.end();
  } catch (error) {
    const why = recording.refused(error);
    if (why === undefined) {
      recording.abandon();
      throw error;
    }
    await recording.finish();
    return failed(why);
  }
  return recording.finish();
}

class Recording {
  readonly #request: RecordingRequest;
  readonly #reader: JsonlReader;
  readonly #beganMs = performance.now();
  readonly #startedAtMs = Date.now();
  #writer: TapeWriter | undefined;
  #events: TapeEvent[] = [];
  #firstNote: LineNote | undefined;
  #committedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #broken: Failure | undefined;

  constructor(request: RecordingRequest) {
    this.#request = request;
    this.#reader = new JsonlReader({
      name: request.name,
      versions: { looptape: programVersion() },
      begin: (started) => this.#begin(started),
      event: (event) => {
        this.#events.push(event);
        if (this.#events.length >= 256) this.#append();
      },
      note: (note) => {
        if (note.kept) this.#firstNote ??= note;
        request.note(note);
      },
      ...(request.live ? { arrivalMs: () => performance.now() - this.#beganMs } : {}),
    });
  }

  get isHopeless(): boolean {
    return this.#reader.isHopeless;
  }

  take(chunk: Buffer): void {
    if (this.#broken) throw new TapeError(this.#broken);
    const isNew = this.#writer === undefined;
    this.#reader.take(chunk);
    this.#append();
    if (performance.now() - this.#committedMs >= COMMIT_MS) this.#commit();
    else this.#timer ??= setTimeout(() => this.#commitLater(), COMMIT_MS);
    if (isNew && this.#writer) this.#request.begun?.();
  }

  end(): void {
    this.#reader.end();
    this.#append();
  }

  refused(error: unknown): Failure | undefined {
    return error instanceof TapeError ? error.failure : undefined;
  }

  /** What is on the tape stays there. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#writer?.abandon();
  }

  async finish(): Promise<Result<Recorded, Failure>> {
    clearTimeout(this.#timer);
    const writer = this.#writer;
    const { source, path, watch } = this.#request;
    if (!writer) {
      const why = this.#firstNote ? ` ${sentence(this.#firstNote.message)}` : '';
      return failed(failure('no-events', `${source} holds no event.${why} A recording has one event a line, as JSON.`));
    }
    const work = () => writer.finish();
    const shown = watch?.();
    const ended = await (shown ? shown.finish(work) : work());
    if (!ended.ok) return ended;
    const { lines, kept, head } = this.#reader.counts();
    return succeeded({ path, id: writer.id, lines, events: head + 1, kept });
  }

  #begin(started: EventOf<'run.started'>): void {
    const { path, force } = this.#request;
    const made = createTape(path, { id: started.id, startedAtMs: this.#startedAtMs, force });
    if (!made.ok) throw new TapeError(made.failure);
    this.#writer = made.value;
  }

  #append(): void {
    const events = this.#events;
    if (events.length === 0) return;
    this.#events = [];
    this.#writer?.append(events);
  }

  #commitLater(): void {
    try {
      this.#commit();
    } catch (error) {
      const why = this.refused(error);
      if (why === undefined) throw error;
      this.#broken = why;
    }
  }

  #commit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#committedMs = performance.now();
    if (!this.#writer) return;
    this.#writer.commit();
    this.#request.watch?.()?.advanced(this.#writer.committed());
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
