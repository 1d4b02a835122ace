// What a body may read of its iterIn: the slots that were synthesised, and the iteration's number.
import { didYouMean, listed } from '../wording.ts';
import type { Rule } from './rule.ts';

export const iterinHandle: Rule = {
  code: 'iterin-handle',
  source: 'seed 001 §9',
  sentence:
    'An edge out of an iterIn leaves from `init_<name>`, `iterout_<name>`, a handle that another edge fills, or `step`.',
  example: '`{"source": "iterIn_1", "sourceHandle": "obs", …}` where the slot is `init_obs`',
  find: ({ graph, node, pairs }) =>
    graph.edges.flatMap((edge) => {
      const source = node(edge.source);
      if (source?.role !== 'iterIn' || edge.sourceHandle === '' || source.outputs.includes(edge.sourceHandle))
        return [];
      // An iterIn without a partner has no iterout_ slots; that it has no partner is the fault.
      if (!pairs.outOf.has(source.id) && edge.sourceHandle.startsWith('iterout_')) return [];
      const meant = source.outputs.filter(
        (name) => name === `iterout_${edge.sourceHandle}` || name === `init_${edge.sourceHandle}`,
      );
      const guess =
        meant.length > 0 ? ` Did you mean ${listed(meant)}?` : didYouMean(edge.sourceHandle, source.outputs);
      return [
        {
          message: `Edge ${edge.id} leaves iterIn ${source.id} from "${edge.sourceHandle}", which it does not have.${guess}`,
          where: { node: source.id, port: edge.sourceHandle, edge: edge.id },
          hint: `Use one of ${listed(source.outputs)}, or declare the port.`,
        },
      ];
    }),
};
