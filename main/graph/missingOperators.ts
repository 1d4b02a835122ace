// What of a graph can't be run here: the nodes whose operator nobody knows. They load, are checked and are drawn all the same.
import type { CheckedGraph, CheckedNode } from '../../shared/model/checkedGraph.ts';

export interface MissingOperator {
  readonly node: string;
  readonly type: string;
}

/** `known`: the names of the operators that there are. In the order of the nodes. */
export function missingOperators(graph: CheckedGraph, known: ReadonlySet<string>): MissingOperator[] {
  return graph.nodes
    .filter((node, index) => node.role === 'operator' && !(known.has(node.type) && isNamed(graph, node, index)))
    .map(({ id, type }) => ({ node: id, type }));
}

/** A materia without `operator` runs only with a stand-in, even where its kind is called like an operator (semantics §2, File). */
function isNamed(graph: CheckedGraph, node: CheckedNode, index: number): boolean {
  return graph.dialect !== 'socket' || node.authoredType !== undefined || graph.sockets[index]?.operator !== undefined;
}
