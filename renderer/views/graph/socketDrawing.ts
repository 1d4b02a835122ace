// What is to be laid out of a socket graph: a card for each socket, as high as what it says, and a line for each edge and exit,
// which leaves at the side of its card and, where it goes round a loop, below. What must hold: it depends on the graph alone.
import type { GraphViewEdge, GraphViewNode } from '../../../shared/contract/graph.ts';
import { routeLines } from '../../parts/routeText.ts';
import { socketLines } from '../../parts/socketLines.ts';
import type { Card, Drawing, DrawnGraph, Port, Wire } from './drawing.ts';

const CARD_PX = 166;
/** Label, state, and what it is; in a small picture a label of two lines, and the state. */
const HEAD_PX = 72;
/** A line below the head, of which `advance` has two. */
const LINE_PX = 16;
const END_BOX = { widthPx: 58, heightPx: 28 } as const;
/** What a character of a label takes on average at the size that it has in a small picture, and what stands around it. */
const LABEL_CHARACTER_PX = 7.2;
const LABEL_AROUND_PX = 16;
const LABEL_LINE_PX = 19;

/** The handles at which edges come in; those that leave are named by their edges. */
export const WAY_IN = 'in';
export const WAY_ROUND = 'round';

export function socketDrawing({ nodes, edges, regionOf }: DrawnGraph): Omit<Drawing, 'regions' | 'key'> {
  const order = runOrder(nodes, edges);
  const sorted = [...nodes].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return {
    cards: sorted.map((node) => cardOf(node, edges, regionOf(node))),
    wires: edges.map(wireOf),
    isInRunOrder: true,
  };
}

function wireOf(edge: GraphViewEdge): Wire {
  const isBackward = edge.role === 'back';
  const lines = routeLines(edge);
  const characters = Math.max(...lines.map((line) => line.length));
  return {
    id: edge.id,
    source: edge.source,
    sourceHandle: edge.id,
    target: edge.target,
    targetHandle: isBackward ? WAY_ROUND : WAY_IN,
    isBackward,
    label: {
      widthPx: Math.round(characters * LABEL_CHARACTER_PX) + LABEL_AROUND_PX,
      heightPx: lines.length * LABEL_LINE_PX,
    },
  };
}

function cardOf(node: GraphViewNode, edges: readonly GraphViewEdge[], region: string): Card {
  const { widthPx, heightPx } = node.role === 'end' ? END_BOX : { widthPx: CARD_PX, heightPx: heightOf(node) };
  const into = edges.filter((edge) => edge.target === node.id);
  const out = edges.filter((edge) => edge.source === node.id);
  const port = (handle: string, yPx: number, isBelow: boolean): Port => ({
    handle,
    yPx: isBelow ? heightPx : yPx,
    isNamed: false,
    ...(isBelow ? { isBelow } : {}),
  });
  const isBack = ({ role }: GraphViewEdge) => role === 'back';
  return {
    id: node.id,
    region,
    widthPx,
    heightPx,
    inputs: [
      ...(into.every(isBack) ? [] : [port(WAY_IN, heightPx / 2, false)]),
      ...(into.some(isBack) ? [port(WAY_ROUND, heightPx, true)] : []),
    ],
    outputs: out.map((edge, i) => port(edge.id, (heightPx * (i + 1)) / (out.length + 1), isBack(edge))),
    hasLoosePorts: true,
  };
}

function heightOf(node: GraphViewNode): number {
  const { advance, assigns } = socketLines(node);
  const lines = (advance ? 2 : 0) + (assigns === undefined ? 0 : 1);
  return HEAD_PX + lines * LINE_PX;
}

/**
 * The place of each node in the order in which a run comes to them: from the entry on, each before what it leads to but for the
 * way round, the first edge of a socket first. What the entry does not lead to comes after, in the order of the file.
 */
function runOrder(nodes: readonly GraphViewNode[], edges: readonly GraphViewEdge[]): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { source, target, role } of edges)
    if (role !== 'back') next.set(source, [...(next.get(source) ?? []), target]);
  const seen = new Set<string>();
  const order: string[] = [];
  for (const { id } of [...nodes.filter(({ socket }) => socket?.entry), ...nodes])
    order.push(...walkFrom(id, next, seen));
  return new Map(order.map((id, i) => [id, i]));
}

/** All that was not seen so far and can be reached, each before what it leads to. */
function walkFrom(root: string, next: ReadonlyMap<string, readonly string[]>, seen: Set<string>): readonly string[] {
  const done: string[] = [];
  const open = seen.has(root) ? [] : [{ id: root, rest: [...(next.get(root) ?? [])] }];
  seen.add(root);
  for (let at = open.at(-1); at; at = open.at(-1)) {
    // The last edge first, as what is done last comes to stand first.
    const id = at.rest.pop();
    if (id === undefined) {
      done.push(at.id);
      open.pop();
    } else if (!seen.has(id)) {
      seen.add(id);
      open.push({ id, rest: [...(next.get(id) ?? [])] });
    }
  }
  return done.reverse();
}
