// A bounded loop as it is drawn: the attempt, who judges it, and the person who is asked before it is made again.
import type { GraphView, GraphViewEdge, GraphViewNode } from '../../shared/contract/graph.ts';
import {
  ATTEMPT,
  type CheckedBoundedGraph,
  CONFIRM,
  JUDGE,
  LOOP_SCOPE,
} from '../../shared/model/checkedBoundedGraph.ts';
import type { CheckedNode } from '../../shared/model/checkedGraph.ts';
import { toPublicRecord } from '../../shared/model/publicValue.ts';

export function boundedDrawing(graph: CheckedBoundedGraph): Pick<GraphView, 'nodes' | 'edges' | 'scopes' | 'bounded'> {
  const { prompt, maxIters, predicateText } = graph.request;
  return {
    bounded: { prompt, maxIters, predicate: predicateText },
    nodes: graph.nodes.map(viewNode),
    edges: graph.edges.map((edge): GraphViewEdge => ({ ...edge, role: 'wire' })),
    scopes: [
      {
        scope: LOOP_SCOPE,
        parent: null,
        budget: graph.request.maxIters,
        ownBudget: graph.request.maxIters,
        slots: [],
        carries: [],
      },
    ],
  };
}

const LABELS: Readonly<Record<string, string>> = {
  [ATTEMPT]: 'Attempt',
  [JUDGE]: 'Judge',
  [CONFIRM]: 'Ask before the next attempt',
};

function viewNode({ id, type, authoredType, inputs, outputs, config }: CheckedNode): GraphViewNode {
  return {
    id,
    label: LABELS[id] ?? id,
    type: authoredType ?? type,
    role: 'operator',
    scope: LOOP_SCOPE,
    band: false,
    inputs: inputs.map(({ port, required }) => ({ port, required })),
    outputs: [...outputs],
    config: toPublicRecord(config),
  };
}
