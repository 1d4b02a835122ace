// Scopes: what a loop is, in code (seed 001 §7, §8), with the seed's own field names.

/** What a loop of any dialect is as a scope. */
export interface ScopeBase {
  /** Pivot: the iterIn's id; socket: the loop's id. */
  readonly scope_id: string;
  /** null = a root scope. */
  readonly parent_scope_id: string | null;
  readonly child_scope_ids: readonly string[];
  /** Body nodes, by innermost membership. */
  readonly member_node_ids: readonly string[];
}

/** One (iterIn, iterOut) pair. */
export interface ScopeInfo extends ScopeBase {
  readonly iter_out_id: string;
  readonly graphin_node_ids: readonly string[];
  readonly graphout_node_ids: readonly string[];
  /** The scope's own, from iter_in.config.step_budget; null where it has none. */
  readonly step_budget: number | null;
  /** Its own, else the nearest ancestor's, else the graph's, else 500 (semantics §1, Budget). */
  readonly effective_budget: number;
}

export interface ScopeForest<S extends ScopeBase = ScopeInfo> {
  readonly scopes: Readonly<Record<string, S>>;
  /** In the order of the iterIns in `nodes`, or of the loops as declared. */
  readonly root_scope_ids: readonly string[];
  /** "" for what lies outside every author scope. */
  readonly node_to_scope: Readonly<Record<string, string>>;
  readonly graph_scope_node_ids: readonly string[];
}
