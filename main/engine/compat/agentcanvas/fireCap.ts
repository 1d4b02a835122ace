// The cap on fires: a loop that goes on without end is cut, whatever its budgets say.
import type { Plan } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import type { AgentcanvasState } from './state.ts';

export const fireCap: Difference = {
  what: 'A cap on fires',
  ours: 'none: budgets bound every loop',
  theirs:
    "the run ends with reason `fire-cap` when it has made as many fires as its budget times the graph's nodes times 3, pivots and graph boundaries counted",
  file: 'fireCap.ts',
};

export function fireCapOf(plan: Plan, runBudget: number): number {
  return runBudget * plan.nodes.length * 3;
}

export function isCut({ mainFires, fireCap: cap }: AgentcanvasState): boolean {
  return mainFires >= cap;
}
