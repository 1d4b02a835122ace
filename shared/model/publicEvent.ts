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

/** The event with every value changed by `one` and every other field by `plain`; the same event where nothing changes. */
export function mapEvent(
  event: EngineEvent,
  one: (value: Value) => Value,
  plain: (field: unknown) => unknown,
): EngineEvent {
  const record = event as unknown as Readonly<Record<string, unknown>>;
  let made: Record<string, unknown> | undefined;
  for (const key of Object.keys(record)) {
    const field = record[key];
    if (field === undefined) continue;
    const changed = changedField(key, field, one, plain);
    if (changed === field) continue;
    made ??= { ...record };
    made[key] = changed;
  }
  return (made ?? event) as EngineEvent;
}

function changedField(
  key: string,
  field: unknown,
  one: (value: Value) => Value,
  plain: (field: unknown) => unknown,
): unknown {
  if ((VALUE_FIELDS as readonly string[]).includes(key)) return one(field as Value);
  if ((RECORD_FIELDS as readonly string[]).includes(key)) return changedRecord(field as Values, one, plain);
  if (!(LIST_FIELDS as readonly string[]).includes(key) || !Array.isArray(field)) return plain(field);
  const list = field.map((item: Readonly<Record<string, unknown>>) => {
    const { value, ...rest } = item;
    const changed = value === undefined ? undefined : one(value as Value);
    const others = plain(rest) as object;
    return changed === value && others === rest
      ? item
      : { ...others, ...(value === undefined ? {} : { value: changed }) };
  });
  return list.every((item, i) => item === field[i]) ? field : list;
}

function changedRecord(record: Values, one: (value: Value) => Value, plain: (field: unknown) => unknown): Values {
  const keys = Object.keys(record);
  const changed = keys.map((key) => [plain(key) as string, one(record[key] as Value)] as const);
  if (changed.every(([key, value], i) => key === keys[i] && value === record[keys[i] as string])) return record;
  const made: Record<string, Value> = {};
  for (const [key, value] of changed) Object.defineProperty(made, key, { value, enumerable: true, writable: true });
  return made;
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
