// Branded ids: a text that stands for one kind of thing can't be passed where another is meant.

declare const brand: unique symbol;
export type Branded<T, B extends string> = T & { readonly [brand]: B };

/** The UUID of a run; one tape holds one run, so it names the tape too. */
export type TapeId = Branded<string, 'TapeId'>;
export function tapeId(text: string): TapeId {
  return text as TapeId;
}

/** The id of a scope: an iterIn's node id, a loop's id, or "" for the graph scope. */
export type ScopeId = string;
/** The id of a node as authored, composites flattened as `<composite>__<id>`. */
export type NodeId = string;
/** The graph scope (seed 001 §7, GRAPH_SCOPE_ID). */
export const GRAPH_SCOPE: ScopeId = '';
