// Logs for tests of tapes: any events of every kind with any values, numbered and timed, as an engine or a foreign recorder
// could make them; and a plain loop of a given length.
import fc from 'fast-check';
import type { EngineEvent, EventKind, TapeEvent } from '../../shared/model/event.ts';
import { snapshot, type Value } from '../../shared/model/value.ts';
import { anyText, anyValue, anyValues, difference } from './anyValue.ts';

type Fields = Readonly<Record<string, unknown>>;

function plain<T extends Record<string, unknown>>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record(model, { noNullPrototype: true });
}

const id = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('plan', 'act', 'obs', 'policy') }, anyText);
const seqBefore = fc.nat({ max: 50 });
const line = plain({ level: fc.constantFrom('log', 'warn', 'error'), text: anyText });
const waiting = plain({ node: id, inputs: fc.array(plain({ port: id, why: anyText }), { maxLength: 2 }) });
const candidate = fc.record(
  { id, matched: fc.boolean(), why: anyText, value: anyValue, seq: seqBefore },
  { requiredKeys: ['id', 'matched', 'why'], noNullPrototype: true },
);
const durationMs = fc.double({ min: 0, max: 1e6, noNaN: true });

function fields(required: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>> = {}) {
  return fc.record(
    { ...required, ...optional },
    { requiredKeys: Object.keys(required), noNullPrototype: true },
  ) as fc.Arbitrary<Fields>;
}

/** Every kind with every field that the public form has (interfaces §3). */
export const KIND_FIELDS: Readonly<Record<EventKind, fc.Arbitrary<Fields>>> = {
  'run.started': fields(
    {
      id: fc.uuid(),
      dialect: fc.constantFrom('pivot', 'socket'),
      graph: anyValue,
      inputs: anyValues,
      versions: fc.constant({ looptape: '0.1.0' }),
    },
    {
      parent: plain({ id: fc.uuid(), seq: seqBefore }),
      compat: id,
      name: anyText,
      budget: fc.nat(),
      standIns: anyValue,
    },
  ),
  'scope.entered': fields({ scope: id }),
  'iteration.opened': fields({ scope: id, iteration: fc.nat() }, { label: anyText, pass: fc.nat() }),
  'slot.written': fields(
    { slot: id, scope: id, writer: fc.constantFrom('init', 'iterout', 'latch'), value: anyValue },
    { persist: fc.boolean(), from: seqBefore },
  ),
  'slot.cleared': fields({ slot: id, scope: id, why: anyText }, { by: id }),
  'fire.started': fields(
    {
      fire: fc.nat(),
      node: id,
      inputs: anyValues,
      from: fc.dictionary(id, seqBefore, { maxKeys: 3, noNullPrototype: true }),
    },
    { states: fc.dictionary(id, seqBefore, { maxKeys: 3, noNullPrototype: true }), retry: fc.constant(true) },
  ),
  'fire.finished': fields(
    { fire: fc.nat(), node: id, outputs: anyValues, durationMs },
    {
      changes: fc.array(fc.oneof(plain({ write: id, value: anyValue }), plain({ signal: id })), { maxLength: 3 }),
      log: fc.array(line, { maxLength: 2 }),
      exit: fc.nat(),
      usage: anyValue,
      reused: seqBefore,
    },
  ),
  'fire.failed': fields(
    { fire: fc.nat(), node: id, error: plain({ code: id, message: anyText }) },
    { durationMs, raw: anyValue, log: fc.array(line, { maxLength: 2 }), exit: fc.nat() },
  ),
  'signal.emitted': fields({ signal: id, scope: id }),
  'decision.made': fields(
    {
      question: fc.constantFrom('input', 'boundary', 'exit'),
      subject: id,
      scope: id,
      operands: anyValues,
      candidates: fc.array(candidate, { maxLength: 3 }),
      chosen: fc.option(id),
    },
    { target: id },
  ),
  'iteration.closed': fields({ scope: id, iteration: fc.nat(), carry: anyValues }, { stop: anyValue }),
  'scope.exited': fields(
    { scope: id, reason: fc.constantFrom('stop', 'budget', 'left'), iterations: fc.nat() },
    { finals: anyValues, rebuilt: fc.boolean(), waiting: fc.array(waiting, { maxLength: 2 }) },
  ),
  'run.finished': fields(
    {
      status: fc.constantFrom('ended', 'paused'),
      reason: fc.option(fc.constantFrom('stop', 'end')),
      outputs: anyValues,
    },
    {
      error: plain({ node: id, at: id, code: id, message: anyText }),
      stalled: plain({ scope: id, at: id, waiting: fc.array(waiting, { maxLength: 2 }) }),
    },
  ),
  'run.continued': fields({ from: seqBefore, versions: fc.constant({}) }),
};

