// The settle pass: inside a boundary, before its decision, what is queued in the scope still fires. It changes nothing of
// what the boundary decides.
import type { Plan, PlanNode } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { rootOf } from './oneRoot.ts';
import { ownerOf } from './sideReadOuts.ts';
import type { AgentcanvasState } from './state.ts';

export const settlePass: Difference = {
  what: 'Fires after iterOut',
  ours: 'none: iterOut comes last in its iteration',
  theirs:
    'what is queued in the scope, and for the root outside of loops, still fires before the decision, at most 64 nodes and no iterIn (on the tape between `step_end` and the boundary decision); an iterOut that fires there again loses what it has (a boundary decision that chose nothing)',
  file: 'settlePass.ts',
};

const MOST = 64;

export function nextToSettle(plan: Plan, { queue, boundary }: AgentcanvasState): PlanNode | undefined {
  if (!boundary || boundary.settled >= MOST) return undefined;
  const isRoot = boundary.scope === rootOf(plan);
  const next = queue.find((n) => {
    const node = plan.nodes[n] as PlanNode;
    const owner = ownerOf(node);
    return node.node.role !== 'iterIn' && (owner === boundary.scope || (isRoot && owner === 0));
  });
  return next === undefined ? undefined : plan.nodes[next];
}
