// What a run of a graph may be given: the graphIns that nothing inside the graph feeds (semantics §1, Inputs and outputs).
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';

export interface RunInput {
  /** The portName; the node's id where it has none. */
  readonly name: string;
  readonly node: string;
  readonly wireType?: string;
}

export function runInputs(graph: CheckedGraph): RunInput[] {
  const fed = new Set(graph.edges.map((edge) => edge.target));
  return graph.nodes.flatMap((node) => {
    if (node.role !== 'graphIn' || fed.has(node.id)) return [];
    const { portName, wireType } = node.config;
    return [
      {
        name: typeof portName === 'string' && portName !== '' ? portName : node.id,
        node: node.id,
        ...(typeof wireType === 'string' ? { wireType } : {}),
      },
    ];
  });
}
