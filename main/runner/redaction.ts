// Secrets never reach a tape (docs/security.md): everything that leaves a run for a recorder, a screen or a page passes here, and what is
// secret in it is replaced by a stub that shows its name and, by a keyed hash, where the same secret stands again. The run itself goes on with
// the real values. What must hold: what holds no secret is the same object afterwards; nothing is looked at twice; where there is
// nothing to look for, there is no redaction at all.
import type { EngineEvent } from '../../shared/model/event.ts';
import { mapEvent } from '../../shared/model/publicEvent.ts';
import { fromPublic, toPublic } from '../../shared/model/publicValue.ts';
import {
  adopt,
  Bytes,
  isRecord,
  isSnapshot,
  Redacted,
  type Value,
  type ValueRecord,
} from '../../shared/model/value.ts';
import type { Secrets, Sink } from './ports.ts';

export class Redaction {
  readonly #secrets: Secrets;
  readonly #values = new WeakMap<object, Value>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** The text with a stub in the place of each secret: `‹redacted API_KEY 3fa9c1d2›`. */
  text(text: string): string {
    const found = this.#secrets.find(text);
    if (found.length === 0) return text;
    let made = '';
    let at = 0;
    for (const { from, to, name } of found) {
      made += `${text.slice(at, from)}‹redacted ${name} ${this.#secrets.hash(text.slice(from, to))}›`;
      at = to;
    }
    return made + text.slice(at);
  }

  /** The value without secrets. A text that is a secret as a whole becomes a stub of its own kind. */
  value(value: Value): Value {
    if (typeof value === 'string') return this.#textValue(value);
    if (typeof value !== 'object' || value === null || value instanceof Redacted) return value;
    const seen = this.#values.get(value);
    if (seen !== undefined) return seen;
    const made = this.#object(value);
    if (isSnapshot(value)) this.#values.set(value, made);
    return made;
  }

  event(event: EngineEvent): EngineEvent {
    return mapEvent(
      event,
      (value) => this.value(value),
      (field) => this.plain(field),
    );
  }

  /** Data that holds no values, such as an error or lines of a log. */
  plain(data: unknown): unknown {
    if (typeof data === 'string') return this.text(data);
    return this.#mapped(data, (inner) => this.plain(inner));
  }

  /** The machine in its public form, as it stands in a keyframe: what the redacted log folds to. */
  machine(data: unknown): unknown {
    if (typeof data === 'string') {
      const made = this.#textValue(data);
      return made instanceof Redacted ? toPublic(made) : made;
    }
    const { $value, base64 } = (data ?? {}) as { readonly $value?: unknown; readonly base64?: unknown };
    if ($value === 'bytes' && typeof base64 === 'string') {
      const bytes = fromPublic(data) as Bytes;
      const made = this.value(bytes);
      return made === bytes ? data : toPublic(made);
    }
    return this.#mapped(data, (inner) => this.machine(inner));
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

  #textValue(text: string): Value {
    const found = this.#secrets.find(text);
    const [only] = found;
    if (only === undefined) return text;
    const isWhole = found.length === 1 && only.from === 0 && only.to === text.length;
    return isWhole ? new Redacted(only.name, this.#secrets.hash(text)) : this.text(text);
  }

  #object(value: Exclude<Value, null | boolean | number | bigint | string>): Value {
    if (value instanceof Bytes) {
      const name = this.#secrets.findBytes(value.data);
      return name === undefined ? value : new Redacted(name, this.#secrets.hash(String(value.data.length)));
    }
    if (!Array.isArray(value) && !isRecord(value)) return value;
    const made = this.#mapped(value, (inner, key) => {
      const item = this.value(inner as Value);
      const isSecret =
        key !== undefined && item === inner && this.#secrets.isSecretKey(key) && typeof inner === 'string';
      return isSecret && inner !== '' ? new Redacted(key, this.#secrets.hash(inner)) : item;
    });
    return made === value ? value : adopt(made);
  }

  /** A copy with what `change` gives for each part, its keys without secrets; the same where nothing changed. */
  #mapped(data: unknown, change: (inner: unknown, key?: string) => unknown): unknown {
    if (typeof data !== 'object' || data === null || data instanceof Redacted) return data;
    if (Array.isArray(data)) {
      let list: unknown[] | undefined;
      for (let i = 0; i < data.length; i++) {
        const item = change(data[i]);
        if (item === data[i]) continue;
        list ??= data.slice();
        list[i] = item;
      }
      return list ?? data;
    }
    const record = data as ValueRecord;
    const keys = Object.keys(record);
    const changed = keys.map((key) => [this.text(key), change(record[key], key)] as const);
    if (changed.every(([key, item], i) => key === keys[i] && item === record[keys[i] as string])) return data;
    const made: Record<string, unknown> = {};
    for (const [key, item] of changed)
      Object.defineProperty(made, key, { value: item, enumerable: true, writable: true });
    return made;
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

/** The name of a stub in what an operator is to be given: a run that goes on from its tape has it no more. */
export function stubIn(value: Value | undefined): string | undefined {
  if (value instanceof Redacted) return value.name;
  if (typeof value === 'string') return /‹redacted (\S+) [0-9a-f]{8}›/.exec(value)?.[1];
  if (typeof value !== 'object' || value === null || (!Array.isArray(value) && !isRecord(value))) return undefined;
  for (const inner of Object.values(value)) {
    const name = stubIn(inner as Value);
    if (name !== undefined) return name;
  }
  return undefined;
}
