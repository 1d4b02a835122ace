// How often an item may come back before that counts as getting nowhere. The public engine behind seed 000 allows three rounds
// without an advance by default, the graph's `limits.maxNoAdvanceCycles` says otherwise (semantics §5), and rounds by an edge with
// maxTraversals are not counted, as those are bounded by their author. The same is held to here, whatever rules a run went by.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { socketsOf } from './socketLists.ts';

const ROUNDS = 3;

export function roundsAllowed(graph: CheckedGraph | undefined): number {
  return socketsOf(graph)?.limits.noAdvanceCycles ?? ROUNDS;
}

/** Whether an edge decision took an edge that its author has bounded. */
export function isBounded({ subject, chosen }: EventOf<'decision.made'>, graph: CheckedGraph | undefined): boolean {
  const place = Number(/^edges\[(\d+)\]$/.exec(chosen ?? '')?.[1] ?? -1);
  const socket = socketsOf(graph)?.sockets.find(({ id }) => id === subject);
  return socket?.edges[place]?.maxTraversals !== undefined;
}
