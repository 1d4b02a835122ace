// One event as a row and back. The body is the event's JSON object in its public form without seq, kind, at, t and the
// fields that its stream names. What must hold: what is read is what was written, or a TapeError; nothing that is read can
// be changed by whoever gets it.
import { type EngineEvent, EVENT_KINDS, type TapeEvent } from '../../shared/model/event.ts';
import type { Value } from '../../shared/model/value.ts';
import { damaged, withinDepth } from './damage.ts';
import { badBodyField, type FieldRole, roleOf, SUBJECTS } from './eventFields.ts';
import { sumOfEvent } from './sum.ts';
import { parse, type ValueReader } from './valueReader.ts';
import type { ValueWriter } from './valueWriter.ts';

const ENVELOPE: ReadonlySet<string> = new Set(['seq', 'kind', 'at', 't']);
/** By kind number: the fields that no body holds. */
const LEFT_OUT = SUBJECTS.map((subject) => new Set([...ENVELOPE, ...subject]));

/** JSON texts of short texts that come again and again: field names, ports, writers. */
const quoted = new Map<string, string>();
const QUOTED_MOST = 4096;

function quote(text: string): string {
  if (text.length > 40) return JSON.stringify(text);
  const seen = quoted.get(text);
  if (seen !== undefined) return seen;
  const made = JSON.stringify(text);
  if (quoted.size >= QUOTED_MOST) quoted.clear();
  quoted.set(text, made);
  return made;
}

/** What a field of a kind is in a body: nothing, or its role and its name as JSON text. */
interface BodyField {
  readonly role: FieldRole | 'left out';
  readonly label: string;
}

/** By kind number and name, made as fields are met. Foreign recorders may give any number of others. */
const bodyFields = SUBJECTS.map(() => new Map<string, BodyField>());
const BODY_FIELDS_MOST = 256;

function bodyField(kindNumber: number, name: string): BodyField {
  const fields = bodyFields[kindNumber] as Map<string, BodyField>;
  const seen = fields.get(name);
  if (seen !== undefined) return seen;
  const isLeftOut = (LEFT_OUT[kindNumber] as ReadonlySet<string>).has(name);
  const made: BodyField = { role: isLeftOut ? 'left out' : roleOf(name), label: `${JSON.stringify(name)}:` };
  if (fields.size < BODY_FIELDS_MOST) fields.set(name, made);
  return made;
}

export function bodyOf(kindNumber: number, event: EngineEvent, values: ValueWriter): string {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (field === undefined) continue;
    const { role, label } = bodyField(kindNumber, name);
    if (role === 'left out') continue;
    text += text === '' ? '{' : ',';
    text += label;
    switch (role) {
      case 'value':
        text += values.textOf(field as Value);
        break;
      case 'values':
        text += recordText(field as Readonly<Record<string, Value>>, values);
        break;
      case 'candidates':
        text += candidatesText(field as readonly Readonly<Record<string, unknown>>[], values);
        break;
      case 'plain':
        text += plainText(field);
        break;
    }
  }
  return text === '' ? '{}' : `${text}}`;
}

