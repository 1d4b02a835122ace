// The public form of an event: one JSON object a line (interfaces §3), values in their public form.
import type { EngineEvent, TapeEvent } from './event.ts';
import { fromPublic, fromPublicRecord, type PublicValue, toPublic, toPublicRecord } from './publicValue.ts';
import type { Value, Values } from './value.ts';

export type PublicEvent = { readonly seq: number; readonly kind: string; readonly at: string; readonly t: number } & {
  readonly [key: string]: unknown;
};

/** Fields that hold one value, and fields that hold a record of values, whatever the kind of event. */
const VALUE_FIELDS = ['value', 'graph', 'stop', 'raw', 'usage', 'standIns'] as const;
const RECORD_FIELDS = ['inputs', 'outputs', 'operands', 'carry', 'finals'] as const;
/** Fields that hold a list of objects, each of which may have a `value`. */
const LIST_FIELDS = ['candidates', 'changes'] as const;

/** `seq`, `kind`, `at` and `t` first, then the kind's own fields. */
export function toPublicEvent(event: TapeEvent): PublicEvent {
  return translate(event, toPublic as never, toPublicRecord as never) as PublicEvent;
}

export function fromPublicEvent(event: PublicEvent): TapeEvent {
  return translate(event, fromPublic as never, fromPublicRecord as never) as TapeEvent;
}

function translate(
  event: TapeEvent | PublicEvent,
  one: (value: unknown) => unknown,
  many: (values: unknown) => unknown,
): object {
  const { seq, kind, at, t, ...own } = event as Record<string, unknown>;
  const made: Record<string, unknown> = { seq, kind, at, t, ...own };
  for (const field of VALUE_FIELDS) if (made[field] !== undefined) made[field] = one(made[field]);
  for (const field of RECORD_FIELDS) if (made[field] !== undefined) made[field] = many(made[field]);
  for (const field of LIST_FIELDS) {
    const list = made[field];
    if (!Array.isArray(list)) continue;
    made[field] = list.map((item: { readonly value?: unknown }) =>
      item.value === undefined ? item : { ...item, value: one(item.value) },
    );
  }
  return made;
}

/** Where values stand in an event, whatever its kind; a field that is not named here holds none. */
const FIELDS: ReadonlyMap<string, 'value' | 'record' | 'list' | 'word'> = new Map([
  ...VALUE_FIELDS.map((field) => [field, 'value'] as const),
  ...RECORD_FIELDS.map((field) => [field, 'record'] as const),
  ...LIST_FIELDS.map((field) => [field, 'list'] as const),
  // Words of this program's own.
  ...(['kind', 'writer', 'question', 'status', 'reason', 'dialect'] as const).map((field) => [field, 'word'] as const),
]);

/** `undefined` for a field that holds no values. */
export function roleOfField(field: string): 'value' | 'record' | 'list' | 'word' | undefined {
  return FIELDS.get(field);
}

type ChangeValue = (value: Value) => Value;
type ChangePlain = (field: unknown) => unknown;

/**
 * Makes of an event one with every value changed by `one` and every other text by `plain`; the same event where nothing changes. A run
 * has very many events, so what changes them is made once.
 */
export function eventMapper(one: ChangeValue, plain: ChangePlain): (event: EngineEvent) => EngineEvent {
  const changeItem = (inner: unknown, key: string): unknown => (key === 'value' ? one(inner as Value) : plain(inner));
  const changeListed = (item: unknown): unknown => mapRecord(item as Values, undefined, changeItem);
  const changeField = (field: unknown, key: string): unknown => {
    if (field === undefined) return field;
    switch (FIELDS.get(key)) {
      case 'value':
        return one(field as Value);
      case 'record':
        return mapRecord(field as Values, plain, one as ChangePlain);
      case 'list':
        return Array.isArray(field) ? mapList(field, changeListed) : plain(field);
      case 'word':
        return field;
      case undefined:
        return typeof field === 'string' || typeof field === 'object' ? plain(field) : field;
    }
  };
  return (event) => mapRecord(event as unknown as Values, undefined, changeField) as unknown as EngineEvent;
}

/** The list with each item changed; the same where nothing changes. */
export function mapList(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  let made: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = change(list[i]);
    if (item === list[i]) continue;
    made ??= list.slice();
    made[i] = item;
  }
  return made ?? list;
}

/** The record with each field changed, and each key where `rename` says how; the same where nothing changes. */
export function mapRecord(
  record: Readonly<Record<string, unknown>>,
  rename: ((key: string) => unknown) | undefined,
  change: (field: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(record);
  let made: Record<string, unknown> | undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const field = change(record[key], key);
    const name = rename === undefined ? key : (rename(key) as string);
    if (made === undefined) {
      if (field === record[key] && name === key) continue;
      made = {};
      for (const earlier of keys.slice(0, i)) defineOwn(made, earlier, record[earlier]);
    }
    defineOwn(made, name, field);
  }
  return made ?? record;
}

/** Assigning to `__proto__` would set the prototype and lose the key. */
function defineOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true });
  else target[key] = value;
}

/** Every value that an event holds, in no particular order; for what looks at values whatever the event. */
export function valuesOf(event: EngineEvent): Value[] {
  const record = event as unknown as Record<string, unknown>;
  const found: Value[] = [];
  for (const field of VALUE_FIELDS) if (record[field] !== undefined) found.push(record[field] as Value);
  for (const field of RECORD_FIELDS)
    if (record[field] !== undefined) found.push(...Object.values(record[field] as Values));
  return found;
}

export type { PublicValue };
