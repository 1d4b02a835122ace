// Which scope a node belongs to under agentcanvas, and which root is *the* root.
import type { Plan, PlanNode } from '../../pivot/plan.ts';
import type { Difference } from './difference.ts';

export const sideReadOuts: Difference = {
  what: 'Side read-outs',
  ours: 'fire in the iteration of the innermost scope that feeds them, which waits for them',
  theirs: 'belong to the graph scope alone: they fire at their turn in the queue, or when the root settles',
  file: 'places.ts',
};

export const oneRoot: Difference = {
  what: 'Several root loops',
  ours: 'each runs to its own end',
  theirs:
    'the first in node order is the root: its end ends the run, and what else is open is left, without a final side',
  file: 'places.ts',
};

/** Index of the scope that the node belongs to; 0 outside of loops. Of a pivot or a latch its own. */
export function ownerOf(node: PlanNode): number {
  return node.scope >= 0 ? node.scope : node.region;
}

/** Index of *the* root; -1 in a graph without loops. */
export function rootOf(plan: Plan): number {
  const [id] = plan.graph.forest.root_scope_ids;
  return id === undefined ? -1 : (plan.scopeIndex.get(id) ?? -1);
}
