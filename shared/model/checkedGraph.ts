// A checked graph: what the engine runs and the views draw. Composites are flattened, ports are synthesised, scopes are
// known, and no rule is broken. It is made by main/graph and by nothing else.
import type { CheckedBoundedGraph } from './checkedBoundedGraph.ts';
import type { CheckedSocketGraph } from './checkedSocketGraph.ts';
import type { ContainerSpec, Grant } from './container.ts';
import type { Hazard } from './hazard.ts';
import type { ScopeForest } from './scope.ts';
import type { Value } from './value.ts';

/** What a node is to the engine; everything that is not a boundary of a loop or graph is an operator. */
export type NodeRole = 'operator' | 'iterIn' | 'iterOut' | 'graphIn' | 'graphOut';

export interface InputPort {
  readonly port: string;
  readonly required: boolean;
}

export interface CheckedNode {
  readonly id: string;
  /** The operator's name; for a stand-in (`--script`) `scripted`. */
  readonly type: string;
  /** The type as authored, where a stand-in replaced it. */
  readonly authoredType?: string;
  readonly role: NodeRole;
  readonly label?: string;
  readonly position?: { readonly x: number; readonly y: number };
  readonly config: Readonly<Record<string, Value>>;
  /** Declared inputs first, in their order, then wired handles that no config declares. */
  readonly inputs: readonly InputPort[];
  /** Declared outputs; for an unknown type the handles that wires leave from. */
  readonly outputs: readonly string[];
}

export interface CheckedEdge {
  readonly id: string;
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
}

/** One slot of an iterIn, synthesised (seed 001 §4). `name` is the handle: `init_obs`, `iterout_obs`, or verbatim. */
export interface SlotSpec {
  readonly name: string;
  readonly writer: 'init' | 'iterout' | 'surrogate';
  /** The port it stands for; for a surrogate its name. */
  readonly port: string;
  readonly persist: boolean;
}

/** One carry port of an iterOut. */
export interface CarrySpec {
  readonly port: string;
  readonly required: boolean;
}

export interface CheckedScope {
  readonly scope: string;
  readonly iterOut: string;
  readonly slots: readonly SlotSpec[];
  readonly carries: readonly CarrySpec[];
}

export interface CheckedPivotGraph {
  readonly dialect: 'pivot';
  /** The file's name without its ending, or the graph's own name. */
  readonly name: string;
  readonly compat?: string;
  /** The graph as authored: what the tape keeps. */
  readonly source: Value;
  readonly standIns?: Value;
  readonly nodes: readonly CheckedNode[];
  readonly edges: readonly CheckedEdge[];
  readonly forest: ScopeForest;
  /** The graph's budget: what holds for a scope without one of its own or of an ancestor's. */
  readonly budget: number;
  /** By scope id, in the order of the iterIns. */
  readonly scopes: Readonly<Record<string, CheckedScope>>;
  /**
   * Where each node runs: the scope in whose iterations it fires. A side read-out belongs to the graph scope in the
   * forest and runs in the innermost scope that feeds it (semantics §1, Scopes); a graphIn attached to a scope runs
   * in the scope around it (in mid-body, as a mere pass-through, in the scope itself). Pivots, which never fire, and latches
   * stand under their own scope.
   */
  readonly runsIn: Readonly<Record<string, string>>;
  readonly containers: readonly ContainerSpec[];
  /** Node id → the containers that it may read and write; a node without access is absent. */
  readonly grants: Readonly<Record<string, readonly Grant[]>>;
  /** The after-loop band: nodes fed by root scopes' final sides, directly or through other band nodes. */
  readonly band: readonly string[];
  /** Node ids, sources before targets; carries are no wires, so there is such an order. */
  readonly order: readonly string[];
  readonly hazards: readonly Hazard[];
}

export type CheckedGraph = CheckedPivotGraph | CheckedSocketGraph | CheckedBoundedGraph;
