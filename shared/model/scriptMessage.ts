// What the script operator and the process of a module say to each other. Values are in their thread form
// (threadValue.ts).
import type { GrantedState, StateChange } from './container.ts';
import type { LogLine } from './event.ts';

/** What a process is started with: its module, as JSON in its only argument. */
export interface ScriptModule {
  /** The module's file, as a URL. */
  readonly url: string;
  /** The module as the graph names it, for sentences. */
  readonly name: string;
  /** The graph's folder as a URL that ends in a slash: places in stacks are told relative to it. */
  readonly folder: string;
}

export type ScriptRequest =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly export: string;
      readonly inputs: unknown;
      /** Of a socket: its input `state`, key by key in their order. */
      readonly state?: readonly StatePart[];
      readonly fire: number;
      readonly nth: number;
      readonly at: string;
      readonly node: string;
      /** The states that its node was granted, values in their thread form. */
      readonly states: readonly ThreadState[];
    }
  | { readonly kind: 'abort'; readonly id: number };

export type ScriptReport =
  | { readonly kind: 'ready' }
  /** `id` is null where a timer of an earlier fire speaks while none runs. */
  | { readonly kind: 'log'; readonly id: number | null; readonly line: LogLine }
  | {
      readonly kind: 'finished';
      readonly id: number;
      /** What the function returned; absent where it returned nothing. */
      readonly returned?: unknown;
      /** Values in their thread form. */
      readonly changes: readonly ThreadChange[];
    }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly code: string;
      readonly message: string;
      readonly raw?: unknown;
    }
  /** An error outside of any fire's promise; the process ends. */
  | { readonly kind: 'crashed'; readonly message: string };

/** A pipe of this number ends when the program, or the thread that holds the run, is gone. Nothing is ever written to it. */
export const LIFELINE_FD = 4;

/**
 * A value of a run's state as a call hands it over. A list of work items can be long and stays the same for many fires, so
 * what the process was sent before, and holds, is not sent again: `value` is then absent.
 */
export interface StatePart {
  readonly key: string;
  readonly value?: unknown;
}

export type ThreadState = Omit<GrantedState, 'value'> & { readonly value?: unknown };
export type ThreadChange =
  | Extract<StateChange, { signal: string }>
  | { readonly write: string; readonly value: unknown };
