// The ports through which a run touches the world: operators perform fires, a sink takes events, a clock gives times.
// The engine knows none of them; the runner calls them and feeds the answers back as inputs.
import type { GrantedState, StateChange } from '../../shared/model/container.ts';
import type { EngineEvent, FireError, LogLine } from '../../shared/model/event.ts';
import type { Value, Values } from '../../shared/model/value.ts';

/** One fire to perform. */
export interface Call {
  readonly fire: number;
  readonly node: string;
  /** The fire's number among those of its node, from 0, counted over the run. */
  readonly nth: number;
  readonly at: string;
  readonly operator: string;
  readonly config: Readonly<Record<string, Value>>;
  readonly inputs: Values;
  /**
   * What the answer is. `whole`: one text or object, as the output `output` (a socket, a judge); `attempt`: `output`, `exit?` and
   * `signal?` (a bounded attempt); `ports`: values by port.
   */
  readonly form: 'ports' | 'whole' | 'attempt';
  /** The states that the node was granted, as they are when the fire starts; absent without a grant. */
  readonly states?: readonly GrantedState[];
  /** Aborted when the run is cancelled; the operator then answers soon, with whatever. */
  readonly abort: AbortSignal;
  /** Where the run's host shows output while the fire runs. It is no part of the tape, which holds the whole of it in the end. */
  readonly output?: (text: string) => void;
}

/** `outputs` may hold anything: the runner takes an immutable copy. */
export type OperatorAnswer =
  | {
      readonly ok: true;
      readonly outputs: Readonly<Record<string, unknown>>;
      /** Writes into states and signals, in their order, as values. One that was not granted fails the fire. */
      readonly changes?: readonly StateChange[];
      readonly log?: readonly LogLine[];
      readonly exit?: number;
      readonly usage?: unknown;
    }
  | {
      readonly ok: false;
      /** Code `halt` cancels the run at once (semantics §1, Failure). */
      readonly error: FireError;
      readonly raw?: unknown;
      readonly log?: readonly LogLine[];
      readonly exit?: number;
    };

/** One file each in main/operators. An operator that answers at once costs no turn of the event loop. */
export interface Operator {
  /** True where a fire reaches outside of the process's own pure code: the batch is committed before it (interfaces §1). */
  readonly outward: boolean;
  run(call: Call): OperatorAnswer | Promise<OperatorAnswer>;
}

/** The operators of one run. */
export interface OperatorSet {
  /** The operator of that name, or undefined where there is none. */
  get(name: string): Operator | undefined;
  /** Ends workers and children; called once when the run is over. */
  close(): Promise<void>;
}

/** Where events go: the recorder, or nothing. */
export interface Sink {
  /** Takes the events of one step, in order. May throw when the disk is full; the run then ends. */
  write(events: readonly EngineEvent[]): void;
  /** Makes everything written so far durable. */
  commit(): void;
}

/** What a person is asked while a run waits for the answer. */
export interface Question {
  /** The fire that asks. */
  readonly fire: number;
  readonly node: string;
  readonly text: string;
  /** What it is about, such as the output to judge. */
  readonly about?: string;
}

/** A secret in a text, from its first to behind its last unit. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** What is secret in a run, and how it is known again. */
export interface Secrets {
  /** A shorter text holds none. */
  readonly shortest: number;
  /** Every secret in the text, in order and apart from each other. */
  find(text: string): readonly Found[];
  /** The name of a secret of which a text begins or ends with a part: an excerpt need not hold the whole of it. */
  findPart(text: string): string | undefined;
  /** The name of a secret that the bytes hold. */
  findBytes(bytes: Uint8Array): string | undefined;
  /** True where whatever stands under that key is secret, such as `set-cookie` among the headers of an answer. */
  isSecretKey(key: string): boolean;
  /** From now on that is looked for too, such as a cookie that an answer brought. False where it was, or can't be. */
  learn(name: string, secret: string): boolean;
  /** A few digits, the same for the same secret within one run, and of no use to anyone who tries to guess it. */
  hash(secret: string | Uint8Array): string;
  /** How many units at the end of a text that goes on may be the beginning of a secret. */
  openEnd(text: string): number;
}