function recordText(record: Readonly<Record<string, Value>>, values: ValueWriter): string {
  let text = '';
  for (const key of Object.keys(record)) {
    text += `${text === '' ? '{' : ','}${quote(key)}:${values.textOf(record[key] as Value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function candidatesText(candidates: readonly Readonly<Record<string, unknown>>[], values: ValueWriter): string {
  let list = '';
  for (const candidate of candidates) {
    let text = '';
    for (const key of Object.keys(candidate)) {
      const field = candidate[key];
      if (field === undefined) continue;
      text += text === '' ? '{' : ',';
      text += `${quote(key)}:${key === 'value' ? values.textOf(field as Value) : plainText(field)}`;
    }
    list += `${list === '' ? '[' : ','}${text === '' ? '{}' : `${text}}`}`;
  }
  return list === '' ? '[]' : `${list}]`;
}

/** No value stands inside a plain field, so JSON holds it whole. */
function plainText(field: unknown): string {
  switch (typeof field) {
    case 'string':
      return quote(field);
    case 'number':
      // A measure that is none must not make the row unreadable.
      return Number.isFinite(field) ? `${field}` : '0';
    case 'boolean':
      return field ? 'true' : 'false';
    default:
      return JSON.stringify(field);
  }
}

/** Milliseconds as they stand in rows: whole microseconds. */
export function microseconds(t: number): number {
  const us = Math.round(t * 1000);
  return Number.isSafeInteger(us) ? us : 0;
}

/** What a row needs to know of its stream and path. */
export interface StreamName {
  readonly id: number;
  readonly kind: number;
  readonly subject: readonly string[];
  readonly sum: number;
}
export interface PathName {
  readonly path: string;
  readonly sum: number;
}

/** A row of `events` as its columns stand there. */
export type EventRow = readonly [seq: number, stream: number, path: number, timeUs: number, body: string, sum: number];
export const EVENT_COLUMNS = 'seq, stream, path, time_us, body, sum';

export function eventOf(
  file: string,
  row: EventRow,
  stream: StreamName,
  path: PathName,
  values: ValueReader,
): TapeEvent {
  const [seq, , , timeUs, body, sum] = row;
  if (typeof body !== 'string' || sumOfEvent(seq, timeUs, stream.sum, path.sum, body) !== sum) {
    throw damaged(file, `event #${seq}`);
  }
  const fields = parse(file, `event #${seq}`, body);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw damaged(file, `event #${seq}`);
  return withinDepth(file, `event #${seq}`, () =>
    assembled(file, seq, timeUs / 1000, stream, path.path, fields as Record<string, unknown>, values),
  );
}

function assembled(
  file: string,
  seq: number,
  t: number,
  stream: StreamName,
  at: string,
  fields: Record<string, unknown>,
  values: ValueReader,
): TapeEvent {
  const bad = badBodyField(stream.kind, fields);
  if (bad !== undefined) throw damaged(file, `event #${seq}: its ${bad}`);
  const made: Record<string, unknown> = { seq, kind: EVENT_KINDS[stream.kind], at, t };
  // The number of a fire stands before its node, as on the page of the public form.
  if (fields.fire !== undefined) made.fire = fields.fire;
  const names = SUBJECTS[stream.kind] as readonly string[];
  for (let i = 0; i < names.length; i++) made[names[i] as string] = stream.subject[i];
  for (const name of Object.keys(fields)) {
    // A body can't change what the columns say.
    if ((LEFT_OUT[stream.kind] as ReadonlySet<string>).has(name)) continue;
    const field = decoded(name, fields[name], values);
    if (name === '__proto__') Object.defineProperty(made, name, { value: field, enumerable: true });
    else made[name] = field;
  }
  return Object.freeze(made) as unknown as TapeEvent;
}

function decoded(name: string, field: unknown, values: ValueReader): unknown {
  switch (roleOf(name)) {
    case 'value':
      return values.valueIn(field);
    case 'values':
      if (!isObject(field)) return frozen(field);
      return values.valuesIn(field);
    case 'candidates':
      if (!Array.isArray(field) || !field.every(isObject)) return frozen(field);
      for (const candidate of field as { value?: unknown }[]) {
        if (candidate.value !== undefined) candidate.value = values.valueIn(candidate.value);
        Object.freeze(candidate);
      }
      return Object.freeze(field);
    case 'plain':
      return frozen(field);
  }
}

function isObject(field: unknown): field is Record<string, unknown> {
  return typeof field === 'object' && field !== null && !Array.isArray(field);
}

function frozen(field: unknown): unknown {
  if (typeof field !== 'object' || field === null) return field;
  for (const inner of Object.values(field)) frozen(inner);
  return Object.freeze(field);
}
