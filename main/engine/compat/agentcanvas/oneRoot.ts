// Which root is *the* root under agentcanvas.
import type { Plan } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';

export const oneRoot: Difference = {
  what: 'Several root loops',
  ours: 'each runs to its own end',
  theirs:
    'the first in node order is the root: its end ends the run, and what else is open is left, without a final side',
  file: 'oneRoot.ts',
};

/** Index of *the* root; -1 in a graph without loops. */
export function rootOf(plan: Plan): number {
  const [id] = plan.graph.forest.root_scope_ids;
  return id === undefined ? -1 : (plan.scopeIndex.get(id) ?? -1);
}
