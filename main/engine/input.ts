// What the world tells the engine, and what the engine asks of it. Whatever could differ between two runs of one graph enters
// as an input and is an event on the tape; effects are never performed here.
import type { GrantedState, StateChange } from '../../shared/model/container.ts';
import type { EngineEvent, FireError, LogLine } from '../../shared/model/event.ts';
import type { Value, Values } from '../../shared/model/value.ts';

export type Input =
  | {
      readonly kind: 'begin';
      readonly id: string;
      readonly name?: string;
      /** By portName of the graphIns without an incoming edge. */
      readonly inputs: Values;
      /** Caps every other budget. */
      readonly budget?: number;
      readonly versions: Readonly<Record<string, string>>;
    }
  /** Starts a node that is ready: the named one, or the one that has been ready longest. */
  | { readonly kind: 'start'; readonly node?: string }
  | {
      readonly kind: 'finish';
      readonly fire: number;
      /** Of a socket one, `output`: a text, or an object that stands for its JSON text. */
      readonly outputs: Values;
      /** Writes into states and signals, in their order. */
      readonly changes?: readonly StateChange[];
      readonly durationMs: number;
      readonly log?: readonly LogLine[];
      readonly exit?: number;
      readonly usage?: Value;
    }
  | {
      readonly kind: 'fail';
      readonly fire: number;
      readonly error: FireError;
      readonly durationMs?: number;
      readonly raw?: Value;
      readonly log?: readonly LogLine[];
      readonly exit?: number;
    }
  | { readonly kind: 'cancel' }
  /** Goes on with a run that is paused, waiting, interrupted or failed; its failed and its interrupted fires start again. */
  | { readonly kind: 'continue'; readonly versions: Readonly<Record<string, string>> }
  /** Ends the tape as paused; only where no fire is running. */
  | { readonly kind: 'pause' };

export type Effect =
  | {
      readonly kind: 'perform';
      readonly fire: number;
      readonly node: string;
      readonly nth: number;
      readonly at: string;
      readonly operator: string;
      readonly config: Readonly<Record<string, Value>>;
      readonly inputs: Values;
      /**
       * `whole`: it answers with one text or object, as `output` (a socket, a judge); `attempt`: with `output`, `exit?` and `signal?` (a
       * bounded attempt); else with values by port.
       */
      readonly form: 'ports' | 'whole' | 'attempt';
      /** The states that it was granted, as they are when it starts; absent without a grant. */
      readonly states?: readonly GrantedState[];
    }
  | { readonly kind: 'abort'; readonly fire: number };

/** What follows from an input: the events that it makes true, and what is to be performed. */
export interface Step {
  readonly events: readonly EngineEvent[];
  readonly effects: readonly Effect[];
}
