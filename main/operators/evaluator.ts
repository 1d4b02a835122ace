// JSONata for the operators: compiled once, run under limits, results as plain data. What must hold: an expression can
// neither change its inputs, nor run for ever, nor keep the run from hearing that it was cancelled.
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import jsonata from 'jsonata';
import { assertNever } from '../../shared/base/assert.ts';
import { FireStates, type StateRefusal } from '../../shared/model/fireStates.ts';
import { isRecord, snapshot, typeName, Unrecorded, type Value } from '../../shared/model/value.ts';
import type { Call, OperatorAnswer } from '../runner/ports.ts';
import { GuardedRegExp } from './guardedRegExp.ts';
import { MutableCopies } from './mutableCopies.ts';
import { outputsByKey } from './outputs.ts';
import { refusal } from './refusal.ts';
import { called, capital } from './wording.ts';

/** How long the expressions of one fire may take, where the config has no `timeoutMs`. */
const LIMIT_MS = 10_000;
/** JSONata's own limits: levels of evaluation (some three a call of a function) and items of one sequence. */
const STACK = 30_000;
const SEQUENCE = 1_000_000;
/** The event loop gets a turn after so long, so that a cancellation is heard. */
const TURN_MS = 20;
const TICKS_PER_LOOK = 16;
/** How much the heap may grow while the expressions of one fire run, garbage included. */
const MEMORY_MB = 1024;

export interface Evaluator {
  /**
   * The answer of a fire whose outputs are `{port: JSONata over the inputs}` (of a socket the keys of its object), and whose
   * writes, worked out before, are `{"container.state": JSONata over the inputs}`.
   */
  answer(call: Call, outputs: Value, writes?: Value): OperatorAnswer | Promise<OperatorAnswer>;
}

interface Compiled {
  readonly expression: jsonata.Expression;
  /** It may mark lists of its inputs, and so gets copies that are not frozen. */
  readonly needsCopies: boolean;
}

/** JSONata looks this up before each step of an evaluation and waits for what it returns. */
const ENTRY = Symbol.for('jsonata.__evaluate_entry');
/** No expression can spell this name. */
const GUARD = '\u0000guard';

interface Program {
  readonly kind: 'output' | 'write';
  /** The port, or `container.state`. */
  readonly name: string;
  readonly source: string;
  readonly compiled: Compiled;
}

/** One per run: keeps what it compiled. */
export function createEvaluator(memoryMb = MEMORY_MB): Evaluator {
  const cache = new Map<string, Compiled | jsonata.JsonataError>();
  const copies = new MutableCopies();

  function compile(source: string): Compiled | jsonata.JsonataError {
    const seen = cache.get(source);
    if (seen !== undefined) return seen;
    let made: Compiled | jsonata.JsonataError;
    try {
      // The engine is told here and not by `new RegExp`: JSONata only calls `exec` and sets `lastIndex`.
      const RegexEngine = GuardedRegExp as unknown as RegExpConstructor;
      const expression = jsonata(source, { stack: STACK, sequence: SEQUENCE, RegexEngine });
      expression.assign(ENTRY as unknown as string, lookUpGuard);
      made = { expression, needsCopies: /\$eval\b|"keep(SingletonA|A)rray":true/.test(shapeOf(expression)) };
    } catch (error) {
      made = error as jsonata.JsonataError;
    }
    cache.set(source, made);
    return made;
  }

  return {
    answer(call, outputs, writes) {
      const programs: Program[] = [];
      for (const kind of ['write', 'output'] as const) {
        const texts = kind === 'output' ? outputs : (writes ?? {});
        if (!isRecord(texts)) {
          return refusal(
            'bad-config',
            `The ${kind}s of ${called(call)} are ${typeName(texts)}; they must be an object {${kind === 'output' ? 'port' : '"container.state"'}: JSONata}.`,
          );
        }
        for (const name of Object.keys(texts)) {
          const source = texts[name];
          if (typeof source !== 'string') {
            return refusal(
              'bad-config',
              `The expression of ${kind} "${name}" of ${called(call)} is ${typeName(source)}; it must be text.`,
            );
          }
          const compiled = compile(source);
          if (!('expression' in compiled))
            return failureOf('expression-invalid', call, { kind, name, source }, compiled);
          programs.push({ kind, name, source, compiled });
        }
      }
      return perform(call, programs, copies, memoryMb);
    },
  };
}

