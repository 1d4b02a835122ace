// The machine of a socket run: everything that the log so far has made true. It is plain data, changed by `apply` alone, and
// owned by whoever folds it; `cloneMachine` keeps an old one.
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';
import type { FireError, Writer } from '../../../shared/model/event.ts';
import type { Reason, Status } from '../../../shared/model/status.ts';
import type { Value, Values } from '../../../shared/model/value.ts';
import type { PiMateriaState } from '../compat/piMateria/state.ts';
import { type FireState, newFireState, type Running } from '../fires.ts';

/** The last write of a slot, by its address: `state.a.b`, `cursor.i`. */
export interface Write {
  readonly seq: number;
  readonly writer: Writer;
  /** The path it was written at. */
  readonly at: string;
}

/**
 * `closed`: no activation. `open`: an iteration runs. `between`: its iteration was closed, and what runs next decides whether
 * another one opens. `failed`: its activation ended with a failed or cancelled run, and opens again where that is continued.
 */
export type LoopPhase = 'closed' | 'open' | 'between' | 'failed';

export interface LoopState {
  phase: LoopPhase;
  /** Path of the current or latest iteration; "" before the first. */
  path: string;
  /** Path of the iteration that the activation lies in; "" at the root. */
  place: string;
  /** Of the current activation, from 0; −1 before the first. */
  iteration: number;
  /** Its cursor when the iteration opened; where it has moved since, the iteration is to be closed. */
  openedAt: number;
  /** From 1. */
  pass: number;
  /** Sockets (by index) whose path this loop owns and that were started in the current pass. */
  inPass: number[];
  /** Activations over the run, and in the same place. */
  activations: number;
  activationsInPlace: number;
  /** Items worked on: of this activation, and over all. */
  closed: number;
  closedInAll: number;
  /** What the phase was before the activation ended. */
  phaseBefore: LoopPhase;
  reason: Reason | null;
  exitSeq: number;
}

/** An accepted output on its way through the decision order (seed 000): what of it is not yet on the log follows from here. */
export interface Completion {
  /** Index of the socket. */
  readonly node: number;
  /** Seq of its `fire.finished`. */
  readonly seq: number;
  readonly output: Value;
  /** Writes (the consumed list, the assigns) that are done or were passed over. */
  written: number;
  /** `due`: eligible, and the cursor's write is still to come. */
  advance: 'open' | 'due' | 'done';
  exhausted: boolean;
}

/** What the latest fire ran for. */
export interface Ran {
  /** Its path. */
  readonly at: string;
  /** The item's place, as `<loop> <cursor>`; "" outside of every list. */
  readonly place: string;
  /** `item`, and under its `as` the item of each loop that lists the socket; what is absent has none. */
  readonly items: Values;
}

/** Where the run goes next: a decision's target, until it runs. */
export interface Route {
  /** A socket's id or `end`. */
  readonly target: string;
  /** Loops (by index) whose list ran out by this completion. */
  readonly exhausted: readonly number[];
  /** True where a list ran out and no exit matched. */
  readonly ranOut: boolean;
  /** The limited edge that leads there: what its traversals count under. */
  readonly limited?: { readonly node: number; readonly edge: number; readonly key: string };
}

export interface SocketMachine {
  readonly dialect: 'socket';
  /** Events folded so far, which is the next event's seq. */
  seq: number;
  phase: 'new' | 'running' | 'finished';
  /** The run's own cap on visits; null where it has none. */
  budget: number | null;
  nextFire: number;
  /** `state.*` by top-level key; values, being immutable, are replaced whole. */
  state: Record<string, Value>;
  cursors: Record<string, number>;
  written: Record<string, Write>;
  /** The latest accepted output as it was parsed, null before the first; and its text. */
  lastJson: Value;
  lastOutput: string | null;
  loops: LoopState[];
  sockets: FireState[];
  /** Null but between an output that was accepted and its route. */
  completion: Completion | null;
  /** Null while a fire runs, while its output is completed, and after a failure. */
  route: Route | null;
  /** The socket that may be started, and the fire that runs: at most one of both. */
  ready: number[];
  running: Running[];
  /** Visits so far, entries of empty loops included; and those since a cursor moved last. */
  visits: number;
  visitsSinceAdvance: number;
  /** Invalid outputs of the current visit. */
  invalid: number;
  /** The fire to be started, or that runs, is one that a continuation starts again: its visit was counted. */
  isAgain: boolean;
  ran: Ran;
  /** Traversals of limited edges, by edge and item. */
  traversals: Record<string, number>;
  failure: ({ readonly node?: string; readonly at: string } & FireError) | null;
  halted: boolean;
  status: Status | null;
  reason: Reason | null;
  /** Of a run under pi-materia alone: what its limits count (engine/compat). */
  compat?: PiMateriaState;
}

export function newMachine(graph: CheckedSocketGraph): SocketMachine {
  return {
    dialect: 'socket',
    seq: 0,
    phase: 'new',
    budget: null,
    nextFire: 0,
    state: {},
    cursors: {},
    written: {},
    lastJson: null,
    lastOutput: null,
    loops: graph.loops.map(() => ({
      phase: 'closed',
      path: '',
      place: '',
      iteration: -1,
      openedAt: 0,
      pass: 1,
      inPass: [],
      activations: 0,
      activationsInPlace: 0,
      closed: 0,
      closedInAll: 0,
      phaseBefore: 'closed',
      reason: null,
      exitSeq: -1,
    })),
    sockets: graph.sockets.map(newFireState),
    completion: null,
    route: null,
    ready: [],
    running: [],
    visits: 0,
    visitsSinceAdvance: 0,
    invalid: 0,
    isAgain: false,
    ran: { at: '', place: '', items: {} },
    traversals: {},
    failure: null,
    halted: false,
    status: null,
    reason: null,
  };
}

/** A machine that shares no changeable part with the given one; values, being immutable, are shared. */
export function cloneMachine(machine: SocketMachine): SocketMachine {
  return {
    ...machine,
    state: { ...machine.state },
    cursors: { ...machine.cursors },
    written: { ...machine.written },
    loops: machine.loops.map((loop) => ({ ...loop, inPass: loop.inPass.slice() })),
    sockets: machine.sockets.map((socket) => ({ ...socket })),
    completion: machine.completion && { ...machine.completion },
    ready: machine.ready.slice(),
    running: machine.running.slice(),
    traversals: { ...machine.traversals },
  };
}
