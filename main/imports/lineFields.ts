// What a line of each kind must and may hold (interfaces §3), as data: what is wrong with a line is a sentence that names the field and
// says what it should be. What must hold: whatever passes can be written to a tape, and every view can tell of it.
import { EVENT_KINDS, type EventKind } from '../../shared/model/event.ts';
import { Reason, Status } from '../../shared/model/status.ts';

type Fields = Readonly<Record<string, unknown>>;
/** How a field should be, as the end of "… should be", and whether it is. */
interface Shape {
  readonly should: string;
  readonly fits: (field: unknown) => boolean;
}

const shape = (should: string, fits: (field: unknown) => boolean): Shape => ({ should, fits });
const isText = (field: unknown): field is string => typeof field === 'string';
const isCount = (field: unknown): boolean => Number.isSafeInteger(field) && (field as number) >= 0;
const isObject = (field: unknown): field is Fields =>
  typeof field === 'object' && field !== null && !Array.isArray(field);
const has = (field: unknown, texts: readonly string[]): boolean =>
  isObject(field) && texts.every((name) => isText(field[name]));
const listOf = (fits: (item: unknown) => boolean) => (field: unknown) => Array.isArray(field) && field.every(fits);
const optional = (fits: (field: unknown) => boolean) => (field: unknown) => field === undefined || fits(field);

const text = shape('a text', isText);
const count = shape('a whole number of at least 0', isCount);
const number = shape('a number', (field) => typeof field === 'number' && Number.isFinite(field));
const yesNo = shape('true or false', (field) => typeof field === 'boolean');
const values = shape('an object with a value for each name', isObject);
const value = shape('a value', () => true);
const oneOf = (words: readonly string[]): Shape =>
  shape(`one of ${words.join(', ')}`, (field) => isText(field) && words.includes(field));
const orNull = ({ should, fits }: Shape): Shape =>
  shape(`${should}, or null`, (field) => field === null || fits(field));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const WRITERS = ['init', 'iterout', 'surrogate', 'seed', 'latch', 'assign', 'advance', 'container', 'loop', 'fork'];
const QUESTIONS = ['input', 'boundary', 'advance', 'edge', 'exit', 'empty-loop', 'predicate'];

/** Seqs by name; what is filled in (`originFiller.ts`) may also be named by a text. */
const origins = shape(
  'an object with, for each port, the seq that its value came from',
  (field) => isObject(field) && Object.values(field).every((one) => isCount(one) || isText(one)),
);
const seqs = shape('an object of seqs', (field) => isObject(field) && Object.values(field).every(isCount));
const isInputWaiting = (one: unknown): boolean => has(one, ['port', 'why']);
const isWaiting = (one: unknown): boolean => has(one, ['node']) && listOf(isInputWaiting)((one as Fields).inputs);
const isCandidate = (one: unknown): boolean =>
  has(one, ['id', 'why']) && typeof (one as Fields).matched === 'boolean' && optional(isCount)((one as Fields).seq);
const isChange = (one: unknown): boolean =>
  isObject(one) && (isText(one.write) ? one.value !== undefined : isText(one.signal));

const candidates = shape('a list of {id, matched, why}', listOf(isCandidate));
const changes = shape('a list of {write, value} and {signal}', listOf(isChange));
const waiting = shape('a list of {node, inputs: [{port, why}]}', listOf(isWaiting));
const logLines = shape(
  'a list of {level, text}',
  listOf((one) => has(one, ['level', 'text'])),
);
const error = shape('an object with the texts code and message', (field) => has(field, ['code', 'message']));
const versions = shape('an object of texts', (field) => isObject(field) && Object.values(field).every(isText));

interface KindShape {
  readonly required: Readonly<Record<string, Shape>>;
  readonly optional: Readonly<Record<string, Shape>>;
}

