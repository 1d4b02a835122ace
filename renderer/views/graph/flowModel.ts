// The graph as React Flow takes it: regions below, cards above, wires between. Elements that did not change keep their
// identity, so that moving the playhead draws only what differs.
import type { Edge, Node } from '@xyflow/react';
import type { GraphView, GraphViewNode, GraphViewScope } from '../../../shared/contract/graph.ts';
import type { GraphModel } from '../../store/selectors/graph.ts';
import { roundWord } from '../../store/selectors/roundWord.ts';
import { takenRoutes } from '../../store/selectors/routes.ts';
import { scopeWords } from '../../store/selectors/scopeWords.ts';
import type { Card, Drawing } from './drawing.ts';
import { chipsByPort, type WireWords, wireWords } from './edgeModel.ts';
import { type Layout, longestLevel, type Point } from './layout.ts';
import { type NodeWords, nodeWords } from './nodeModel.ts';
import { type RouteWords, routeWords } from './routeModel.ts';

export type CardNode = Node<
  {
    readonly node: GraphViewNode;
    readonly card: Card;
    readonly words: NodeWords;
    readonly isHovered: boolean;
    /** The slot of this pivot that is selected or hovered. */
    readonly litSlot: string | undefined;
    readonly isProblem: boolean;
  },
  /** Of a pivot graph; of a socket graph, where the run's end is one of its own. */
  'card' | 'socket' | 'end'
>;
export type RegionNode = Node<
  { readonly scope: GraphViewScope; readonly title: string; readonly isHovered: boolean; readonly isOpen: boolean },
  'region'
>;
export type FlowNode = CardNode | RegionNode;
export type WireEdge = Edge<
  {
    readonly points: readonly Point[] | undefined;
    readonly words: WireWords;
    /** The first wire of its port that carries the value shows it; the others would only repeat it. */
    readonly hasLabel: boolean;
    readonly isLit: boolean;
  },
  'wire'
>;

/** An edge or an exit of sockets. */
export type RouteEdge = Edge<
  {
    readonly points: readonly Point[] | undefined;
    readonly labelAt: Point;
    readonly words: RouteWords;
    readonly isLit: boolean;
  },
  'route'
>;
export type FlowEdge = WireEdge | RouteEdge;

export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export function flowOf(model: GraphModel, drawing: Drawing, layout: Layout): Flow {
  const { view, moment, selection, hovered } = model;
  if (!view) return { nodes: [], edges: [] };
  const chips = chipsByPort(view.edges, moment);
  const cards = new Map(drawing.cards.map((card) => [card.id, card]));
  const problems = new Set(view.problems.map((problem) => problem.where.node));
  const regions = view.scopes.flatMap((scope): RegionNode[] => {
    const box = layout.regions.get(scope.scope);
    if (!box) return [];
    const open = moment?.open.find((one) => one.scope === scope.scope);
    return [
      {
        id: `region:${scope.scope}`,
        type: 'region',
        position: { x: box.x, y: box.y },
        width: box.width,
        height: box.height,
        zIndex: -10,
        focusable: false,
        selected: selection?.kind === 'scope' && selection.scope === scope.scope,
        data: {
          scope,
          title: `${scope.scope} · ${scopeWords(scope, moment, model.lists, roundWord(view.dialect))}`,
          isHovered: hovered?.kind === 'scope' && hovered.scope === scope.scope,
          isOpen: open !== undefined,
        },
      },
    ];
  });
  const nodes = view.nodes.flatMap((node): CardNode[] => {
    const box = layout.cards.get(node.id);
    const card = cards.get(node.id);
    if (!box || !card) return [];
    const words = nodeWords(node, moment, chips.get(node.id) ?? new Map());
    const lit = [selection, hovered].find((one) => one?.kind === 'slot' && one.scope === node.id);
    return [
      {
        id: node.id,
        type: node.role === 'end' ? 'end' : node.socket ? 'socket' : 'card',
        position: { x: box.x, y: box.y },
        width: box.width,
        height: box.height,
        selected: selection?.kind === 'node' && selection.node === node.id,
        ariaLabel: words.name,
        data: {
          node,
          card,
          words,
          isHovered: hovered?.kind === 'node' && hovered.node === node.id,
          litSlot: lit?.kind === 'slot' ? lit.slot : undefined,
          isProblem: problems.has(node.id),
        },
      },
    ];
  });
  const edges =
    view.dialect === 'socket' ? routesOf(model, view, drawing, layout) : wiresOf(model, view, cards, layout);
  return { nodes: [...regions, ...inReadingOrder(nodes)], edges };
}

