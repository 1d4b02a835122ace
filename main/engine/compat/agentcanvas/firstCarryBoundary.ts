// When iterOut fires: as soon as its required ports are there, or, with none required, its first carry. What comes after that in
// the iteration is lost, a late stop included.
import type { PivotMachine } from '../../pivot/machine.ts';
import type { Plan, PlanInput, PlanNode, PlanScope } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';

export const firstCarryBoundary: Difference = {
  what: 'When an iteration ends',
  ours: 'when nothing in the scope can fire any more, so that a late stop and every carry count',
  theirs:
    "at iterOut's turn in the queue, for which it is ready as soon as its required ports are there, or else its first carry, never on `stop` alone; carries and a stop that come later are lost",
  file: 'firstCarryBoundary.ts',
};

export function opensBoundary(plan: Plan, machine: PivotMachine, iterOut: PlanNode): boolean {
  const { carryInputs } = plan.scopes[iterOut.scope] as PlanScope;
  const isThere = (input: PlanInput): boolean => input.edges.some((e) => machine.wires[e]);
  const required = carryInputs.filter((input) => input.required);
  return required.length > 0 ? required.every(isThere) : carryInputs.some(isThere);
}