const SHAPES: Readonly<Record<EventKind, KindShape>> = {
  'run.started': {
    required: {
      id: shape('a UUID, such as 6f1c1d2e-8a3b-4c5d-9e0f-1a2b3c4d5e6f', (field) => isText(field) && UUID.test(field)),
      dialect: text,
      graph: value,
      inputs: values,
      versions,
    },
    optional: {
      parent: shape('an object with an id and a seq', (field) => has(field, ['id']) && isCount((field as Fields).seq)),
      compat: text,
      loadout: text,
      name: text,
      budget: number,
    },
  },
  'scope.entered': { required: { scope: text }, optional: {} },
  'iteration.opened': { required: { scope: text, iteration: count }, optional: { label: text, pass: count } },
  'slot.written': {
    required: { slot: text, scope: text, writer: oneOf(WRITERS), value },
    optional: { persist: yesNo, from: count },
  },
  'slot.cleared': { required: { slot: text, scope: text, why: text }, optional: { by: text } },
  'fire.started': {
    required: { fire: count, node: text, inputs: values },
    optional: { from: origins, states: seqs, retry: yesNo },
  },
  'fire.finished': {
    required: { fire: count, node: text, outputs: values, durationMs: number },
    optional: {
      unassigned: shape(
        'a list of {slot, source, why}',
        listOf((one) => has(one, ['slot', 'source', 'why'])),
      ),
      changes,
      log: logLines,
      exit: number,
      reused: count,
    },
  },
  'fire.failed': {
    required: { fire: count, node: text, error },
    optional: { durationMs: number, log: logLines, exit: number },
  },
  'signal.emitted': { required: { signal: text, scope: text }, optional: {} },
  'decision.made': {
    required: {
      question: oneOf(QUESTIONS),
      subject: text,
      scope: text,
      operands: values,
      candidates,
      chosen: orNull(text),
    },
    optional: { target: text },
  },
  'iteration.closed': { required: { scope: text, iteration: count, carry: values }, optional: {} },
  'scope.exited': {
    required: { scope: text, reason: oneOf(Reason.options), iterations: count },
    optional: { finals: values, rebuilt: yesNo, waiting },
  },
  'run.finished': {
    required: { status: oneOf(Status.options), reason: orNull(oneOf(Reason.options)), outputs: values },
    optional: {
      error: shape(
        'an object with the texts at, code and message',
        (field) => has(field, ['at', 'code', 'message']) && optional(isText)((field as Fields).node),
      ),
      stalled: shape(
        'an object with scope, at and waiting',
        (field) => has(field, ['scope', 'at']) && waiting.fits((field as Fields).waiting),
      ),
    },
  },
  'run.continued': { required: { from: count, versions }, optional: {} },
};

/** Fields that any line may have: those that are filled in where they are absent, and those that hold values whatever the kind. */
const COMMON: Readonly<Record<string, Shape>> = {
  seq: count,
  at: text,
  t: shape('a number of milliseconds', number.fits),
  ...Object.fromEntries(['inputs', 'outputs', 'operands', 'carry', 'finals'].map((name) => [name, values])),
  candidates,
  changes,
};

export interface FieldProblem {
  readonly code: 'unknown-kind' | 'missing-field' | 'bad-field';
  /** The end of a sentence that begins with the line. */
  readonly message: string;
}

/** The first thing wrong with a line's fields; undefined where it is an event. */
export function problemOfFields(fields: Fields): FieldProblem | undefined {
  const { kind } = fields;
  if (kind === undefined) {
    return { code: 'missing-field', message: `it has no kind; give it one of ${EVENT_KINDS.join(', ')}` };
  }
  if (!isText(kind) || !(EVENT_KINDS as readonly string[]).includes(kind)) {
    const named = isText(kind) ? `"${kind.slice(0, 80)}"` : 'what stands there';
    return { code: 'unknown-kind', message: `its kind, ${named}, is none of ${EVENT_KINDS.join(', ')}` };
  }
  const { required, optional: others } = SHAPES[kind as EventKind];
  for (const [name, one] of Object.entries(required)) {
    if (Object.hasOwn(fields, name)) continue;
    return { code: 'missing-field', message: `${kind} lacks the field ${name}, which should be ${one.should}` };
  }
  for (const [name, one] of [...Object.entries(required), ...Object.entries(others), ...Object.entries(COMMON)]) {
    if (!Object.hasOwn(fields, name) || one.fits(fields[name])) continue;
    return { code: 'bad-field', message: `the field ${name} of ${kind} should be ${one.should}` };
  }
  return undefined;
}
