// A graph without composites: every composite's inner nodes stand in its place as `<composite>__<id>`, and the wires that
// named its ports lead to what is inside (semantics §1, File). A composite's boundary nodes vanish, wires joined through
// them, unless it holds pivots: then they stay, since a graphOut of a loop is a latch (seed 001 §8).
import type { GraphEdge, GraphNode, PivotGraph } from '../../../shared/model/graph.ts';
import { isRecord, snapshot, type ValueRecord } from '../../../shared/model/value.ts';
import { filePath } from '../filePath.ts';

export interface FlatNode {
  readonly id: string;
  readonly type: string;
  readonly label?: string;
  readonly position?: { readonly x: number; readonly y: number };
  readonly config: ValueRecord;
  /** Where it stands in the file, such as `nodes[3].subgraph.nodes[0]`. */
  readonly path: string;
}

export interface FlatEdge {
  /** Unique: an edge without an id of its own is named by its ends, and a second one of the same id is numbered. */
  readonly id: string;
  readonly source: string;
  /** "" where the file names none and the node has not just one. */
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
  readonly path: string;
}

/** A wire to or from a composite that names no boundary of it. */
export interface StrayWire {
  readonly composite: string;
  readonly edge: string;
  readonly path: string;
  readonly side: 'input' | 'output';
  readonly port: string;
  readonly ports: readonly string[];
}

/** An access grant: the node may read and write the container's states. */
export interface FlatGrant {
  readonly node: string;
  readonly container: string;
  /** What the node calls the container: its id within the composite that declares it. */
  readonly name: string;
  readonly path: string;
}

/** A state container as it stands in the file. */
export interface FlatContainer {
  readonly id: string;
  readonly source: ValueRecord;
  readonly path: string;
}

export interface FlatGraph {
  readonly nodes: readonly FlatNode[];
  readonly edges: readonly FlatEdge[];
  readonly strays: readonly StrayWire[];
  readonly containers: readonly FlatContainer[];
  readonly grants: readonly FlatGrant[];
}

const BOUNDARIES = new Set(['graphIn', 'graphOut']);
const PIVOTS = new Set(['iterIn', 'iterOut']);

export function flattenGraph(graph: PivotGraph): FlatGraph {
  const flat = flatten(graph, []);
  const taken = new Set<string>();
  const edges = flat.edges.map((edge) => {
    let id = edge.id;
    for (let n = 2; taken.has(id); n++) id = `${edge.id}#${n}`;
    taken.add(id);
    return id === edge.id ? edge : { ...edge, id };
  });
  return { ...flat, edges };
}

function flatten(graph: PivotGraph, above: readonly PropertyKey[]): FlatGraph {
  const nodes: FlatNode[] = [];
  const strays: StrayWire[] = [];
  const innerEdges: FlatEdge[] = [];
  const containers = (graph.containers ?? []).map((container, index): FlatContainer => {
    const source = snapshot(container);
    const path = filePath([...above, 'containers', index]);
    return { id: container.id, source: isRecord(source) ? source : {}, path };
  });
  const grants = (graph.access_grants ?? []).map(
    ({ node_id: node, container_id: container }, index): FlatGrant => ({
      node,
      container,
      name: container,
      path: filePath([...above, 'access_grants', index]),
    }),
  );
  const vanishing = new Set<string>();
  const insides = new Map<string, Inside>();
  const types = new Map(graph.nodes.map((node) => [node.id, node.type]));
  for (const [index, node] of graph.nodes.entries()) {
    const path = [...above, 'nodes', index];
    const subgraph = subgraphOf(node);
    if (subgraph === undefined) {
      nodes.push(flatNode(node, filePath(path)));
      continue;
    }
    const inside = prefixed(node.id, flatten(subgraph, [...path, 'subgraph']), subgraph);
    insides.set(node.id, inside);
    nodes.push(...inside.nodes);
    innerEdges.push(...inside.edges);
    strays.push(...inside.strays);
    containers.push(...inside.containers);
    grants.push(...inside.grants);
    for (const id of inside.vanishing) vanishing.add(id);
  }
  const edges: FlatEdge[] = [];
  for (const [index, edge] of graph.edges.entries()) {
    const drawn = flatEdge(edge, filePath([...above, 'edges', index]), types);
    edges.push(...throughComposites(drawn, insides, strays));
  }
  return {
    nodes: nodes.filter((node) => !vanishing.has(node.id)),
    edges: joined([...edges, ...innerEdges], vanishing),
    strays,
    containers,
    grants,
  };
}

interface Inside extends FlatGraph {
  /** portName → the boundary nodes that have it. */
  readonly inputs: ReadonlyMap<string, readonly string[]>;
  readonly outputs: ReadonlyMap<string, readonly string[]>;
  readonly vanishing: readonly string[];
}

