// The runner: performs the engine's effects through ports and feeds the answers back as inputs, until the run is over.
// It decides nothing about loops; it decides only when a ready fire may start.

import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { whyNotContinuable } from '../../shared/model/continuable.ts';
import type { EngineEvent, EventOf, FireError, LogLine } from '../../shared/model/event.ts';
import { snapshot, type Value, type Values } from '../../shared/model/value.ts';
import type { Effect, Input } from '../engine/input.ts';
import { type Machine, newMachine } from '../engine/machine.ts';
import { step } from '../engine/step.ts';
import { RunControls } from './controls.ts';
import type { Call, OperatorAnswer, OperatorSet, Sink } from './ports.ts';
import { stubIn } from './stubs.ts';

/** A new run. */
export interface Beginning {
  readonly begin: {
    readonly id: string;
    readonly name?: string;
    readonly inputs: Values;
    readonly budget?: number;
    readonly versions: Readonly<Record<string, string>>;
  };
}

/** A recorded run that goes on, its machine as `pickUp` gave it. */
export interface GoingOn {
  readonly goOn: {
    /** What the tape still lacks of its last step. */
    readonly missing: readonly EngineEvent[];
    readonly versions: Readonly<Record<string, string>>;
  };
  readonly machine: Machine;
}

export type RunOptions = RunParts & (Beginning | GoingOn);

interface RunParts {
  readonly graph: CheckedGraph;
  readonly operators: OperatorSet;
  readonly sink: Sink;
  readonly controls?: RunControls;
  /** Ends as paused after so many fires, each with all that it causes. */
  readonly steps?: number;
  /** Takes what an operator shows while its fire runs. It is no event: the answer holds the whole. */
  readonly onOutput?: (fire: Pick<Call, 'fire' | 'node' | 'at'>, text: string) => void;
  /** The machine, before the first event; a caller that keeps it can write keyframes. */
  readonly machine?: Machine;
}

export interface RunOutcome {
  readonly finished: EventOf<'run.finished'>;
  readonly machine: Machine;
}

/**
 * A run that answers at once, or by a promise that is kept already, never lets the event loop turn; it does so after this
 * long, for controls and timers.
 */
const TURN_MS = 12;

