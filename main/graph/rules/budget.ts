// A budget is a number of iterations.
import type { Finding, Rule } from './rule.ts';

export const budget: Rule = {
  code: 'budget',
  source: 'semantics §1, Budget',
  sentence: 'A budget is a whole number of at least 1; null and absent mean none.',
  example: '`"step_budget": 0`',
  find: ({ budgets, graph }) =>
    budgets.faults.flatMap(({ node, path, value, isLow }): Finding[] => {
      // The public engine runs one iteration on a budget below 1.
      if (isLow && graph.compat === 'agentcanvas') return [];
      const whose = node === undefined ? 'The budget of the graph' : `The budget of iterIn ${node}`;
      return [
        {
          message: `${whose} is ${JSON.stringify(value)}, which is not a whole number of at least 1.`,
          where: { ...(node === undefined ? {} : { node }), path },
          hint: 'Write a whole number of at least 1, or remove it.',
        },
      ];
    }),
};
