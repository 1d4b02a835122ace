// What each kind of event is made of, as data: which fields name the thing that it is about (they stand once in a stream
// and not in every row), which hold values, and of what shape each must be. A tape is untrusted, so what is read is held
// against this before anyone sees it.
import { EVENT_KINDS, type EventKind } from '../../shared/model/event.ts';

/**
 * How a field stands in a row: as plain JSON, or with values in their public form inside. `candidates`: a list of objects,
 * each of which may have a `value`.
 */
export type FieldRole = 'plain' | 'value' | 'values' | 'candidates';

/** The same fields as in shared/model/publicEvent.ts; a test holds the two together. */
const ROLES: ReadonlyMap<string, FieldRole> = new Map<string, FieldRole>([
  ['value', 'value'],
  ['graph', 'value'],
  ['stop', 'value'],
  ['raw', 'value'],
  ['usage', 'value'],
  ['standIns', 'value'],
  ['inputs', 'values'],
  ['outputs', 'values'],
  ['operands', 'values'],
  ['carry', 'values'],
  ['finals', 'values'],
  ['candidates', 'candidates'],
  ['changes', 'candidates'],
]);

export function roleOf(field: string): FieldRole {
  return ROLES.get(field) ?? 'plain';
}

type Shape =
  | 'text'
  | 'text or null'
  | 'number'
  | 'yes or no'
  | 'object'
  | 'list'
  | 'values'
  | 'candidates'
  | 'changes'
  | 'value';

/** The fields of a kind but for seq, kind, at and t. */
interface KindFields {
  /** Texts that name the thing that the event is about; they make its stream. */
  readonly subject: readonly string[];
  readonly required: Readonly<Record<string, Shape>>;
  readonly optional: Readonly<Record<string, Shape>>;
}

export const FIELDS: Readonly<Record<EventKind, KindFields>> = {
  'run.started': {
    subject: [],
    required: { id: 'text', dialect: 'text', graph: 'value', inputs: 'values', versions: 'object' },
    optional: { parent: 'object', compat: 'text', name: 'text', budget: 'number', standIns: 'value' },
  },
  'scope.entered': { subject: ['scope'], required: {}, optional: {} },
  'iteration.opened': {
    subject: ['scope'],
    required: { iteration: 'number' },
    optional: { label: 'text', pass: 'number' },
  },
  'slot.written': {
    subject: ['slot', 'scope'],
    required: { writer: 'text', value: 'value' },
    optional: { persist: 'yes or no', from: 'number' },
  },
  'slot.cleared': { subject: ['slot', 'scope'], required: { why: 'text' }, optional: { by: 'text' } },
  'fire.started': {
    subject: ['node'],
    required: { fire: 'number', inputs: 'values', from: 'object' },
    optional: { states: 'object', retry: 'yes or no' },
  },
  'fire.finished': {
    subject: ['node'],
    required: { fire: 'number', outputs: 'values', durationMs: 'number' },
    optional: { changes: 'changes', log: 'list', exit: 'number', usage: 'value', reused: 'number' },
  },
  'fire.failed': {
    subject: ['node'],
    required: { fire: 'number', error: 'object' },
    optional: { durationMs: 'number', raw: 'value', log: 'list', exit: 'number' },
  },
  'signal.emitted': { subject: ['signal', 'scope'], required: {}, optional: {} },
  'decision.made': {
    subject: ['question', 'subject', 'scope'],
    required: { operands: 'values', candidates: 'candidates', chosen: 'text or null' },
    optional: { target: 'text' },
  },
  'iteration.closed': {
    subject: ['scope'],
    required: { iteration: 'number', carry: 'values' },
    optional: { stop: 'value' },
  },
  'scope.exited': {
    subject: ['scope'],
    required: { reason: 'text', iterations: 'number' },
    optional: { finals: 'values', rebuilt: 'yes or no', waiting: 'list' },
  },
  'run.finished': {
    subject: [],
    required: { status: 'text', reason: 'text or null', outputs: 'values' },
    optional: { error: 'object', stalled: 'object' },
  },
  'run.continued': { subject: [], required: { from: 'number', versions: 'object' }, optional: {} },
};

/** A kind's number in rows. */
export const KIND_NUMBERS: ReadonlyMap<string, number> = new Map(EVENT_KINDS.map((kind, i) => [kind, i]));

/** The subject's field names by kind number. */
export const SUBJECTS: readonly (readonly string[])[] = EVENT_KINDS.map((kind) => FIELDS[kind].subject);

const CHECKS = EVENT_KINDS.map((kind) => ({
  required: Object.entries(FIELDS[kind].required),
  optional: Object.entries(FIELDS[kind].optional),
}));

/** The first field, seq, kind, at and t aside, that is missing or not of its shape; undefined where all is well. */
export function badField(kind: EventKind, fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of FIELDS[kind].subject) if (typeof fields[name] !== 'string') return name;
  return badBodyField(KIND_NUMBERS.get(kind) as number, fields);
}

/** As `badField`, for a row's body, whose subject stands in its stream. */
export function badBodyField(kindNumber: number, fields: Readonly<Record<string, unknown>>): string | undefined {
  const { required, optional } = CHECKS[kindNumber] as (typeof CHECKS)[number];
  for (const [name, shape] of required) if (!hasShape(fields[name], shape)) return name;
  for (const [name, shape] of optional) {
    const field = fields[name];
    if (field !== undefined && !hasShape(field, shape)) return name;
  }
  return undefined;
}

function hasShape(field: unknown, shape: Shape): boolean {
  switch (shape) {
    case 'text':
      return typeof field === 'string';
    case 'text or null':
      return field === null || typeof field === 'string';
    case 'number':
      return typeof field === 'number';
    case 'yes or no':
      return typeof field === 'boolean';
    case 'list':
      return Array.isArray(field);
    case 'object':
    case 'values':
      return isObject(field);
    case 'value':
      return field !== undefined;
    case 'candidates':
      return Array.isArray(field) && field.every(isCandidate);
    case 'changes':
      return Array.isArray(field) && field.every(isChange);
  }
}

function isObject(field: unknown): field is Record<string, unknown> {
  return typeof field === 'object' && field !== null && !Array.isArray(field);
}

function isCandidate(candidate: unknown): boolean {
  return (
    isObject(candidate) &&
    typeof candidate.id === 'string' &&
    typeof candidate.matched === 'boolean' &&
    typeof candidate.why === 'string' &&
    (candidate.seq === undefined || typeof candidate.seq === 'number')
  );
}

/** A write into a state, or a signal. */
function isChange(change: unknown): boolean {
  if (!isObject(change)) return false;
  return typeof change.write === 'string' ? change.value !== undefined : typeof change.signal === 'string';
}
