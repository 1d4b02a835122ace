// The machine of a pivot run: everything that the log so far has made true. It is plain data, changed by `apply` alone, and
// owned by whoever folds it; `cloneMachine` keeps an old one.
import type { FireError, Stall } from '../../../shared/model/event.ts';
import type { Reason, Status } from '../../../shared/model/status.ts';
import type { Value, Values } from '../../../shared/model/value.ts';
import type { AgentcanvasState } from '../compat/agentcanvas/state.ts';
import type { Plan } from './plan.ts';

/** What lies on a wire: a value and the event that put it there. */
export interface Wire {
  readonly value: Value;
  readonly seq: number;
}

/**
 * Of an item within its region's current iteration. `waiting`: something that feeds it can still fire. `ready`: may be
 * started. `idle`: can't fire any more. `fired`, `failed`, `idle` are settled.
 */
export type ItemStatus = 'waiting' | 'ready' | 'running' | 'fired' | 'failed' | 'idle';

export interface Item {
  status: ItemStatus;
  /** Feeders that have not settled. */
  pending: number;
  /** A scope that feeds it, directly or not, did not end by stop or budget: it must not run (the band's rule). */
  blocked: boolean;
  /** Fires started over the run. */
  fires: number;
  /** The latest fire's id; -1 before the first. */
  fire: number;
  /** Seq of the latest `fire.started`, and of its end; -1 where there is none. */
  startedSeq: number;
  endedSeq: number;
}

export interface Slot {
  readonly value: Value;
  readonly seq: number;
  readonly writer: string;
  readonly persist: boolean;
  /** The path it was written at. */
  readonly at: string;
}

/** `closed`: between an `iteration.closed` and what follows it. */
export type ScopePhase = 'new' | 'entered' | 'open' | 'closed' | 'exited';

export interface ScopeState {
  phase: ScopePhase;
  /** Path of the current iteration; of the graph scope "". */
  path: string;
  iteration: number;
  activations: number;
  /** Closed iterations: of this activation, and over all. */
  closed: number;
  closedInAll: number;
  /** Items of its region that have not settled. */
  unsettled: number;
  failed: boolean;
  stalled: boolean;
  reason: Reason | null;
  exitSeq: number;
  slots: Record<string, Slot>;
  /** Why a slot is empty that once held a value: the `slot.cleared` event. */
  cleared: Record<string, { readonly why: string; readonly seq: number; readonly at: string }>;
  finals: Values | null;
}

export interface PivotMachine {
  readonly dialect: 'pivot';
  /** Events folded so far, which is the next event's seq. */
  seq: number;
  phase: 'new' | 'running' | 'finished';
  /** The run's own cap; null where it has none. */
  budget: number | null;
  nextFire: number;
  wires: (Wire | null)[];
  items: Item[];
  scopes: ScopeState[];
  /** Nodes that may be started, longest ready first. */
  ready: number[];
  /** Ready but for a container that a running fire has access to; in the order of the nodes. */
  held: number[];
  /** Scopes (by index) that may be entered, and graphOuts that may take their value. */
  enterable: number[];
  takeable: number[];
  /** Edges that delivered to an iterIn's init side and whose `slot.written` is due. */
  arrivals: number[];
  /** Running fires, oldest first. */
  running: { readonly fire: number; readonly node: number }[];
  latches: Record<string, Slot>;
  failure: ({ readonly node?: string; readonly at: string } & FireError) | null;
  stall: Stall | null;
  halted: boolean;
  status: Status | null;
  reason: Reason | null;
  /** The run's end, which a continuation takes back: its first event, and what the states held that it cleared. Null before it. */
  ending: { readonly seq: number; readonly cleared: Record<string, Slot> } | null;
  /** Of a run under agentcanvas alone: its queue and phase (engine/compat). */
  compat?: AgentcanvasState;
}

export function newMachine(plan: Plan): PivotMachine {
  return {
    dialect: 'pivot',
    seq: 0,
    phase: 'new',
    budget: null,
    nextFire: 0,
    wires: plan.edges.map(() => null),
    items: plan.nodes.map(() => ({
      status: 'waiting',
      pending: 0,
      blocked: false,
      fires: 0,
      fire: -1,
      startedSeq: -1,
      endedSeq: -1,
    })),
    scopes: plan.scopes.map(() => ({
      phase: 'new',
      path: '',
      iteration: -1,
      activations: 0,
      closed: 0,
      closedInAll: 0,
      unsettled: 0,
      failed: false,
      stalled: false,
      reason: null,
      exitSeq: -1,
      slots: {},
      cleared: {},
      finals: null,
    })),
    ready: [],
    held: [],
    enterable: [],
    takeable: [],
    arrivals: [],
    running: [],
    latches: {},
    failure: null,
    stall: null,
    halted: false,
    status: null,
    reason: null,
    ending: null,
  };
}

/** A machine that shares no changeable part with the given one; values, being immutable, are shared. */
export function cloneMachine(machine: PivotMachine): PivotMachine {
  return {
    ...machine,
    wires: machine.wires.slice(),
    items: machine.items.map((item) => ({ ...item })),
    scopes: machine.scopes.map((scope) => ({ ...scope, slots: { ...scope.slots }, cleared: { ...scope.cleared } })),
    ready: machine.ready.slice(),
    held: machine.held.slice(),
    enterable: machine.enterable.slice(),
    takeable: machine.takeable.slice(),
    arrivals: machine.arrivals.slice(),
    running: machine.running.slice(),
    latches: { ...machine.latches },
    ending: machine.ending && { ...machine.ending, cleared: { ...machine.ending.cleared } },
  };
}
