// Secrets never reach a tape (docs/security.md): everything that leaves a run for a recorder, a screen or a page passes here, and what is
// secret in it is replaced by a stub that shows its name and, by a keyed hash, where the same secret stands again. The run itself goes on with
// the real values. What must hold: what holds no secret is the same object afterwards; nothing is looked at twice; where there is
// nothing to look for, there is no redaction at all.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Candidate } from '../../shared/model/decision.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { eventMapper, mapList, mapRecord } from '../../shared/model/publicEvent.ts';
import { redactedText } from '../../shared/model/redactedText.ts';
import {
  adopt,
  Bytes,
  isRecord,
  isSnapshot,
  Redacted,
  type Value,
  type ValueRecord,
} from '../../shared/model/value.ts';
import { CleanTexts } from './cleanTexts.ts';
import type { Secrets, Sink } from './ports.ts';

/** Shorter numbers count things; longer ones may be a card or a social security number. */
const SHORTEST_NUMBER = 1e8;

export class Redaction {
  readonly #secrets: Secrets;
  readonly #keepsTexts: boolean;
  readonly #clean = new CleanTexts();
  readonly #changePlain = (field: unknown): unknown => this.plain(field);
  readonly #changeEvent = eventMapper((value) => this.value(value), this.#changePlain);
  #values = new WeakMap<object, Value>();

  /** A bounded loop makes texts of texts, and whoever reads it relies on that: there a text stays one. */
  constructor(secrets: Secrets, dialect: CheckedGraph['dialect']) {
    this.#secrets = secrets;
    this.#keepsTexts = dialect === 'bounded';
  }

