// Scopes: what a loop is, in code (seed 001 §7, §8), with the seed's own field names.

/** One (iterIn, iterOut) pair. */
export interface ScopeInfo {
  /** The iterIn node id: the canonical key of the scope. */
  readonly scope_id: string;
  readonly iter_out_id: string;
  /** null = a root scope. */
  readonly parent_scope_id: string | null;
  readonly child_scope_ids: readonly string[];
  /** Body nodes, by innermost membership. */
  readonly member_node_ids: readonly string[];
  readonly graphin_node_ids: readonly string[];
  readonly graphout_node_ids: readonly string[];
  /** The scope's own, from iter_in.config.step_budget; null where it has none. */
  readonly step_budget: number | null;
  /** Its own, else the nearest ancestor's, else the graph's, else 500 (semantics §1, Budget). */
  readonly effective_budget: number;
}

export interface ScopeForest {
  readonly scopes: Readonly<Record<string, ScopeInfo>>;
  /** In the order of the iterIns in `nodes`. */
  readonly root_scope_ids: readonly string[];
  /** "" for what lies outside every author scope. */
  readonly node_to_scope: Readonly<Record<string, string>>;
  readonly graph_scope_node_ids: readonly string[];
}
