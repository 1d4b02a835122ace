// What is to be laid out: cards with fixed sizes and ports at fixed places, regions of scopes around them, wires between
// ports. It depends on the graph alone, never on a moment, so that nothing jumps while the playhead moves.

import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { GraphView, GraphViewNode } from '../../../shared/contract/graph.ts';
import { socketDrawing } from './socketDrawing.ts';

export interface Port {
  readonly handle: string;
  /** From the card's top. */
  readonly yPx: number;
  /** False where the handle has no row of its own to be named in. */
  readonly isNamed: boolean;
  /** It leaves or enters below, where others do so at the side. */
  readonly isBelow?: true;
}

export interface Card {
  readonly id: string;
  /** The region that it stands in; "" = none. */
  readonly region: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** Its ports are not named, so the layout may move each along its side. */
  readonly hasLoosePorts?: true;
}

export interface Region {
  readonly scope: string;
  /** The region around it; "" = none. */
  readonly parent: string;
  /** Room for its title. */
  readonly leastPx: number;
}

export interface Wire {
  readonly id: string;
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
  /** A carry leads backward, from the end of an iteration to the start of the next; so does an edge that goes round a loop. */
  readonly isBackward: boolean;
  /** Room that the layout keeps for what is written on the line. */
  readonly label?: { readonly widthPx: number; readonly heightPx: number };
}

export interface Drawing {
  readonly cards: readonly Card[];
  readonly regions: readonly Region[];
  readonly wires: readonly Wire[];
  /** The cards stand in the order in which a run comes to them, and where a ring must be cut, this order says where. */
  readonly isInRunOrder: boolean;
  /** Equal drawings have equal keys: a layout is computed once for each. */
  readonly key: string;
}

export const CARD_PX = 132;
/** Label, state and type, and what came out. */
export const HEAD_PX = 74;
export const PORT_PX = 19;
const FOOT_PX = 6;
/** The title of a loop of sockets names the item, which the graph does not know. */
const TITLE_CHARACTER_PX = 8;
const ITEM_TITLE_PX = 180;

/** What a dialect's drawing is made of: edges between nodes that are there, and the region of each node. */
export interface DrawnGraph {
  readonly nodes: GraphView['nodes'];
  readonly edges: GraphView['edges'];
  readonly regionOf: (node: GraphViewNode) => string;
}

export function drawingOf(view: GraphView): Drawing {
  const known = new Set(view.nodes.map((node) => node.id));
  const scopes = new Set(view.scopes.map(({ scope }) => scope));
  const graph: DrawnGraph = {
    nodes: view.nodes,
    // A wire to a node that is not there is told as a problem; it can't be drawn.
    edges: view.edges.filter((edge) => known.has(edge.source) && known.has(edge.target)),
    regionOf: ({ scope }) => (scopes.has(scope) ? scope : GRAPH_SCOPE),
  };
  const made = view.dialect === 'socket' ? socketDrawing(graph) : pivotDrawing(graph);
  const regions = regionsOf(view, made.cards);
  return { ...made, regions, key: JSON.stringify([made.cards, regions, made.wires]) };
}

function pivotDrawing({ nodes, edges, regionOf }: DrawnGraph): Omit<Drawing, 'regions' | 'key'> {
  const wires = edges.map(({ id, source, sourceHandle, target, targetHandle, role }) => ({
    id,
    source,
    sourceHandle,
    target,
    targetHandle,
    isBackward: role === 'carry',
  }));
  return { cards: nodes.map((node) => cardOf(node, wires, regionOf(node))), wires, isInRunOrder: false };
}

/** Regions that hold a card, themselves or in a region within them. */
function regionsOf(view: GraphView, cards: readonly Card[]): readonly Region[] {
  const scopes = new Map(view.scopes.map((scope) => [scope.scope, scope]));
  const all = view.scopes.map(({ scope, parent, loop }) => ({
    scope,
    parent: parentOf(scope, parent, scopes),
    leastPx: loop ? scope.length * TITLE_CHARACTER_PX + ITEM_TITLE_PX : 0,
  }));
  const held = new Set<string>();
  for (const { region } of cards) {
    for (let at = region; at !== GRAPH_SCOPE && !held.has(at); ) {
      held.add(at);
      at = all.find(({ scope }) => scope === at)?.parent ?? GRAPH_SCOPE;
    }
  }
  return all.filter(({ scope }) => held.has(scope));
}

/** A parent that is no scope, or a ring of parents in a broken graph, counts as none. */
function parentOf(
  scope: string,
  parent: string | null,
  scopes: ReadonlyMap<string, { parent: string | null }>,
): string {
  const seen = new Set([scope]);
  for (let at = parent; at !== null; at = scopes.get(at)?.parent ?? null) {
    if (seen.has(at) || !scopes.has(at)) return GRAPH_SCOPE;
    seen.add(at);
  }
  return parent ?? GRAPH_SCOPE;
}

function cardOf(node: GraphViewNode, wires: readonly Wire[], region: string): Card {
  const ins = unique([
    ...node.inputs.map(({ port }) => port),
    ...wires.filter((wire) => wire.target === node.id).map((wire) => wire.targetHandle),
  ]);
  const outs = unique([
    ...node.outputs,
    ...wires.filter((wire) => wire.source === node.id).map((wire) => wire.sourceHandle),
  ]);
  // A pivot names its slots always, another node only where there is a choice.
  const hasRows = node.role === 'iterIn' || node.role === 'iterOut' || ins.length > 1 || outs.length > 1;
  if (!hasRows) {
    const middle = (handle: string) => ({ handle, yPx: HEAD_PX / 2, isNamed: false });
    return {
      id: node.id,
      region,
      widthPx: CARD_PX,
      heightPx: HEAD_PX,
      inputs: ins.map(middle),
      outputs: outs.map(middle),
    };
  }
  const rows = pairedRows(ins, outs);
  const port = (handle: string, row: number) => ({ handle, yPx: HEAD_PX + (row + 0.5) * PORT_PX, isNamed: true });
  return {
    id: node.id,
    region,
    widthPx: CARD_PX,
    heightPx: HEAD_PX + rows.length * PORT_PX + FOOT_PX,
    inputs: rows.flatMap(([handle], row) => (handle === undefined ? [] : [port(handle, row)])),
    outputs: rows.flatMap(([, handle], row) => (handle === undefined ? [] : [port(handle, row)])),
  };
}

/** Inputs and outputs row by row; a name that is both, as a slot is, has one row. */
function pairedRows(ins: readonly string[], outs: readonly string[]): readonly (readonly [string?, string?])[] {
  const shared = ins.filter((name) => outs.includes(name));
  const onlyIns = ins.filter((name) => !shared.includes(name));
  const onlyOuts = outs.filter((name) => !shared.includes(name));
  const rest = Array.from(
    { length: Math.max(onlyIns.length, onlyOuts.length) },
    (_, i) => [onlyIns[i], onlyOuts[i]] as [string?, string?],
  );
  return [...shared.map((name) => [name, name] as const), ...rest];
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