function wiresOf(
  { moment, hazards, selection, hovered }: GraphModel,
  view: GraphView,
  cards: ReadonlyMap<string, Card>,
  layout: Layout,
): readonly WireEdge[] {
  const labelled = new Set<string>();
  return view.edges.flatMap((edge): WireEdge[] => {
    if (!cards.has(edge.source) || !cards.has(edge.target)) return [];
    const words = wireWords(edge, moment, hazards);
    const port = JSON.stringify([edge.source, edge.sourceHandle, edge.role === 'carry', words.look === 'lost']);
    const hasLabel = words.chip !== undefined && !labelled.has(port);
    if (hasLabel) labelled.add(port);
    const isLit = [selection, hovered].some(
      (one) =>
        (one?.kind === 'edge' && one.edge === edge.id) ||
        (one?.kind === 'slot' && one.scope === edge.source && one.slot === edge.sourceHandle) ||
        (one?.kind === 'slot' && one.scope === edge.target && one.slot === edge.targetHandle) ||
        (one?.kind === 'input' && one.node === edge.target && one.port === edge.targetHandle),
    );
    return [
      {
        id: edge.id,
        type: 'wire',
        source: edge.source,
        target: edge.target,
        sourceHandle: edge.sourceHandle,
        targetHandle: edge.targetHandle,
        ariaLabel: words.sentence,
        zIndex: words.look === 'hazard' || isLit ? 2 : 0,
        data: { points: layout.wires.get(edge.id), words, hasLabel, isLit },
      },
    ];
  });
}

/** The layout names where each line holds on to its cards. */
function routesOf(
  { moment, selection, hovered }: GraphModel,
  view: GraphView,
  drawing: Drawing,
  layout: Layout,
): readonly RouteEdge[] {
  const edges = new Map(view.edges.map((edge) => [edge.id, edge]));
  const routes = takenRoutes(view, moment, selection);
  return drawing.wires.flatMap(({ id, source, sourceHandle, target, targetHandle }): RouteEdge[] => {
    const edge = edges.get(id);
    if (!edge) return [];
    const words = routeWords(edge, routes, moment !== undefined);
    const points = layout.wires.get(id);
    const isLit = [selection, hovered].some((one) => one?.kind === 'edge' && one.edge === id);
    const labelAt = layout.labels.get(id) ?? longestLevel(points ?? []);
    return [
      {
        id,
        type: 'route',
        source,
        target,
        sourceHandle,
        targetHandle,
        selected: selection?.kind === 'edge' && selection.edge === id,
        ariaLabel: words.sentence,
        zIndex: words.state === 'taken' || isLit ? 2 : 0,
        data: { points, labelAt, words, isLit },
      },
    ];
  });
}

/** Left to right, then top to bottom: the order in which Tab walks. */
function inReadingOrder(nodes: readonly CardNode[]): readonly CardNode[] {
  return [...nodes].sort((a, b) => a.position.x - b.position.x || a.position.y - b.position.y);
}

/** The same flow, with every element that says the same as before replaced by the one from before. */
export function keepingIdentity(before: Flow | undefined, after: Flow): Flow {
  if (!before) return after;
  const nodes = new Map(before.nodes.map((node) => [node.id, node]));
  const edges = new Map(before.edges.map((edge) => [edge.id, edge]));
  return {
    nodes: after.nodes.map((node) => sameOr(nodes.get(node.id), node)),
    edges: after.edges.map((edge) => sameOr(edges.get(edge.id), edge)),
  };
}

function sameOr<T extends FlowNode | FlowEdge>(before: T | undefined, after: T): T {
  return before !== undefined && isSame(before, after) ? before : after;
}

/** Equal key by key; words, positions and points by what they say, all else by identity. */
function isSame(a: object, b: object): boolean {
  const keys = Object.keys(b) as never[];
  if (keys.length !== Object.keys(a).length) return false;
  return keys.every((key) => {
    const [one, other] = [a[key], b[key]];
    if (Object.is(one, other)) return true;
    if (key === 'data') return isSame(one, other);
    return (key === 'words' || key === 'position') && JSON.stringify(one) === JSON.stringify(other);
  });
}
