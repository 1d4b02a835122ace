// Which scope a node belongs to under agentcanvas: what reaches no iterOut belongs to none, whatever feeds it. The graph's `runsIn`
// says so already (main/graph).
import type { PlanNode } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';

export const sideReadOuts: Difference = {
  what: 'Side read-outs',
  ours: 'fire in the iteration of the innermost scope that feeds them, which waits for them',
  theirs: 'belong to the graph scope alone: they fire at their turn in the queue, or when the root settles',
  file: 'sideReadOuts.ts',
};

/** Index of the scope that the node belongs to; 0 outside of loops. Of a pivot or a latch its own. */
export function ownerOf(node: PlanNode): number {
  return node.scope >= 0 ? node.scope : node.region;
}
