// What an agentcanvas run knows beside the pivot machine: the queue, and where in its schedule the run stands. It is part of the
// machine (`PivotMachine.compat`), plain data, and changed by the fold alone.
import { present } from '../../../../shared/base/assert.ts';
import { fromPublic, toPublic } from '../../../../shared/model/publicValue.ts';
import type { Value } from '../../../../shared/model/value.ts';
import type { PivotMachine, Wire } from '../../pivot/machine.ts';
import type { Plan } from '../../pivot/plan.ts';

/** A boundary that iterOut's fire has opened and that is not over yet. */
export interface Boundary {
  readonly scope: number;
  /** What iterOut had when it fired, by carry port. */
  readonly collected: Readonly<Record<string, Wire>>;
  readonly stop: Wire | null;
  /** Nodes fired inside it. */
  settled: number;
  /** Null until it is decided. */
  verdict: 'stop' | 'budget' | 'continue' | null;
}

export interface AgentcanvasState {
  /** `settle`: inside a boundary, before its decision. `band`: the loop is over. */
  phase: 'main' | 'settle' | 'band';
  /** Nodes that wait for their turn, first in first out, none twice. */
  queue: number[];
  /** By node: what lies on its wires has been read; the next write sweeps it away. */
  read: boolean[];
  /** By edge: the number of its latest write; 0 before the first. */
  written: number[];
  writes: number;
  boundary: Boundary | null;
  /** One-shot slots of the iterIn that has just fired, whose clearing is due. */
  clearing: { readonly scope: number; readonly slots: readonly string[] } | null;
  /** Fires outside of boundaries and band, pivots and graph boundaries included. */
  mainFires: number;
  /** Nodes that have had their one turn in the band. */
  banded: number[];
  /** By scope: where it was entered last, and how often there. */
  entries: { readonly at: string; readonly count: number }[];
  /** By scope: the budget that holds in this run. Set when the run starts. */
  budgets: number[];
  /** Fires after which the loop is cut. Set when the run starts. */
  fireCap: number;
  /** By graphIn: what the run was given for it, until its turn. */
  given: Readonly<Record<string, Wire>>;
}

export function compatOf(machine: PivotMachine): AgentcanvasState {
  return present(machine.compat, 'the queue of an agentcanvas run');
}

/** What stands under a name that an author chose, be it `constructor`. */
export function ownIn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function newAgentcanvasState(plan: Plan): AgentcanvasState {
  return {
    phase: 'main',
    queue: [],
    read: plan.nodes.map(() => false),
    written: plan.edges.map(() => 0),
    writes: 0,
    boundary: null,
    clearing: null,
    mainFires: 0,
    banded: [],
    entries: plan.scopes.map(() => ({ at: '', count: 0 })),
    budgets: [],
    fireCap: 0,
    given: {},
  };
}

export function cloneAgentcanvasState(state: AgentcanvasState): AgentcanvasState {
  return {
    ...state,
    queue: state.queue.slice(),
    read: state.read.slice(),
    written: state.written.slice(),
    boundary: state.boundary && { ...state.boundary },
    banded: state.banded.slice(),
    entries: state.entries.slice(),
    budgets: state.budgets.slice(),
  };
}

/** As JSON data, values in their public form. */
export function freezeAgentcanvasState(state: AgentcanvasState): unknown {
  return mapValues(state, toPublic);
}

/** The state that `freezeAgentcanvasState` made the data of; it may keep parts of the data. */
export function thawAgentcanvasState(data: AgentcanvasState): AgentcanvasState {
  return mapValues(data, fromPublic);
}

function mapValues(state: AgentcanvasState, change: (value: Value) => unknown): AgentcanvasState {
  const mapWire = ({ value, seq }: Wire): Wire => ({ value: change(value) as Value, seq });
  const mapWires = (wires: Readonly<Record<string, Wire>>): Record<string, Wire> =>
    Object.fromEntries(Object.entries(wires).map(([name, wire]) => [name, mapWire(wire)]));
  const { boundary, given } = state;
  return {
    ...state,
    given: mapWires(given),
    boundary: boundary && {
      ...boundary,
      collected: mapWires(boundary.collected),
      stop: boundary.stop && mapWire(boundary.stop),
    },
  };
}
