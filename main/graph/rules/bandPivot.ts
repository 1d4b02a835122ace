// Root loops run side by side; one can't start with what another ended with.
import type { Rule } from './rule.ts';

export const bandPivot: Rule = {
  code: 'band-pivot',
  source: 'semantics §1, After-loop band',
  sentence: "A root loop's final side does not feed a pivot of another loop, directly or through nodes after the loop.",
  example: '`{"source": "iterOut_1", "sourceHandle": "final_plan", "target": "iterIn_2", …}`',
  find: ({ graph, placement, node }) => {
    const band = new Set(graph.band);
    return graph.edges.flatMap((edge) => {
      const target = node(edge.target);
      if (target?.role !== 'iterIn' && target?.role !== 'iterOut') return [];
      if (!placement.isFinal(edge) && !band.has(edge.source)) return [];
      return [
        {
          message: `Edge ${edge.id} leads from after a loop into ${target.role} ${target.id}; root loops run side by side, never in sequence.`,
          where: { node: target.id, port: edge.targetHandle, edge: edge.id },
          hint: 'Put both loops into the body of an outer loop, and hand the result over through a graphOut and a graphIn.',
        },
      ];
    });
  },
};
