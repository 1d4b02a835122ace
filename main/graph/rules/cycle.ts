// The pivots are the one structure that expresses iteration; a drawn cycle is none.
import type { Rule } from './rule.ts';

export const cycle: Rule = {
  code: 'cycle',
  source: 'semantics §1, Firing',
  sentence: 'The drawn graph has no cycle; going round again is what the pivots do.',
  example: '`a.y → b.x` and `b.y → a.x`',
  warnsUnder: ['agentcanvas'],
  find: ({ knots, wires }) =>
    knots.map(({ cycle: nodes, nodes: all }) => {
      const first = nodes[0] as string;
      const last = nodes[nodes.length - 1] as string;
      const back = wires.outOf(last).find((edge) => edge.target === first);
      const others = all.filter((node) => !nodes.includes(node));
      const more = others.length === 0 ? '' : ` On other circles with them: ${others.join(', ')}.`;
      return {
        message: `These nodes feed one another in a circle, so none can be first: ${[...nodes, first].join(' → ')}.${more}`,
        where: { node: first, ...(back === undefined ? {} : { edge: back.id }) },
        hint: 'Remove one of the edges, or carry the value round through an iterOut port.',
      };
    }),
};
