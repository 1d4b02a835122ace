// A loop is entered when its init side delivers; without a wire it never is.
import type { Rule } from './rule.ts';

export const unwiredIterin: Rule = {
  code: 'unwired-iterin',
  source: 'semantics §1',
  sentence: 'At least one edge leads into an iterIn.',
  example: '`iterIn_1` with initPorts, and no edge whose target is `iterIn_1`',
  warnsUnder: ['agentcanvas'],
  find: ({ graph, flat, pathOf }) => {
    const targets = new Set(flat.edges.map((edge) => edge.target));
    return graph.nodes.flatMap((node) => {
      if (node.role !== 'iterIn' || targets.has(node.id)) return [];
      return [
        {
          message: `Nothing is wired into iterIn ${node.id}, so its loop would never be entered.`,
          where: { node: node.id, path: pathOf(node.id) },
          hint: 'Wire a start value from a node outside the loop into one of its init_<name> handles.',
        },
      ];
    });
  },
};
