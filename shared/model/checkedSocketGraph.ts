// A checked socket graph: what the socket engine runs and the views draw. Endpoints are known, conditions are read, a loop's list
// and cursor are worked out, a singular `exit` is compiled into `advance` and `exits`. It is made by main/graph alone.
import type { CheckedEdge, CheckedNode } from './checkedGraph.ts';
import type { Hazard } from './hazard.ts';
import type { ScopeBase, ScopeForest } from './scope.ts';
import type { Condition } from './socketGraph.ts';
import type { StatePath } from './statePath.ts';
import type { Value, ValueRecord } from './value.ts';

export type { StatePath };

export interface AssignSpec {
  /** Below `state`; as authored with a leading `state.` taken off. */
  readonly target: StatePath;
  /** As authored, such as `$.x`, `item.title`, `state.y`, `lastOutput`. */
  readonly source: string;
}

export interface AdvanceSpec {
  readonly cursor: string;
  /** The list, below `state`. */
  readonly items: StatePath;
  readonly when: Condition;
  /** True where a singular `exit` was compiled into it. */
  readonly compiled: boolean;
}

export interface EdgeSpec {
  readonly when: Condition;
  /** A socket's id or `end`. */
  readonly to: string;
  /** Above 0; undefined = without limit. */
  readonly maxTraversals?: number;
}

export interface SocketSpec {
  readonly id: string;
  /** Name of its materia; "" where it has none. */
  readonly materia: string;
  /** As its materia names it; absent where that names none, so that it runs only with a stand-in. */
  readonly operator?: string;
  readonly parse: 'text' | 'json';
  readonly generator: boolean;
  /** An invalid output is asked for once more: a model operator, or a materia of kind agent without an operator of its own. */
  readonly repairable: boolean;
  readonly assigns: readonly AssignSpec[];
  readonly advance?: AdvanceSpec;
  /** In order; the first match is taken. */
  readonly edges: readonly EdgeSpec[];
}

export interface ExitSpec {
  readonly id: string;
  readonly from: string;
  readonly condition: Condition;
  /** A socket's id or `end`. */
  readonly target: string;
  readonly compiled: boolean;
}

export interface LoopSpec {
  readonly id: string;
  /** Members, in their order. */
  readonly sockets: readonly string[];
  /** `consumes`: when `from` finishes, its top-level list `output` is stored in state. */
  readonly from?: string;
  readonly output?: string;
  /** The list, below `state`; undefined = it names none and is never empty (semantics §2, List and cursor). */
  readonly items?: StatePath;
  readonly cursor?: string;
  /** A second name of `item`. */
  readonly as?: string;
  readonly exits: readonly ExitSpec[];
}

export interface CheckedSocketGraph {
  readonly dialect: 'socket';
  /** The file's name without its ending, or the graph's own name; of a config file with the loadout's name behind it. */
  readonly name: string;
  readonly compat?: string;
  /** The loadout that was taken, where the file is a config file. */
  readonly loadout?: string;
  /** The file as authored: what the tape keeps. */
  readonly source: Value;
  readonly standIns?: Value;
  readonly entry: string;
  /** One for each socket, in the file's order: its operator and config, for drawing and for what all dialects share. */
  readonly nodes: readonly CheckedNode[];
  /**
   * The normal edges whose target is a socket: id and sourceHandle `edges[i]` with the socket's id before it, targetHandle `in`. Exits are no edges;
   * they stand in `loops`.
   */
  readonly edges: readonly CheckedEdge[];
  /** At the same places as `nodes`. */
  readonly sockets: readonly SocketSpec[];
  /** In declaration order. */
  readonly loops: readonly LoopSpec[];
  /** Loops as scopes: one whose members are a strict subset of another's is nested in it. */
  readonly forest: ScopeForest<ScopeBase>;
  /** Socket id → the loop that owns its path (semantics §2, Scopes); "" outside of every loop. */
  readonly runsIn: Readonly<Record<string, string>>;
  readonly limits: { readonly repairs: number; readonly noAdvanceCycles: number };
  /** To start from: `state.<key>`, `cursor.<name>`. */
  readonly state: ValueRecord;
  readonly cursors: Readonly<Record<string, number>>;
  readonly hazards: readonly Hazard[];
}
