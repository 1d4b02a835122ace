// A loop without a stop signal runs to its budget; that is intended for rollouts of a fixed length, and worth knowing.
import { counted } from '../wording.ts';
import type { StaticHazard } from './staticHazard.ts';

export const budgetOnly: StaticHazard = {
  code: 'budget-only',
  severity: 'info',
  source: 'seed 001 §10',
  sentence: 'The stop input of an iterOut is not wired: the loop runs to its budget.',
  example: 'no edge with the target handle `stop` into `iterOut_1`',
  find: ({ graph, pairs, wires }) =>
    [...pairs.outOf].flatMap(([scope, iterOut]) => {
      if (wires.into(iterOut).some((edge) => edge.targetHandle === 'stop')) return [];
      const budget = graph.forest.scopes[scope]?.effective_budget ?? 0;
      return [
        {
          title: 'Runs to its budget',
          message: `Nothing is wired into ${iterOut}.stop, so the loop ${scope} always runs ${counted(budget, 'iteration')}, its whole budget.`,
          where: { scope, node: iterOut, port: 'stop' },
        },
      ];
    }),
};
