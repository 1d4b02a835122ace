// The verdict reflects the terminal iteration because nothing else can reach it: a guarantee of structure, not of timing.
import type { Finding, Rule } from './rule.ts';

export const bandPurity: Rule = {
  code: 'band-purity',
  source: 'seed 001 §6, §9',
  sentence:
    "A node after the loop lies outside of every loop and takes inputs only from a root loop's final side or from other such nodes.",
  example: '`verdict` reads `iterOut_1.final_obs` and also `policy.action` of the body',
  find: ({ graph, wires, placement, scopeOf, node }) => {
    const isAfterLoop = (edge: { source: string; target: string }) =>
      placement.isFinal(edge) || placement.isInBand(edge.source);
    const impure = graph.band.flatMap((id) =>
      wires.into(id).flatMap((edge): Finding[] => {
        if (isAfterLoop(edge)) return [];
        return [
          {
            message: `${id} runs once, after the loop, but edge ${edge.id} feeds it from ${edge.source}, which is not on the final side.`,
            where: { node: id, port: edge.targetHandle, edge: edge.id },
            hint: `Carry the value: declare a port for it on the iterOut, wire ${edge.source}.${edge.sourceHandle} into that port, and read it here from final_<name>.`,
          },
        ];
      }),
    );
    const inside = graph.edges.flatMap((edge): Finding[] => {
      const target = node(edge.target);
      if (
        !isAfterLoop(edge) ||
        placement.isInBand(edge.target) ||
        target?.role === 'iterIn' ||
        target?.role === 'iterOut'
      )
        return [];
      return [
        {
          message: `Edge ${edge.id} leads from after the loop into ${edge.target}, which lies inside the loop ${scopeOf(edge.target)}.`,
          where: { node: edge.target, port: edge.targetHandle, edge: edge.id },
          hint: `Read the final side only outside of loops, or take the node's other inputs from the final side too.`,
        },
      ];
    });
    return [...impure, ...inside];
  },
};
