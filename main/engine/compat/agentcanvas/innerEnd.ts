// The end of an inner scope: its waiting nodes are dropped when their turn comes, until its iterIn has fired again.
import type { PivotMachine, ScopeState } from '../../pivot/machine.ts';
import type { PlanNode } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { ownerOf } from './sideReadOuts.ts';
import type { AgentcanvasState } from './state.ts';

export const innerEnd: Difference = {
  what: 'Nodes that wait when their scope ends',
  ours: 'none can: a scope ends when nothing in it can fire',
  theirs:
    'their turn is passed over, but for a graphIn, until the iterIn fires again; what they had stays on their inputs',
  file: 'innerEnd.ts',
};

export function isDropped({ phase }: AgentcanvasState, machine: PivotMachine, node: PlanNode): boolean {
  if (phase !== 'main' || node.node.role === 'iterIn' || node.node.role === 'graphIn') return false;
  const owner = ownerOf(node);
  return owner > 0 && (machine.scopes[owner] as ScopeState).phase === 'exited';
}