/** A flat subgraph as a part of the graph around it. */
function prefixed(composite: string, inner: FlatGraph, subgraph: PivotGraph): Inside {
  const name = (id: string) => `${composite}__${id}`;
  const own = new Set(subgraph.nodes.map((node) => node.id));
  const known = new Set(inner.nodes.map((node) => node.id));
  const inputs = new Map<string, string[]>();
  const outputs = new Map<string, string[]>();
  const vanishing: string[] = [];
  const holdsPivots = subgraph.nodes.some((node) => PIVOTS.has(node.type));
  const nodes = inner.nodes.map((node) => {
    // Only this composite's own boundaries are its ports; an inner composite's have been dealt with.
    if (BOUNDARIES.has(node.type) && own.has(node.id)) {
      const ports = node.type === 'graphIn' ? inputs : outputs;
      const port = typeof node.config.portName === 'string' ? node.config.portName : node.id;
      ports.set(port, [...(ports.get(port) ?? []), name(node.id)]);
      if (!holdsPivots) vanishing.push(name(node.id));
    }
    const { pairedWith } = node.config;
    const config =
      typeof pairedWith === 'string' && known.has(pairedWith)
        ? (snapshot({ ...node.config, pairedWith: name(pairedWith) }) as ValueRecord)
        : node.config;
    return { ...node, id: name(node.id), config };
  });
  const edges = inner.edges.map((edge) => ({
    ...edge,
    id: name(edge.id),
    source: name(edge.source),
    target: name(edge.target),
  }));
  const strays = inner.strays.map((stray) => ({
    ...stray,
    composite: name(stray.composite),
    edge: name(stray.edge),
  }));
  const declared = new Set(inner.containers.map((container) => container.id));
  const containers = inner.containers.map((container) => ({ ...container, id: name(container.id) }));
  // A container that the composite does not declare itself is one of the graph around it.
  const grants = inner.grants.map((grant) => ({
    ...grant,
    node: name(grant.node),
    container: declared.has(grant.container) ? name(grant.container) : grant.container,
  }));
  return { nodes, edges, strays, containers, grants, inputs, outputs, vanishing };
}

/** The wires that an edge stands for once the composites at its ends are replaced by their boundaries. */
function throughComposites(edge: FlatEdge, insides: ReadonlyMap<string, Inside>, strays: StrayWire[]): FlatEdge[] {
  let made: FlatEdge[] = [edge];
  const from = insides.get(edge.source);
  if (from !== undefined) {
    const ends = from.outputs.get(edge.sourceHandle);
    if (ends === undefined) strays.push(stray(edge, 'output', edge.source, edge.sourceHandle, from.outputs));
    made = (ends ?? []).map((source) => ({ ...edge, source, sourceHandle: 'value' }));
  }
  const to = insides.get(edge.target);
  if (to !== undefined) {
    const ends = to.inputs.get(edge.targetHandle);
    if (ends === undefined) strays.push(stray(edge, 'input', edge.target, edge.targetHandle, to.inputs));
    made = made.flatMap((wire) => (ends ?? []).map((target) => ({ ...wire, target, targetHandle: 'value' })));
  }
  return made;
}

function stray(
  edge: FlatEdge,
  side: StrayWire['side'],
  composite: string,
  port: string,
  ports: ReadonlyMap<string, readonly string[]>,
): StrayWire {
  return { composite, edge: edge.id, path: edge.path, side, port, ports: [...ports.keys()] };
}

/**
 * The edges with every vanishing node taken out and the wires on its two sides joined. A joined wire keeps the place of the
 * one that stands first, the one drawn outside: what is declared later wins, and that is how the author sees the order.
 */
function joined(edges: readonly FlatEdge[], vanishing: ReadonlySet<string>): FlatEdge[] {
  let current = [...edges];
  for (const id of vanishing) {
    const into = current.filter((edge) => edge.target === id);
    const outOf = current.filter((edge) => edge.source === id);
    const place = new Map(current.map((edge, index) => [edge, index]));
    const isAfter = (a: FlatEdge, b: FlatEdge) => (place.get(a) ?? 0) > (place.get(b) ?? 0);
    current = current.flatMap((edge) => {
      if (edge.target !== id && edge.source !== id) return [edge];
      const partners = edge.target === id ? outOf : into;
      return partners
        .filter((partner) => isAfter(partner, edge))
        .map((partner) => (edge.target === id ? join(edge, partner) : join(partner, edge)));
    });
  }
  return current;
}

function join(into: FlatEdge, outOf: FlatEdge): FlatEdge {
  return {
    id: `${into.id}+${outOf.id}`,
    source: into.source,
    sourceHandle: into.sourceHandle,
    target: outOf.target,
    targetHandle: outOf.targetHandle,
    path: into.path.length < outOf.path.length ? into.path : outOf.path,
  };
}

function subgraphOf(node: GraphNode): PivotGraph | undefined {
  const subgraph = node.subgraph as PivotGraph | null | undefined;
  return subgraph && subgraph.nodes.length > 0 ? subgraph : undefined;
}

function flatNode(node: GraphNode, path: string): FlatNode {
  const config = snapshot(node.config ?? {});
  return {
    id: node.id,
    type: node.type,
    ...(node.label ? { label: node.label } : {}),
    ...(node.position ? { position: { x: node.position.x, y: node.position.y } } : {}),
    config: isRecord(config) ? config : {},
    path,
  };
}

function flatEdge(edge: GraphEdge, path: string, types: ReadonlyMap<string, string>): FlatEdge {
  const handle = (given: string | null | undefined, node: string): string =>
    given || (BOUNDARIES.has(types.get(node) ?? '') ? 'value' : '');
  const sourceHandle = handle(edge.sourceHandle, edge.source);
  const targetHandle = handle(edge.targetHandle, edge.target);
  const id = edge.id || `${edge.source}.${sourceHandle}->${edge.target}.${targetHandle}`;
  return { id, source: edge.source, sourceHandle, target: edge.target, targetHandle, path };
}
