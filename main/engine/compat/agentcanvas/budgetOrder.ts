// Whose budget holds: the scope's own, else the nearest ancestor's, else the run's; a run's `--budget` takes the place of the graph's.
import type { Plan } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';

export const budgetOrder: Difference = {
  what: 'Budgets',
  ours: "a run's `--budget` caps all others; null means none; a budget below 1 is an error",
  theirs:
    "a run's `--budget` replaces the graph's and loses to an iterIn's; a graph's null means 1000; a budget below 1 counts and is a note, and as it is looked at after the iteration, one iteration runs on it",
  file: 'budgetOrder.ts',
};

/** What the run has for scopes that name no budget of their own. */
export function runBudgetOf(plan: Plan, override: number | null): number {
  return override ?? plan.graph.budget;
}

/** By scope index; the graph scope's is the run's. */
export function budgetsOf(plan: Plan, override: number | null): number[] {
  const budgets: number[] = [];
  const budget = (s: number): number => {
    const scope = plan.scopes[s];
    if (!scope || s <= 0) return runBudgetOf(plan, override);
    return plan.graph.forest.scopes[scope.scope]?.step_budget ?? budget(scope.parent);
  };
  for (const scope of plan.scopes) budgets.push(budget(scope.index));
  return budgets;
}