async function perform(
  call: Call,
  programs: readonly Program[],
  copies: MutableCopies,
  memoryMb: number,
): Promise<OperatorAnswer> {
  const { timeoutMs } = call.config;
  const guard = new Guard(typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : LIMIT_MS, memoryMb, call.abort);
  const states = new FireStates(call.node, call.states ?? []);
  const read = (container: unknown, state: unknown): unknown => {
    const answer = states.read(String(container), String(state));
    if (!answer.ok) throw new Refused(answer);
    return answer.value === undefined ? undefined : copies.of(answer.value);
  };
  const outputs: Record<string, unknown> = {};
  for (const program of programs) {
    const { kind, name, compiled } = program;
    try {
      const input = compiled.needsCopies ? copies.of(call.inputs) : call.inputs;
      const result: unknown = await compiled.expression.evaluate(input, { [GUARD]: guard, read });
      if (result === undefined) continue;
      if (kind === 'output') outputs[name] = plain(result);
      else {
        const dot = name.indexOf('.');
        const written = states.write(name.slice(0, dot), name.slice(dot + 1), snapshot(plain(result)));
        if (!written.ok) return refusal(written.code, written.message);
      }
    } catch (error) {
      if (error instanceof Refused) return refusal(error.refused.code, error.refused.message);
      if (!(error instanceof Interrupted)) return failureOf('expression-failed', call, program, error);
      return interruption(call, program, error.why, guard);
    }
  }
  return { ...outputsByKey(call, outputs), ...(states.changes.length > 0 ? { changes: states.changes } : {}) };
}

/** What an expression may not read ends its fire. */
class Refused extends Error {
  readonly refused: StateRefusal;
  constructor(refused: StateRefusal) {
    super(refused.message);
    this.refused = refused;
  }
}

type Place = Pick<Program, 'kind' | 'name' | 'source'>;

function placeWords(call: Call, { kind, name }: Place): string {
  return `${kind === 'output' ? 'Output' : 'Write'} "${name}" of ${called(call)}`;
}

function interruption(call: Call, place: Place, why: Why, guard: Guard): OperatorAnswer {
  const what = placeWords(call, place);
  const { source } = place;
  switch (why) {
    case 'cancelled':
      return refusal(why, `${capital(called(call))} was cancelled.`);
    case 'timeout':
      return refusal(why, `${what} took longer than ${guard.limitMs} ms and was ended: ${source}`);
    case 'out-of-memory':
      return refusal(why, `${what} needed more than ${guard.memoryMb} MB and was ended: ${source}`);
    default:
      return assertNever(why);
  }
}

type Why = 'timeout' | 'cancelled' | 'out-of-memory';

class Interrupted extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

/** Watches one fire from within its evaluation: JSONata never leaves the thread by itself. */
class Guard {
  readonly limitMs: number;
  readonly memoryMb: number;
  readonly #abort: AbortSignal;
  readonly #endMs: number;
  readonly #heapEnd: number;
  #turnMs: number;
  #ticks = 0;
  constructor(limitMs: number, memoryMb: number, abort: AbortSignal) {
    const now = performance.now();
    this.limitMs = limitMs;
    this.memoryMb = memoryMb;
    this.#abort = abort;
    this.#endMs = now + limitMs;
    this.#turnMs = now + TURN_MS;
    this.#heapEnd = getHeapStatistics().used_heap_size + memoryMb * 2 ** 20;
  }
  tick(): Promise<void> | undefined {
    if (++this.#ticks % TICKS_PER_LOOK !== 0) return undefined;
    const now = performance.now();
    if (now > this.#endMs) throw new Interrupted('timeout');
    if (now < this.#turnMs) return undefined;
    if (getHeapStatistics().used_heap_size > this.#heapEnd) throw new Interrupted('out-of-memory');
    return turn().then(() => {
      this.#turnMs = performance.now() + TURN_MS;
      if (this.#abort.aborted) throw new Interrupted('cancelled');
    });
  }
}

function lookUpGuard(_node: unknown, _input: unknown, environment: jsonata.Environment): Promise<void> | undefined {
  const guard: unknown = environment.lookup(GUARD);
  return guard instanceof Guard ? guard.tick() : undefined;
}

function shapeOf(expression: jsonata.Expression): string {
  const seen = new WeakSet<object>();
  return JSON.stringify(expression.ast(), (key, value: unknown) => {
    if (key === 'value' && value === 'eval') return '$eval';
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
}

/** JSONata says what is wrong as a plain object with a code, a message and a position. */
function failureOf(code: string, call: Call, at: Place, error: unknown): OperatorAnswer {
  const { source } = at;
  const { message, position } = error as { message?: unknown; position?: unknown };
  const place = typeof position === 'number' ? ` (at character ${position} of ${source})` : ` (in ${source})`;
  return refusal(code, `${placeWords(call, at)}: ${typeof message === 'string' ? message : String(error)}${place}`);
}

/** Plain data: sequences become lists without their hidden marks, functions become a note that they could not be kept. */
function plain(result: unknown): unknown {
  if (typeof result === 'function') return new Unrecorded('function');
  // Frozen is what came in as a value and is passed on.
  if (typeof result !== 'object' || result === null || Object.isFrozen(result)) return result;
  if (Array.isArray(result)) return Array.from(result, plain);
  if ('_jsonata_lambda' in result || '_jsonata_function' in result) return new Unrecorded('function');
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, plain(value)]));
}