const anyPath = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom('plan', 'act'), fc.nat({ max: 9 })).map(([scope, i]) => `${scope}[${i}]`),
  },
  fc.constant(''),
  anyText,
);

const anyEvent = fc.oneof(
  ...(Object.keys(KIND_FIELDS) as EventKind[]).map((kind) =>
    fc.tuple(anyPath, KIND_FIELDS[kind]).map(([at, own]): Fields => ({ kind, at, ...own })),
  ),
);

/** Any events, numbered from 0, with times to the microsecond. */
export const anyLog: fc.Arbitrary<readonly TapeEvent[]> = fc
  .array(fc.tuple(anyEvent, fc.nat({ max: 100_000_000 })), { maxLength: 40, size: 'max' })
  .map((events) => events.map(([own, us], seq) => ({ seq, t: us / 1000, ...own }) as unknown as TapeEvent));

/** `run.started` and `scope.entered`; the log of `plainLoop` goes on after them. */
export function loopStart(runId: string): readonly EngineEvent[] {
  return [
    { seq: 0, kind: 'run.started', at: '', id: runId, dialect: 'pivot', graph: null, inputs: {}, versions: {} },
    { seq: 1, kind: 'scope.entered', at: '', scope: 'plan' },
  ];
}

/** Events of one iteration of `plainLoop`: seven of them. */
export const PER_ITERATION = 7;

/** Iteration `i` of a loop that carries one value, its events numbered as if nothing but iterations followed `loopStart`. */
export function loopIteration(i: number, obs: Value = snapshot({ step: i, seen: [i, i + 1] })): readonly EngineEvent[] {
  const at = `plan[${i}]`;
  const seq = 2 + i * PER_ITERATION;
  return [
    { seq, kind: 'iteration.opened', at, scope: 'plan', iteration: i },
    {
      seq: seq + 1,
      kind: 'fire.started',
      at,
      fire: i,
      node: 'policy',
      inputs: { obs },
      from: { obs: Math.max(0, seq - 2) },
    },
    {
      seq: seq + 2,
      kind: 'fire.finished',
      at,
      fire: i,
      node: 'policy',
      outputs: { action: 'TURN_LEFT' },
      durationMs: 0.5,
    },
    {
      seq: seq + 3,
      kind: 'decision.made',
      at,
      question: 'boundary',
      subject: 'out',
      scope: 'plan',
      operands: { stop: false },
      candidates: [{ id: 'continue', matched: true, why: 'nothing ends it' }],
      chosen: 'continue',
    },
    {
      seq: seq + 4,
      kind: 'slot.written',
      at,
      slot: 'iterout_obs',
      scope: 'plan',
      writer: 'iterout',
      persist: true,
      value: obs,
      from: seq + 2,
    },
    {
      seq: seq + 5,
      kind: 'slot.written',
      at,
      slot: 'iterout_n',
      scope: 'plan',
      writer: 'iterout',
      persist: true,
      value: i,
    },
    { seq: seq + 6, kind: 'iteration.closed', at, scope: 'plan', iteration: i, carry: { obs, n: i } },
  ];
}

/** `run.finished` after `iterations`. */
export function loopEnd(iterations: number): readonly EngineEvent[] {
  return [
    {
      seq: 2 + iterations * PER_ITERATION,
      kind: 'run.finished',
      at: '',
      status: 'ended',
      reason: 'budget',
      outputs: {},
    },
  ];
}

export function plainLoop(iterations: number, runId = 'run'): readonly EngineEvent[] {
  const body = Array.from({ length: iterations }, (_, i) => loopIteration(i)).flat();
  return [...loopStart(runId), ...body, ...loopEnd(iterations)];
}

/** Where two events first differ, the order of their own fields aside; undefined where they are the same. */
export function eventDifference(a: unknown, b: unknown): string | undefined {
  return difference(inOrder(a), inOrder(b), 'event');
}

function inOrder(event: unknown): unknown {
  if (typeof event !== 'object' || event === null) return event;
  return Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
}
