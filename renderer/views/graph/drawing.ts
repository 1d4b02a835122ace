// What is to be laid out: cards with fixed sizes and ports at fixed places, regions of scopes around them, wires between
// ports. It depends on the graph alone, never on a moment, so that nothing jumps while the playhead moves.

import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { GraphView, GraphViewNode } from '../../../shared/contract/graph.ts';

export interface Port {
  readonly handle: string;
  /** From the card's top. */
  readonly yPx: number;
  /** False where the handle has no row of its own to be named in. */
  readonly isNamed: boolean;
}

export interface Card {
  readonly id: string;
  /** The region that it stands in; "" = none. */
  readonly region: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

export interface Region {
  readonly scope: string;
  /** The region around it; "" = none. */
  readonly parent: string;
}

export interface Wire {
  readonly id: string;
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
  /** A carry leads backward, from the end of an iteration to the start of the next. */
  readonly isBackward: boolean;
}

export interface Drawing {
  readonly cards: readonly Card[];
  readonly regions: readonly Region[];
  readonly wires: readonly Wire[];
  /** Equal drawings have equal keys: a layout is computed once for each. */
  readonly key: string;
}

export const CARD_PX = 132;
/** Label, state and type, and what came out. */
export const HEAD_PX = 74;
export const PORT_PX = 19;
const FOOT_PX = 6;

export function drawingOf(view: GraphView): Drawing {
  const known = new Set(view.nodes.map((node) => node.id));
  const scopes = new Map(view.scopes.map((scope) => [scope.scope, scope]));
  const wires = view.edges
    // A wire to a node that is not there is told as a problem; it can't be drawn.
    .filter((edge) => known.has(edge.source) && known.has(edge.target))
    .map(({ id, source, sourceHandle, target, targetHandle, role }) => ({
      id,
      source,
      sourceHandle,
      target,
      targetHandle,
      isBackward: role === 'carry',
    }));
  const cards = view.nodes.map((node) => cardOf(node, wires, scopes.has(node.scope) ? node.scope : GRAPH_SCOPE));
  const regions = view.scopes
    .filter((scope) => cards.some((card) => card.region === scope.scope))
    .map(({ scope, parent }) => ({ scope, parent: parentOf(scope, parent, scopes) }));
  return { cards, regions, wires, key: JSON.stringify([cards, regions, wires]) };
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
