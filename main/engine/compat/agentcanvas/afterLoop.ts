// After the loop: the root's final side goes out, and what becomes ready outside of loops fires, each node once.
import type { PivotMachine } from '../../pivot/machine.ts';
import type { Plan, PlanEdge, PlanNode } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { type Emission, enqueue, write } from './fifoQueue.ts';
import { ownerOf } from './sideReadOuts.ts';
import { compatOf } from './state.ts';

export const afterLoop: Difference = {
  what: 'The after-loop band',
  ours: 'nodes fed by final sides alone, each once all that feeds it is at rest',
  theirs:
    'whatever outside of loops becomes ready from the final side, at once and each node once, so a join without required inputs fires on its first; a graphOut takes the value and passes nothing on',
  file: 'afterLoop.ts',
};

export function routeAfterLoop(plan: Plan, machine: PivotMachine, node: PlanNode, emission: Emission): void {
  const compat = compatOf(machine);
  for (const e of node.outEdges) {
    const edge = plan.edges[e] as PlanEdge;
    const target = plan.nodes[edge.target] as PlanNode;
    const wire = emission(edge.handle);
    const isInside = ownerOf(target) > 0;
    // What lies within a loop fires no more, so nothing is written there.
    if (isInside && target.node.role !== 'graphOut') continue;
    if (wire) {
      write(plan, machine, edge, wire);
      if (target.node.role === 'graphOut' && !machine.takeable.includes(edge.target))
        machine.takeable.push(edge.target);
    }
    if (target.node.role !== 'graphOut' && !compat.banded.includes(edge.target)) enqueue(plan, machine, edge.target);
  }
}
