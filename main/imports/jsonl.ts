// JSON lines in the public form (interfaces §3) → the events of a tape, one after the other. What must hold: the events are numbered from 0
// without a gap and begin with a `run.started`; nothing that came in is lost; whatever a line holds, the next one is read; memory grows
// with what is open, not with the log. A line that is no event is kept as an event of its own (docs/decisions/0022).
import { randomUUID } from 'node:crypto';
import type { EventOf, TapeEvent } from '../../shared/model/event.ts';
import { fromPublicEvent, type PublicEvent, roleOfField } from '../../shared/model/publicEvent.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { Bytes, snapshot } from '../../shared/model/value.ts';
import { type ByteLine, ByteLines } from './byteLines.ts';
import { jsonLine } from './jsonLine.ts';
import { problemOfFields } from './lineFields.ts';
import { OpenPaths } from './openPaths.ts';
import { Origins } from './origins.ts';
import { Seqs } from './seqs.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What was found about one line. */
export interface LineNote {
  /** From 1. */
  readonly line: number;
  readonly code: string;
  /** One sentence that begins with the line's number. */
  readonly message: string;
  /** The line is no event; it was kept as it is. */
  readonly kept: boolean;
}

export interface JsonlParts {
  /** Called once, before any event. */
  readonly begin: (started: EventOf<'run.started'>) => void;
  readonly event: (event: TapeEvent) => void;
  readonly note: (note: LineNote) => void;
  /** Milliseconds since the run's start, for lines without a time; without it such a line has the time of the one before. */
  readonly arrivalMs?: () => number;
  /** Of a run that no line starts. */
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly longestLineBytes?: number;
}

/** Lines before the first event that are kept meanwhile; what holds more than these without any event is no recording. */
const WAITING_MOST = 1000;
/** The signal that a line is kept under. */
export const KEPT_LINE = 'malformed-line';

interface KeptLine {
  readonly line: number;
  readonly problem: string;
  readonly raw: string | Bytes;
}

export class JsonlReader {
  readonly #parts: JsonlParts;
  readonly #lines: ByteLines;
  readonly #paths = new OpenPaths();
  readonly #origins = new Origins();
  readonly #seqs = new Seqs();
  #waiting: KeptLine[] = [];
  #head = -1;
  #t = 0;
  #keptCount = 0;
  #lineCount = 0;
  /** `run.finished` is last, also where a line comes after it. */
  #finished: { readonly fields: Fields; readonly t: number } | undefined;

  constructor(parts: JsonlParts) {
    this.#parts = parts;
    this.#lines = new ByteLines(parts.longestLineBytes);
  }

