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
