// Addresses of what holds values (interfaces §2): a slot as `<scope>.init_x`, `<graphOut>.latch` or its own name in the graph
// scope, such as `state.a.b[2]`; an input or output as `node.port`. Reserved characters in ids are percent-encoded, so an address splits at its dot.
import { LOOP_SCOPE } from '../../shared/model/checkedBoundedGraph.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import { decodeId, encodeId } from '../../shared/model/path.ts';
import { cursorSlot, parseSlot, stateSlot } from '../../shared/model/statePath.ts';

export type Place =
  | { readonly kind: 'slot'; readonly scope: string; readonly slot: string }
  | { readonly kind: 'input' | 'output' | 'boundary'; readonly node: string; readonly port: string };

const LATCH = '.latch';

/** The address of a slot, as events name it. */
export function slotAddress(scope: string, slot: string): string {
  if (slot.endsWith(LATCH)) return `${encodeId(slot.slice(0, -LATCH.length))}${LATCH}`;
  // A bounded loop's slots bear their scope in their names.
  if (scope === LOOP_SCOPE && slot.startsWith(`${LOOP_SCOPE}.`)) return slot;
  return scope === '' ? slot : `${encodeId(scope)}.${encodeId(slot)}`;
}

export function portAddress(node: string, port: string): string {
  return `${encodeId(node)}.${encodeId(port)}`;
}

/**
 * What an address names: a slot that was written or that the graph declares, else a port. Where a node has an input and
 * an output of one name, the input is meant. Undefined where it names nothing that can hold a value.
 */
export function placeOf(
  address: string,
  graph: CheckedGraph | undefined,
  slots: readonly { readonly scope: string; readonly slot: string }[],
): Place | undefined {
  const written = slots.find(({ scope, slot }) => slotAddress(scope, slot) === address);
  if (written) return { kind: 'slot', ...written };
  const dot = address.lastIndexOf('.');
  if (dot <= 0) return undefined;
  if (graph?.dialect === 'socket') {
    const slot = socketSlot(address, graph, slots);
    if (slot !== undefined) return { kind: 'slot', scope: '', slot };
  }
  const node = decodeId(address.slice(0, dot));
  const port = decodeId(address.slice(dot + 1));
  const pivot = graph?.dialect === 'pivot' ? graph : undefined;
  if (pivot?.scopes[node]?.slots.some((slot) => slot.name === port)) return { kind: 'slot', scope: node, slot: port };
  if (pivot?.containers.some((container) => container.states.some((state) => state.slot === address)))
    return { kind: 'slot', scope: '', slot: address };
  const known = graph?.nodes.find((one) => one.id === node);
  if (graph && !known) return undefined;
  if (known?.role === 'iterOut') return { kind: 'boundary', node, port };
  if (known?.role === 'graphOut' && port === 'latch')
    return { kind: 'slot', scope: graph?.forest.node_to_scope[node] ?? '', slot: `${node}${LATCH}` };
  const isOutput = known && !known.inputs.some((one) => one.port === port) && known.outputs.includes(port);
  return { kind: isOutput ? 'output' : 'input', node, port };
}

/** A cursor that the graph names, or a place in a state that was written or that the graph names, however deep; as events call it. */
function socketSlot(
  address: string,
  graph: CheckedSocketGraph,
  slots: readonly { readonly slot: string }[],
): string | undefined {
  const place = parseSlot(address);
  if (place?.kind === 'cursor') {
    const isKnown = [...graph.loops, ...graph.sockets.map((socket) => socket.advance)].some(
      (one) => one?.cursor === place.name,
    );
    return isKnown || Object.hasOwn(graph.cursors, place.name) ? cursorSlot(place.name) : undefined;
  }
  const top = place?.path[0];
  if (place === undefined || top === undefined) return undefined;
  const isKnown =
    Object.hasOwn(graph.state, top) ||
    graph.loops.some(({ items }) => items?.[0] === top) ||
    graph.sockets.some(({ assigns }) => assigns.some(({ target }) => target[0] === top)) ||
    slots.some(({ slot }) => isBelow(slot, top));
  return isKnown ? stateSlot(place.path) : undefined;
}

function isBelow(slot: string, top: string): boolean {
  const place = parseSlot(slot);
  return place?.kind === 'state' && place.path[0] === top;
}

/**
 * The node and port of a decision's subject or a hazard's input, `node.port` as written, with the ids not encoded. A socket is
 * the subject itself, without a port.
 */
export function splitSubject(subject: string, graph: CheckedGraph | undefined): { node: string; port: string } {
  if (graph?.dialect === 'socket') return { node: subject, port: '' };
  const known = graph?.nodes.find((node) => subject.startsWith(`${node.id}.`) && hasPort(node, subject));
  const dot = known ? known.id.length : subject.lastIndexOf('.');
  return { node: subject.slice(0, Math.max(0, dot)), port: subject.slice(dot + 1) };
}

function hasPort(node: CheckedGraph['nodes'][number], subject: string): boolean {
  const port = subject.slice(node.id.length + 1);
  return node.role === 'iterOut' || node.inputs.some((input) => input.port === port);
}

/** Operators' inputs that more than one wire reaches, in the order of the edges. */
export function inputsOfSeveralWires(
  graph: CheckedGraph | undefined,
): { readonly node: string; readonly port: string }[] {
  // A socket is reached by a route, not by values.
  if (graph?.dialect !== 'pivot') return [];
  const counts = new Map<string, { readonly node: string; readonly port: string; wires: number }>();
  for (const { target, targetHandle } of graph.edges) {
    const key = portAddress(target, targetHandle);
    const known = counts.get(key) ?? { node: target, port: targetHandle, wires: 0 };
    known.wires++;
    counts.set(key, known);
  }
  const operators = new Set(graph.nodes.filter((node) => node.role === 'operator').map((node) => node.id));
  return [...counts.values()].filter(({ node, wires }) => wires > 1 && operators.has(node));
}
