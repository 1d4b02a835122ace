// The first pass of a loop under agentcanvas, where nodes fire from one queue in the order in which edges deliver to them, and
// iterOut fires as soon as its required ports, or else its first carry, are there (semantics §5). Every output is taken to
// deliver; inner loops are taken to go round once.
import type { CheckedEdge, CheckedNode } from '../../../shared/model/checkedGraph.ts';
import type { PivotDraft } from './draft.ts';
import { declaredPorts } from './operatorPorts.ts';

/** The ids of the edges that have delivered to the loop's iterOut when it fires; undefined where it never does. */
export function deliveredAtBoundary(draft: PivotDraft, scope: string): ReadonlySet<string> | undefined {
  const { graph, wires, placement, node, pairs } = draft;
  const iterOut = pairs.outOf.get(scope);
  if (iterOut === undefined) return undefined;
  const delivered = new Set<string>();
  // What comes from around the loop is there before it is entered.
  for (const edge of graph.edges) if (!placement.holds(scope, placement.feeds(edge))) delivered.add(edge.id);
  const queue: string[] = [scope];
  const queued = new Set(queue);
  const deliver = (edge: CheckedEdge): void => {
    delivered.add(edge.id);
    const target = node(edge.target);
    if (!target || queued.has(target.id) || !isReady(target, wires.into(target.id), delivered)) return;
    queued.add(target.id);
    queue.push(target.id);
  };
  for (let at = 0; at < queue.length; at++) {
    const id = queue[at] as string;
    if (id === iterOut)
      return new Set(wires.into(iterOut).flatMap((edge) => (delivered.has(edge.id) ? [edge.id] : [])));
    for (const edge of wires.outOf(id)) deliver(edge);
  }
  return undefined;
}

function isReady(node: CheckedNode, into: readonly CheckedEdge[], delivered: ReadonlySet<string>): boolean {
  const has = (port: string): boolean => into.some((edge) => edge.targetHandle === port && delivered.has(edge.id));
  const inputs = node.role === 'iterOut' ? node.inputs.filter((input) => input.port !== 'stop') : node.inputs;
  const required = isUnknown(node) ? inputs : node.role === 'iterIn' ? [] : inputs.filter((input) => input.required);
  if (required.length > 0) return required.every((input) => has(input.port));
  return node.role === 'iterIn' || inputs.some((input) => has(input.port));
}

/** What an operator of another program requires is not known; that it waits for all that is wired to it is the safe guess. */
function isUnknown({ role, type, config }: CheckedNode): boolean {
  return role === 'operator' && declaredPorts(type, config) === undefined;
}
