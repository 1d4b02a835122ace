// Budgets as authored: whole numbers of at least 1, null and absent alike mean none (semantics §1, Budget). Under agentcanvas any whole
// number counts, and a graph's null is that engine's default (semantics §5).
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { FlatNode } from './flatGraph.ts';

/** What holds where nothing names a budget. */
const DEFAULT_BUDGET = 500;
/** What a graph's `null` stands for under agentcanvas. */
const AGENTCANVAS_NULL_BUDGET = 1000;

export interface BudgetFault {
  readonly node?: string;
  readonly path: string;
  readonly value: Value;
  /** True for a whole number below 1, which a public engine takes and ours does not. */
  readonly isLow: boolean;
}

export interface Budgets {
  /** iterIn → its own. */
  readonly own: ReadonlyMap<string, number>;
  readonly graph: number;
  readonly faults: readonly BudgetFault[];
}

export function readBudgets(source: Value, nodes: readonly FlatNode[], compat?: string): Budgets {
  const isAgentcanvas = compat === 'agentcanvas';
  const faults: BudgetFault[] = [];
  const own = new Map<string, number>();
  const read = (value: Value | undefined, path: string, node?: string): number | undefined => {
    if (value === undefined || value === null) return undefined;
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
    if (isWhole && value >= 1) return value;
    faults.push({ ...(node === undefined ? {} : { node }), path, value, isLow: isWhole });
    return isWhole && isAgentcanvas ? value : undefined;
  };
  for (const node of nodes) {
    if (node.type !== 'iterIn') continue;
    const budget = read(node.config.step_budget, `${node.path}.config.step_budget`, node.id);
    if (budget !== undefined) own.set(node.id, budget);
  }
  const file = isRecord(source) ? source : {};
  // The older name counts where the newer one is absent.
  const graph = read(file.step_budget, 'step_budget') ?? read(file.maxIterations, 'maxIterations');
  const isNull = (file.step_budget === undefined ? file.maxIterations : file.step_budget) === null;
  const none = isAgentcanvas && isNull ? AGENTCANVAS_NULL_BUDGET : DEFAULT_BUDGET;
  return { own, graph: graph ?? none, faults };
}
