// Root loops run side by side; one can't start with what another ended with.
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import { reachable } from '../pivot/wires.ts';
import type { Rule } from './rule.ts';

export const bandPivot: Rule = {
  code: 'band-pivot',
  source: 'semantics §1, After-loop band',
  sentence:
    "A root loop's final side or latch does not feed a pivot of another loop, directly or through nodes after the loop.",
  example: '`{"source": "iterOut_1", "sourceHandle": "final_plan", "target": "iterIn_2", …}`',
  find: (draft) => {
    const { graph, placement, node, scopeOf } = draft;
    const after = afterALatch(draft);
    return graph.edges.flatMap((edge) => {
      const target = node(edge.target);
      if (target?.role !== 'iterIn' && target?.role !== 'iterOut') return [];
      const isOwn = scopeOf(edge.source) !== GRAPH_SCOPE && scopeOf(edge.source) === scopeOf(target.id);
      if (!placement.isFinal(edge) && !placement.isInBand(edge.source) && (isOwn || !after.has(edge.source))) return [];
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

/** The latches of root loops, which release when their loop has ended, and what they feed outside of loops. */
function afterALatch({ graph, node, scopeOf, wires, placement }: PivotDraft): ReadonlySet<string> {
  const isRootLatch = (id: string): boolean =>
    node(id)?.role === 'graphOut' && scopeOf(id) !== GRAPH_SCOPE && placement.parentOf(scopeOf(id)) === GRAPH_SCOPE;
  return reachable(graph.nodes.map(({ id }) => id).filter(isRootLatch), (id) =>
    wires
      .outOf(id)
      .map((edge) => edge.target)
      .filter((target) => scopeOf(target) === GRAPH_SCOPE),
  );
}
