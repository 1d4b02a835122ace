// A socket graph as it is drawn: sockets, their routes, and loops with what they go over.
import { GRAPH_SCOPE } from '../../shared/base/ids.ts';
import type {
  GraphView,
  GraphViewEdge,
  GraphViewNode,
  GraphViewRoute,
  GraphViewScope,
} from '../../shared/contract/graph.ts';
import type { CheckedNode } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph, EdgeSpec, ExitSpec, SocketSpec } from '../../shared/model/checkedSocketGraph.ts';
import { toPublicRecord } from '../../shared/model/publicValue.ts';
import { type Condition, END } from '../../shared/model/socketGraph.ts';
import { cursorSlot, stateSlot } from '../../shared/model/statePath.ts';

export function socketDrawing(graph: CheckedSocketGraph): Pick<GraphView, 'nodes' | 'edges' | 'scopes'> {
  const edges = [...graph.sockets.flatMap((socket) => edgesOf(graph, socket)), ...exitsOf(graph)];
  const nodes = graph.nodes.map((node, i) => viewNode(graph, node, graph.sockets[i]));
  const leadsToEnd = edges.some((edge) => edge.target === END);
  return { nodes: leadsToEnd ? [...nodes, endNode()] : nodes, edges, scopes: viewLoops(graph) };
}

/** The id of the line that stands for the `index`th edge of a socket; as those in the checked graph are called. */
export function routeEdgeId(socket: string, index: number): string {
  return `${socket}.edges[${index}]`;
}

/** The id of the line that stands for an exit. Exits of two loops may have one id. */
export function exitEdgeId(loop: string, exit: string): string {
  return `exit:${loop}.${exit}`;
}

function viewNode(graph: CheckedSocketGraph, node: CheckedNode, socket: SocketSpec | undefined): GraphViewNode {
  return {
    id: node.id,
    label: node.label ?? node.id,
    type: node.authoredType ?? node.type,
    role: node.role,
    scope: graph.runsIn[node.id] ?? GRAPH_SCOPE,
    band: false,
    inputs: node.inputs.map(({ port, required }) => ({ port, required })),
    outputs: [...node.outputs],
    config: toPublicRecord(node.config),
    ...(node.position === undefined ? {} : { position: node.position }),
    ...(socket === undefined ? {} : { socket: viewSocket(graph, socket) }),
  };
}

function viewSocket(graph: CheckedSocketGraph, socket: SocketSpec): NonNullable<GraphViewNode['socket']> {
  const { materia, parse, generator, assigns, advance } = socket;
  return {
    materia,
    entry: graph.entry === socket.id,
    parse,
    generator,
    assigns: assigns.map(({ target, source }) => ({ slot: stateSlot(target), source })),
    ...(advance === undefined
      ? {}
      : { advance: { ...advance, cursor: cursorSlot(advance.cursor), items: stateSlot(advance.items) } }),
  };
}

function endNode(): GraphViewNode {
  return {
    id: END,
    label: END,
    type: END,
    role: 'end',
    scope: GRAPH_SCOPE,
    band: false,
    inputs: [],
    outputs: [],
    config: {},
  };
}

function edgesOf(graph: CheckedSocketGraph, socket: SocketSpec): GraphViewEdge[] {
  return socket.edges.map((edge, index) => ({
    id: routeEdgeId(socket.id, index),
    source: socket.id,
    sourceHandle: `edges[${index}]`,
    target: edge.to,
    targetHandle: 'in',
    role: goesRound(graph, socket.id, edge) ? 'back' : 'edge',
    route: routeOf(`edges[${index}]`, edge.when, edge.maxTraversals),
  }));
}

/**
 * A back-edge leads to the same socket, or to one that stands before it in the list of a loop that has both. An edge that goes
 * forward in one loop and back in another goes back.
 */
function goesRound(graph: CheckedSocketGraph, from: string, { to }: EdgeSpec): boolean {
  if (from === to) return true;
  return graph.loops.some(({ sockets }) => {
    const place = sockets.indexOf(to);
    return place >= 0 && place <= sockets.indexOf(from);
  });
}

function exitsOf(graph: CheckedSocketGraph): GraphViewEdge[] {
  return graph.loops.flatMap((loop) =>
    loop.exits.map((exit) => ({
      id: exitEdgeId(loop.id, exit.id),
      source: exit.from,
      sourceHandle: exit.id,
      target: exit.target,
      targetHandle: 'in',
      role: 'exit' as const,
      route: { ...routeOf(exit.id, exit.condition), loop: loop.id, compiled: exit.compiled },
    })),
  );
}

function routeOf(candidate: string, condition: Condition, limit?: number): GraphViewRoute {
  const words = condition.replace('_', ' ');
  return {
    candidate,
    condition,
    ...(limit === undefined ? {} : { limit }),
    compiled: false,
    label: limit === undefined ? words : `${words}, at most ${limit}×`,
  };
}

function viewLoops(graph: CheckedSocketGraph): GraphViewScope[] {
  return graph.loops.map((loop) => ({
    scope: loop.id,
    parent: graph.forest.scopes[loop.id]?.parent_scope_id ?? null,
    loop: {
      sockets: [...loop.sockets],
      ...(loop.items === undefined ? {} : { items: stateSlot(loop.items) }),
      ...(loop.cursor === undefined ? {} : { cursor: cursorSlot(loop.cursor) }),
      ...(loop.as === undefined ? {} : { as: loop.as }),
      ...(loop.from === undefined || loop.output === undefined
        ? {}
        : { consumes: { from: loop.from, output: loop.output } }),
      exits: loop.exits.map((exit) => viewExit(loop.id, exit)),
    },
    slots: [],
    carries: [],
  }));
}

function viewExit(loop: string, { id, from, condition, target, compiled }: ExitSpec) {
  return { id, from, condition, target, compiled, edge: exitEdgeId(loop, id) };
}
