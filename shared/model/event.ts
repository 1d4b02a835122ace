// An event: one line of the log (interfaces §3). The log is the truth; everything else on a tape can be rebuilt from it.
// Values stand as values here; on the wire and in rows they stand in their public form (publicEvent.ts).
import type { StateChange } from './container.ts';
import type { Decision } from './decision.ts';
import type { Reason, Status } from './status.ts';
import type { Value, Values } from './value.ts';

export type Writer =
  | 'init'
  | 'iterout'
  | 'surrogate'
  | 'seed'
  | 'latch'
  | 'assign'
  | 'advance'
  | 'container'
  | 'loop'
  | 'fork';

/** An assignment whose source was not there. */
export interface Unassigned {
  /** The slot, as an address: `state.a.b`. */
  readonly slot: string;
  readonly source: string;
  readonly why: string;
}

export interface FireError {
  readonly code: string;
  readonly message: string;
}

/** One node that could not fire when a scope came to rest, with what each input waited for. */
export interface Waiting {
  readonly node: string;
  readonly inputs: readonly { readonly port: string; readonly why: string }[];
}
/** Why a scope came to rest without closing its iteration (semantics §1, Boundary). */
export interface Stall {
  readonly scope: string;
  readonly at: string;
  readonly waiting: readonly Waiting[];
}

export interface LogLine {
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'debug';
  readonly text: string;
}

interface Kinds {
  'run.started': {
    readonly id: string;
    readonly parent?: { readonly id: string; readonly seq: number };
    /** `foreign` on tapes of other programs' loops, whose graph this one knows no rules for. */
    readonly dialect: 'pivot' | 'socket' | 'bounded' | 'foreign';
    readonly compat?: string;
    /** Which graph of a config file was run (semantics §2, File). */
    readonly loadout?: string;
    /** The graph as authored. */
    readonly graph: Value;
    /** What the graph is called: its file's name without the ending. */
    readonly name?: string;
    readonly inputs: Values;
    /** The run's `--budget`, which caps all others. */
    readonly budget?: number;
    /** What stood in for operators (`--script`), by node. */
    readonly standIns?: Value;
    readonly versions: Readonly<Record<string, string>>;
  };
  'scope.entered': { readonly scope: string };
  'iteration.opened': {
    readonly scope: string;
    readonly iteration: number;
    readonly label?: string;
    readonly pass?: number;
  };
  'slot.written': {
    readonly slot: string;
    readonly scope: string;
    readonly writer: Writer;
    readonly persist?: boolean;
    readonly value: Value;
    /** The event that the value came from. */
    readonly from?: number;
  };
  'slot.cleared': { readonly slot: string; readonly scope: string; readonly why: string; readonly by?: string };
  'fire.started': {
    readonly fire: number;
    readonly node: string;
    readonly inputs: Values;
    readonly from: Readonly<Record<string, number>>;
    /** Of a node with access to state containers: what it could read, each by the event that wrote it; empty ones are absent. */
    readonly states?: Readonly<Record<string, number>>;
    readonly retry?: boolean;
  };
  'fire.finished': {
    readonly fire: number;
    readonly node: string;
    /** Of a socket `output`: what its text was parsed into. */
    readonly outputs: Values;
    /** Of a socket: its text, where the parsed value does not tell it. */
    readonly raw?: Value;
    /** Of a socket: what could not be assigned, and so kept its old value (semantics §2, Assign). */
    readonly unassigned?: readonly Unassigned[];
    /** What it did to state containers, in its order; the writes and signals that follow come from here. */
    readonly changes?: readonly StateChange[];
    readonly durationMs: number;
    readonly log?: readonly LogLine[];
    readonly exit?: number;
    readonly usage?: Value;
    readonly reused?: number;
  };
  'fire.failed': {
    readonly fire: number;
    readonly node: string;
    readonly error: FireError;
    readonly durationMs?: number;
    readonly raw?: Value;
    readonly log?: readonly LogLine[];
    readonly exit?: number;
  };
  'signal.emitted': { readonly signal: string; readonly scope: string };
  'decision.made': Decision;
  'iteration.closed': {
    readonly scope: string;
    readonly iteration: number;
    readonly carry: Values;
    readonly stop?: Value;
  };
  'scope.exited': {
    readonly scope: string;
    readonly reason: Reason;
    readonly iterations: number;
    readonly finals?: Values;
    readonly rebuilt?: boolean;
    /** With reason `stalled`: who waited for what. */
    readonly waiting?: readonly Waiting[];
  };
  'run.finished': {
    readonly status: Status;
    /** Null where the run goes on later: paused, waiting. */
    readonly reason: Reason | null;
    readonly outputs: Values;
    readonly error?: { readonly node?: string; readonly at: string; readonly code: string; readonly message: string };
    readonly stalled?: Stall;
  };
  'run.continued': { readonly from: number; readonly versions: Readonly<Record<string, string>> };
}

export type EventKind = keyof Kinds;
/** An event as the engine makes it: numbered, but without a time. */
export type EngineEvent = {
  [K in EventKind]: { readonly seq: number; readonly kind: K; readonly at: string } & Kinds[K];
}[EventKind];
/** An event on a tape. `t` is in milliseconds since the run's start: data, never an order. */
export type TapeEvent = EngineEvent & { readonly t: number };
export type EventOf<K extends EventKind> = Extract<EngineEvent, { kind: K }>;

/** Every kind, in the order of the page; a kind's number in a tape's rows is its place here, so it only ever grows. */
export const EVENT_KINDS: readonly EventKind[] = [
  'run.started',
  'scope.entered',
  'iteration.opened',
  'slot.written',
  'slot.cleared',
  'fire.started',
  'fire.finished',
  'fire.failed',
  'signal.emitted',
  'decision.made',
  'iteration.closed',
  'scope.exited',
  'run.finished',
  'run.continued',
];