/** Runs to the end. Rejects only where the sink fails (disk full) or the program is at fault. */
export async function runGraph(options: RunOptions): Promise<RunOutcome> {
  const run = new Run(options);
  try {
    return await run.toEnd();
  } finally {
    run.abortAll();
    await options.operators.close();
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #controls: RunControls;
  readonly #machine: Machine;
  readonly #answers: Input[] = [];
  readonly #aborts = new Map<number, AbortController>();
  #started = 0;
  #wake: (() => void) | undefined;
  #finished: EventOf<'run.finished'> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#controls = options.controls ?? new RunControls();
    this.#machine = options.machine ?? newMachine(options.graph);
    this.#controls.onChange(() => this.#wake?.());
  }

  async toEnd(): Promise<RunOutcome> {
    const { steps } = this.#options;
    const machine = this.#machine;
    if ('begin' in this.#options) this.#feed({ kind: 'begin', ...this.#options.begin });
    else this.#goOn(this.#options.goOn);
    let turnedAtMs = performance.now();
    while (!this.#finished) {
      if (performance.now() - turnedAtMs > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        turnedAtMs = performance.now();
      }
      const answer = this.#answers.shift();
      if (this.#controls.cancelled) this.#feed({ kind: 'cancel' });
      else if (answer) this.#feed(answer);
      else if (
        steps !== undefined &&
        this.#started >= steps &&
        machine.running.length === 0 &&
        machine.ready.length > 0
      ) {
        this.#feed({ kind: 'pause' });
      } else if (machine.ready.length > 0 && this.#mayStart()) {
        this.#started++;
        this.#feed({ kind: 'start' });
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    }
    this.#options.sink.commit();
    return { finished: this.#finished, machine };
  }

  /** A run that was over but for what its tape lacks only gets its end. */
  #goOn({ missing, versions }: GoingOn['goOn']): void {
    if (missing.length > 0) this.#take(missing);
    const { status } = this.#machine;
    const { compat } = this.#options.graph;
    if (status !== null && whyNotContinuable({ status, compat })) return;
    this.#finished = undefined;
    this.#feed({ kind: 'continue', versions });
  }

  abortAll(): void {
    for (const abort of this.#aborts.values()) abort.abort();
    this.#controls.onChange(undefined);
  }

  #mayStart(): boolean {
    if (this.#options.steps !== undefined && this.#started >= this.#options.steps) return false;
    return this.#controls.take(this.#machine.running.length);
  }

  #feed(input: Input): void {
    const { events, effects } = step(this.#options.graph, this.#machine, input);
    if (events.length > 0) this.#take(events);
    for (const effect of effects) this.#perform(effect);
  }

  #take(events: readonly EngineEvent[]): void {
    this.#options.sink.write(events);
    const last = events.at(-1);
    if (last?.kind === 'run.finished') this.#finished = last;
  }

  #perform(effect: Effect): void {
    if (effect.kind === 'abort') {
      this.#aborts.get(effect.fire)?.abort();
      return;
    }
    const { fire, operator: name } = effect;
    const operator = this.#options.operators.get(name);
    if (!operator) {
      const error = { code: 'no-operator', message: `no operator here can run the type ${name}` };
      this.#feed({ kind: 'fail', fire, error });
      return;
    }
    // A run that goes on from its tape has its secrets no more, and must not do with a stub what it would have done with one.
    const stub = 'goOn' in this.#options ? stubIn([effect.inputs, effect.config, effect.states]) : undefined;
    if (stub !== undefined) {
      this.#feed({ kind: 'fail', fire, error: redactedInput(effect.node, stub) });
      return;
    }
    // A start is durable before an effect that the world can see (interfaces §1).
    if (operator.outward) this.#options.sink.commit();
    const abort = new AbortController();
    this.#aborts.set(fire, abort);
    const beganMs = performance.now();
    let answer: OperatorAnswer | Promise<OperatorAnswer>;
    try {
      const { onOutput } = this.#options;
      const output = onOutput && { output: (text: string) => onOutput(effect, text) };
      answer = operator.run({ ...effect, abort: abort.signal, ...output });
    } catch (thrown) {
      answer = crashed(thrown);
    }
    if (answer instanceof Promise) {
      void answer.catch(crashed).then((late) => this.#answered(fire, late, beganMs));
      return;
    }
    this.#aborts.delete(fire);
    this.#feed(toInput(fire, answer, performance.now() - beganMs));
  }

  #answered(fire: number, answer: OperatorAnswer, beganMs: number): void {
    this.#aborts.delete(fire);
    // After a cancel the fire is over already, whatever its operator says.
    if (!this.#machine.running.some((running) => running.fire === fire)) return;
    this.#answers.push(toInput(fire, answer, performance.now() - beganMs));
    this.#wake?.();
  }
}

function redactedInput(node: string, name: string): FireError {
  const message = `${node} would get the secret ${name}, of which the tape holds only a stub; run the graph anew, or start it where ${name} is known.`;
  return { code: 'redacted-input', message };
}

function crashed(thrown: unknown): OperatorAnswer {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { ok: false, error: { code: 'operator-crashed', message } };
}

/** Never throws: an answer that can't be copied, such as one with a getter that throws, is its operator's crash. */
function toInput(fire: number, answer: OperatorAnswer, ms: number): Input {
  const durationMs = Math.round(ms * 1000) / 1000;
  try {
    return copied(fire, answer, durationMs);
  } catch (thrown) {
    return copied(fire, crashed(thrown), durationMs);
  }
}

function copied(fire: number, answer: OperatorAnswer, durationMs: number): Input {
  if (!answer.ok) {
    const raw = answer.raw === undefined ? {} : { raw: snapshot(answer.raw) };
    return { kind: 'fail', fire, error: answer.error, durationMs, ...raw, ...besideOf(answer) };
  }
  const { changes = [], usage, log, exit } = answer;
  const finish = { kind: 'finish', fire, outputs: snapshotOutputs(answer.outputs), durationMs } as const;
  // Most answers are outputs alone, and a loop of cheap steps has many of them.
  if (changes.length === 0 && usage === undefined && log === undefined && exit === undefined) return finish;
  return {
    ...finish,
    ...(changes.length > 0 ? { changes } : {}),
    ...(usage === undefined ? {} : { usage: snapshot(usage) }),
    ...besideOf(answer),
  };
}

function besideOf({ log = [], exit }: OperatorAnswer): { readonly log?: readonly LogLine[]; readonly exit?: number } {
  return { ...(log.length > 0 ? { log } : {}), ...(exit === undefined ? {} : { exit }) };
}

/** An immutable copy of what an operator gave; a port without a value is left out (semantics §1: a missing key is no value). */
function snapshotOutputs(outputs: Readonly<Record<string, unknown>>): Values {
  const made: Record<string, Value> = {};
  for (const port of Object.keys(outputs)) if (outputs[port] !== undefined) made[port] = snapshot(outputs[port]);
  return made;
}
