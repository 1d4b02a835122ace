// What the handle `step` of every iterIn says under agentcanvas.
import type { PivotMachine } from '../../pivot/machine.ts';
import type { Plan } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { rootOf } from './oneRoot.ts';

export const rootStep: Difference = {
  what: 'The handle `step`',
  ours: "the 0-based iteration of the iterIn's own scope",
  theirs: 'completed iterations of the root scope, for the iterIn of an inner scope too',
  file: 'rootStep.ts',
};

export function stepOf(plan: Plan, machine: PivotMachine): number {
  return machine.scopes[rootOf(plan)]?.closed ?? 0;
}
