// A budget is a number of iterations.
import { toPublic } from '../../../shared/model/publicValue.ts';
import type { Finding, Rule } from './rule.ts';

export const budget: Rule = {
  code: 'budget',
  source: 'semantics §1, Budget',
  sentence:
    'A budget is a whole number of at least 1; null and absent mean none (under agentcanvas one below 1 is a note).',
  example: '`"step_budget": 0`',
  find: ({ budgets, graph }) =>
    budgets.faults.map(({ node, path, value, isLow }): Finding => {
      const whose = node === undefined ? 'The budget of the graph' : `The budget of iterIn ${node}`;
      return {
        message: `${whose} is ${JSON.stringify(toPublic(value))}, which is not a whole number of at least 1.`,
        where: { ...(node === undefined ? {} : { node }), path },
        // The public engine takes such a budget, and runs one iteration on it.
        isNote: isLow && graph.compat === 'agentcanvas',
        hint: 'Write a whole number of at least 1, or remove it.',
      };
    }),
};