  /** Lines so far; lines kept; the seq of the last event. */
  counts(): { readonly lines: number; readonly kept: number; readonly head: number } {
    return { lines: this.#lineCount, kept: this.#keptCount, head: this.#head };
  }

  /** No event so far in so much that none can be expected. */
  get isHopeless(): boolean {
    return this.#head < 0 && this.#waiting.length > WAITING_MOST;
  }

  take(chunk: Buffer): void {
    for (const line of this.#lines.take(chunk)) this.#take(line);
  }

  end(): void {
    for (const line of this.#lines.end()) this.#take(line);
    this.#finish();
  }

  #take(one: ByteLine): void {
    const { line } = one;
    this.#lineCount = line;
    switch (one.kind) {
      case 'too-long': {
        const problem = `it has ${one.size} bytes, more than can be read; write long values as events of their own. Its beginning was kept`;
        this.#keep(line, 'too-long', problem, new Bytes(one.bytes, 'application/json'));
        return;
      }
      case 'not-text':
        this.#keep(
          line,
          'not-text',
          'it is no text in UTF-8; write it as UTF-8',
          new Bytes(one.bytes, 'application/octet-stream'),
        );
        return;
      case 'text':
        if (one.text.trim() !== '') this.#takeText(line, one.text);
    }
  }

  #takeText(line: number, text: string): void {
    const parsed = jsonLine(text);
    if (!parsed.ok) {
      this.#keep(line, parsed.code, parsed.message, text);
      return;
    }
    const { fields, duplicates } = parsed;
    const problem = problemOfFields(fields);
    if (problem) {
      this.#keep(line, problem.code, problem.message, text, fields.seq);
      return;
    }
    for (const key of duplicates) {
      this.#note(line, 'duplicate-key', `the key ${shown(key)} stands twice; the last one counts`);
    }
    switch (fields.kind) {
      case 'run.started':
        if (this.#head < 0) this.#start(fields);
        else this.#keep(line, 'second-start', SECOND_START, text, fields.seq);
        return;
      case 'run.finished':
        if (this.#finished) this.#keep(line, 'second-finish', SECOND_FINISH, text, fields.seq);
        else this.#finished = { fields, t: this.#timeOf(fields) };
        return;
      case 'run.continued':
        this.#finish();
        break;
      default:
        if (this.#finished) this.#note(line, 'after-the-end', 'it comes after run.finished; it was put before it');
    }
    this.#add(line, fields);
  }

  #start(fields: Fields): void {
    const event = fromPublicEvent(
      plainFields({ ...fields, seq: 0, at: this.#paths.see(fields), t: this.#timeOf(fields) }),
    );
    this.#parts.begin(event as EventOf<'run.started'>);
    this.#seqs.take(fields.seq, 0);
    this.#origins.see(fields, 0);
    this.#emit(event);
    for (const { line, problem, raw } of this.#waiting.splice(0)) this.#emitKept(line, problem, raw);
  }

  /** A run that no line starts has no graph that is known. */
  #startItself(line: number): void {
    const { name, versions } = this.#parts;
    this.#note(line, 'no-start', 'the first event is no run.started; one was made up, without a graph');
    // Its lines count from 0 without it.
    const event = {
      seq: 0,
      kind: 'run.started',
      at: '',
      t: 0,
      id: randomUUID(),
      dialect: 'foreign',
      graph: null,
      name,
      inputs: {},
      versions,
    } as const;
    this.#parts.begin(event);
    this.#emit(event);
    for (const kept of this.#waiting.splice(0)) this.#emitKept(kept.line, kept.problem, kept.raw);
  }

  #add(line: number, given: Fields): void {
    if (this.#head < 0) this.#startItself(line);
    const seq = this.#head + 1;
    if (!this.#seqs.take(given.seq, seq)) {
      this.#note(
        line,
        'seq-order',
        `its seq ${String(given.seq)} does not follow the one before; the order of the lines counts`,
      );
    }
    const fields = this.#seqs.renamed(given);
    const made: Record<string, unknown> = { ...fields, seq, at: this.#paths.see(fields), t: this.#timeOf(fields) };
    if (fields.kind === 'fire.started') made.from = this.#originsOf(line, fields);
    this.#origins.see(fields, seq);
    this.#emit(fromPublicEvent(plainFields(made)));
  }

  #originsOf(line: number, fields: Fields): Record<string, number> {
    const { from, unknown } = this.#origins.of(fields.inputs as Fields, fields.from as Fields | undefined);
    for (const name of unknown) {
      this.#note(line, 'unknown-origin', `from names ${shown(name)}, which no line before has written`);
    }
    return from;
  }

  #finish(): void {
    const finished = this.#finished;
    if (!finished) return;
    this.#finished = undefined;
    if (this.#head < 0) this.#startItself(this.#lineCount);
    const seq = this.#head + 1;
    const { fields } = finished;
    // A time of arrival is not before that of what it was put behind.
    const t = fields.t === undefined ? Math.max(finished.t, this.#t) : finished.t;
    this.#seqs.take(fields.seq, seq);
    this.#emit(fromPublicEvent(plainFields({ ...fields, seq, at: this.#paths.see(fields), t })));
  }

  #keep(line: number, code: string, problem: string, raw: string | Bytes, givenSeq?: unknown): void {
    this.#keptCount++;
    this.#parts.note({ line, code, message: `line ${line}: ${problem}.`, kept: true });
    if (this.#head < 0) {
      this.#waiting.push({ line, problem, raw });
      return;
    }
    this.#seqs.takeKept(givenSeq, this.#head + 1);
    this.#emitKept(line, problem, raw);
  }

  #emitKept(line: number, problem: string, raw: string | Bytes): void {
    this.#emit({
      seq: this.#head + 1,
      kind: 'signal.emitted',
      at: this.#paths.current(),
      t: this.#parts.arrivalMs?.() ?? this.#t,
      signal: KEPT_LINE,
      scope: '',
      line,
      problem,
      raw: snapshot(raw),
    } as TapeEvent);
  }

  #emit(event: TapeEvent): void {
    this.#head = event.seq;
    this.#t = event.t;
    this.#parts.event(event);
  }

  #timeOf({ t }: Fields): number {
    return typeof t === 'number' ? t : (this.#parts.arrivalMs?.() ?? this.#t);
  }

  #note(line: number, code: string, message: string): void {
    this.#parts.note({ line, code, message: `line ${line}: ${message}.`, kept: false });
  }
}

const SECOND_START =
  'it is a second run.started, but a tape holds one run; give each run a file of its own, or go on after its end with run.continued';
const SECOND_FINISH = 'it is a second run.finished; a run ends once, or goes on with run.continued in between';

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

/** Fields that hold no values hold JSON alone: a whole number that no double holds stands there in its public form. */
function plainFields(fields: Fields): PublicEvent {
  const made: [string, unknown][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const role = roleOfField(name);
    if (role === 'value' || role === 'record') made.push([name, field]);
    else if (role === 'list') made.push([name, (field as readonly Fields[]).map(plainItem)]);
    else made.push([name, plain(field)]);
  }
  return Object.fromEntries(made) as PublicEvent;
}

function plainItem(item: Fields): Fields {
  return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, key === 'value' ? one : plain(one)]));
}

function plain(field: unknown): unknown {
  if (typeof field === 'bigint') return toPublic(field);
  if (typeof field !== 'object' || field === null) return field;
  if (Array.isArray(field)) return field.map(plain);
  return Object.fromEntries(Object.entries(field).map(([key, one]) => [key, plain(one)]));
}
