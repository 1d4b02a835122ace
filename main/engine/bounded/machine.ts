// The machine of a bounded run: everything that the log so far has made true. It is plain data, changed by `apply` alone, and
// owned by whoever folds it; `cloneMachine` keeps an old one. It holds at most ten attempts.
import type { CheckedBoundedGraph } from '../../../shared/model/checkedBoundedGraph.ts';
import type { FireError, Writer } from '../../../shared/model/event.ts';
import type { Reason, Status } from '../../../shared/model/status.ts';
import type { Value } from '../../../shared/model/value.ts';
import { type FireState, newFireState, type Running } from '../fires.ts';

/** What an attempt came to, before anybody judged it. */
export interface Attempt {
  /** Seq of its `fire.finished` or `fire.failed`. */
  readonly seq: number;
  readonly output: Value;
  readonly exit: number | null;
  readonly signal: string | null;
  /** Where it gave no output: an attempt that did not satisfy, with the error as its evidence. */
  readonly error: FireError | null;
}

/** One line of the ledger: an attempt with its verdict. */
export interface LedgerLine extends Attempt {
  readonly satisfied: boolean;
  readonly why: string;
  readonly matched: string | null;
}

/** `between`: an iteration was closed. `failed`: the run failed or was cancelled in mid-attempt, and may be continued. */
export type LoopPhase = 'new' | 'between' | 'open' | 'exited' | 'failed';

export interface BoundedMachine {
  readonly dialect: 'bounded';
  /** Events folded so far, which is the next event's seq. */
  seq: number;
  phase: 'new' | 'running' | 'finished';
  /** The run's own cap on attempts; null where it has none. */
  budget: number | null;
  nextFire: number;
  /** At the places of the graph's nodes. */
  nodes: FireState[];
  /** The slots, with the event that wrote them last. */
  slots: Record<string, { readonly value: Value; readonly seq: number; readonly writer: Writer; readonly at: string }>;
  loop: {
    phase: LoopPhase;
    phaseBefore: LoopPhase;
    /** Path of the current or latest attempt; "" before the first. */
    path: string;
    iteration: number;
    closed: number;
    activations: number;
    reason: Reason | null;
    exitSeq: number;
  };
  ledger: LedgerLine[];
  /** The attempt in hand; null until it has ended. */
  attempt: Attempt | null;
  /** What the judge said of it, as it was; null until then. */
  verdict: { readonly raw: Value; readonly seq: number } | null;
  /** The attempt in hand stands in the ledger, and its slots are still to be written, or its iteration to be closed. */
  decided: boolean;
  /** A person's yes to the attempt that comes next. */
  confirmed: boolean;
  /** A person said no. */
  refused: boolean;
  ready: number[];
  running: Running[];
  failure: ({ readonly node?: string; readonly at: string } & FireError) | null;
  halted: boolean;
  status: Status | null;
  reason: Reason | null;
}

export function newMachine(graph: CheckedBoundedGraph): BoundedMachine {
  return {
    dialect: 'bounded',
    seq: 0,
    phase: 'new',
    budget: null,
    nextFire: 0,
    nodes: graph.nodes.map(newFireState),
    slots: {},
    loop: {
      phase: 'new',
      phaseBefore: 'new',
      path: '',
      iteration: -1,
      closed: 0,
      activations: 0,
      reason: null,
      exitSeq: -1,
    },
    ledger: [],
    attempt: null,
    verdict: null,
    decided: false,
    confirmed: false,
    refused: false,
    ready: [],
    running: [],
    failure: null,
    halted: false,
    status: null,
    reason: null,
  };
}

/** A machine that shares no changeable part with the given one; values, being immutable, are shared. */
export function cloneMachine(machine: BoundedMachine): BoundedMachine {
  return {
    ...machine,
    nodes: machine.nodes.map((node) => ({ ...node })),
    slots: { ...machine.slots },
    loop: { ...machine.loop },
    ledger: machine.ledger.slice(),
    ready: machine.ready.slice(),
    running: machine.running.slice(),
  };
}
