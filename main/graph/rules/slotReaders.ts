// Which inputs read which slots of an iterIn: the edges by input, and the slot that an edge leaves from.
import type { CheckedEdge, SlotSpec } from '../../../shared/model/checkedGraph.ts';
import type { PivotDraft } from '../pivot/draft.ts';

export interface WiredInput {
  readonly node: string;
  readonly port: string;
  /** In the order of declaration; later ones win among equals. */
  readonly edges: readonly CheckedEdge[];
}

/** Every input that has a wire, by node and then in the order of the first wire. */
export function wiredInputs({ graph, wires }: PivotDraft): WiredInput[] {
  return graph.nodes.flatMap(({ id }) => {
    const byPort = new Map<string, CheckedEdge[]>();
    for (const edge of wires.into(id)) byPort.set(edge.targetHandle, [...(byPort.get(edge.targetHandle) ?? []), edge]);
    return [...byPort].map(([port, edges]) => ({ node: id, port, edges }));
  });
}

/** The slot that an edge reads; undefined where it does not leave a paired iterIn, or reads its step. */
export function slotRead({ graph, pairs }: PivotDraft, edge: CheckedEdge): SlotSpec | undefined {
  if (!pairs.outOf.has(edge.source)) return undefined;
  return graph.scopes[edge.source]?.slots.find((slot) => slot.name === edge.sourceHandle);
}