  /** The text with a stub in the place of each secret: `‹redacted API_KEY 3fa9c1d2›`. */
  text(text: string): string {
    const found = this.#find(text);
    if (found.length === 0) return text;
    let made = '';
    let at = 0;
    for (const { from, to, name } of found) {
      made += text.slice(at, from) + redactedText(name, this.#secrets.hash(text.slice(from, to)));
      at = to;
    }
    return made + text.slice(at);
  }

  /** The value without secrets. What is a secret as a whole becomes a stub of its own kind. */
  value(value: Value): Value {
    switch (typeof value) {
      case 'string':
        return this.#textValue(value);
      case 'number':
      case 'bigint':
        return Math.abs(Number(value)) < SHORTEST_NUMBER ? value : this.#numberValue(value);
      case 'boolean':
        return value;
      default:
        break;
    }
    if (value === null || value instanceof Redacted) return value;
    const seen = this.#values.get(value);
    if (seen !== undefined) return seen;
    const made = this.#object(value);
    if (isSnapshot(value)) this.#values.set(value, made);
    return made;
  }

  event(event: EngineEvent): EngineEvent {
    if (event.kind === 'fire.finished') this.#learnHeaders(event.outputs);
    if (event.kind === 'fire.failed' && typeof event.raw === 'string') this.#learnCut(event.raw);
    if (event.kind === 'decision.made' && event.question === 'predicate') this.#learnExcerpts(event.candidates);
    const made = this.#changeEvent(event);
    if (event.kind !== 'run.started' || made.kind !== 'run.started') return made;
    const standIns = event.standIns && this.#authored(event.standIns);
    return { ...made, graph: this.#authored(event.graph), ...(standIns === undefined ? {} : { standIns }) };
  }

  /** Data that holds no values, such as an error or lines of a log. */
  plain(data: unknown): unknown {
    if (typeof data === 'string') return this.text(data);
    return this.#mapped(data, this.#changePlain);
  }

  /** A text that comes in pieces: gives what can be shown by now, and the rest when it ends. */
  stream(): { next(text: string): string; end(): string } {
    let held = '';
    return {
      next: (text) => {
        const all = held + text;
        let from = all.length - this.#secrets.openEnd(all);
        // The end of one secret may look like the beginning of another.
        for (const found of this.#secrets.find(all)) if (found.from < from && found.to > from) from = found.to;
        held = all.slice(from);
        return this.text(all.slice(0, from));
      },
      end: () => {
        const rest = this.text(held);
        held = '';
        return rest;
      },
    };
  }

  #find(text: string): ReturnType<Secrets['find']> {
    if (text.length < this.#secrets.shortest || this.#clean.has(text)) return [];
    const found = this.#secrets.find(text);
    if (found.length === 0) this.#clean.add(text);
    return found;
  }

  #textValue(text: string): Value {
    const found = this.#find(text);
    const [only] = found;
    if (only === undefined) return text;
    const isWhole = !this.#keepsTexts && found.length === 1 && only.from === 0 && only.to === text.length;
    return isWhole ? new Redacted(only.name, this.#secrets.hash(text)) : this.text(text);
  }

  #numberValue(value: number | bigint): Value {
    const digits = String(value);
    const [found] = this.#find(digits);
    return found === undefined ? value : new Redacted(found.name, this.#secrets.hash(digits));
  }

  #object(value: Exclude<Value, null | boolean | number | bigint | string>): Value {
    if (value instanceof Bytes) {
      const name = this.#secrets.findBytes(value.data);
      return name === undefined ? value : new Redacted(name, this.#secrets.hash(value.data));
    }
    if (!Array.isArray(value) && !isRecord(value)) return value;
    const made = this.#mapped(value, (inner, key) =>
      key !== undefined && this.#secrets.isSecretKey(key)
        ? this.#keyed(inner as Value, key)
        : this.value(inner as Value),
    );
    return made === value ? value : adopt(made);
  }

  /** What stands under a key such as `set-cookie`: one text, or several. */
  #keyed(value: Value, key: string): Value {
    if (Array.isArray(value)) return adopt(value.map((item) => this.#keyed(item, key)));
    const made = this.value(value);
    return made === value && typeof value === 'string' && value !== ''
      ? new Redacted(key, this.#secrets.hash(value))
      : made;
  }

  /** A graph, in which a text stays a text: what its rules ask for must still be there when the tape is opened. */
  #authored(value: Value, within?: string): Value {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null || value instanceof Bytes) return this.value(value);
    const made = this.#mapped(value, (inner, key) => {
      const item = this.#authored(inner as Value, key ?? within);
      const isSecret = key !== undefined && within === 'headers' && this.#secrets.isSecretKey(key);
      return isSecret && item === inner && typeof inner === 'string' && inner !== ''
        ? redactedText(key, this.#secrets.hash(inner))
        : item;
    });
    return made === value ? value : adopt(made);
  }

  /** What the headers of an answer brought may come out again anywhere. */
  #learnHeaders(outputs: ValueRecord): void {
    for (const port of Object.keys(outputs)) {
      const output = outputs[port];
      if (!isRecord(output)) continue;
      for (const key of Object.keys(output)) {
        if (!this.#secrets.isSecretKey(key)) continue;
        for (const text of ([] as unknown[]).concat(output[key])) if (typeof text === 'string') this.#learn(key, text);
      }
    }
  }

  /** What a pattern matched may be a part of a secret, and is told in sentences from then on. */
  #learnExcerpts(candidates: readonly Candidate[]): void {
    for (const { value } of candidates) {
      if (!isRecord(value) || typeof value.text !== 'string') continue;
      const name = this.#secrets.findPart(value.text);
      if (name !== undefined) this.#learn(name, value.text);
    }
  }

  /** What is kept of an answer that failed may end in the middle of one, and is evidence from then on. */
  #learnCut(raw: string): void {
    for (const { from, to, name } of this.#secrets.find(`${raw}…`))
      if (to === raw.length) this.#learn(name, raw.slice(from));
  }

  #learn(name: string, text: string): void {
    if (!this.#secrets.learn(name, text)) return;
    // What was clean need not be so any more.
    this.#values = new WeakMap();
    this.#clean.clear();
  }

  /** A copy with what `change` gives for each part, its keys without secrets; the same where nothing changed. */
  #mapped(data: unknown, change: (inner: unknown, key?: string) => unknown): unknown {
    if (typeof data !== 'object' || data === null || data instanceof Redacted) return data;
    if (Array.isArray(data)) return mapList(data, (item) => change(item));
    return mapRecord(data as ValueRecord, (key) => this.text(key), change);
  }
}

/** A sink that hands on what holds no secrets. */
export function redactingSink(sink: Sink, redaction: Redaction | undefined): Sink {
  if (redaction === undefined) return sink;
  return {
    write: (events) => sink.write(events.map((event) => redaction.event(event))),
    commit: () => sink.commit(),
  };
}
