// What of a graph can't be run here: the nodes whose operator nobody knows. They load, are checked and are drawn all the same.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';

export interface MissingOperator {
  readonly node: string;
  readonly type: string;
}

/** `known`: the names of the operators that there are. In the order of the nodes. */
export function missingOperators(graph: CheckedGraph, known: ReadonlySet<string>): MissingOperator[] {
  return graph.nodes
    .filter((node) => node.role === 'operator' && !known.has(node.type))
    .map(({ id, type }) => ({ node: id, type }));
}
