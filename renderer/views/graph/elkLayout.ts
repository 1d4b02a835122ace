// A drawing as ELK wants it, and ELK's answer as a layout. Deterministic: one seed, and the order of the drawing breaks ties.
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Card, Drawing } from './drawing.ts';
import { type Box, type Layout, type Point, REGION_PADDING } from './layout.ts';

/** Between columns; a value's label fits into it. */
export const COLUMN_GAP_PX = 72;

const { top, left, bottom, right } = REGION_PADDING;
/** Spacing is not inherited: every region needs it for itself. */
const SPACING = {
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '11',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(COLUMN_GAP_PX),
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '11',
};
const OPTIONS = {
  ...SPACING,
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.separateConnectedComponents': 'false',
  'elk.padding': '[top=8,left=8,bottom=8,right=8]',
};

// Ids of one kind must not meet ids of another: a scope is named like its iterIn.
const cardId = (id: string) => `card:${id}`;
const regionId = (scope: string) => `region:${scope}`;
const labelId = (wire: string) => `label:${wire}`;
const portId = (card: string, side: 'in' | 'out', handle: string) => `${side}:${JSON.stringify([card, handle])}`;

/** Labels stand on their lines and take the room of a column, so that between them there need be less. */
const LABELLED = {
  'elk.layered.spacing.nodeNodeBetweenLayers': '17',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.spacing.edgeLabel': '2',
};
/** Rings are cut where a walk along the order of the run comes back. (Cutting by that order itself fails on nested regions.) */
const CUT_BY_WALK = { 'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST' };

export function elkGraph(drawing: Drawing): ElkNode {
  const { cards, regions, wires, isInRunOrder } = drawing;
  const own = isInRunOrder ? { ...LABELLED, ...CUT_BY_WALK } : {};
  const inside = (region: string): ElkNode[] => {
    const within = cards.filter((card) => card.region === region);
    const inner = regions.filter((one) => one.parent === region);
    const children = [
      ...within.map((card) => ({ place: cards.indexOf(card), node: elkCard(card) })),
      ...inner.map((one) => ({
        place: firstPlace(drawing, one.scope),
        node: {
          id: regionId(one.scope),
          layoutOptions: {
            ...SPACING,
            ...own,
            'elk.padding': `[top=${top},left=${left},bottom=${bottom},right=${right}]`,
            ...(one.leastPx > 0
              ? {
                  'elk.nodeSize.constraints': 'MINIMUM_SIZE',
                  'elk.nodeSize.minimum': `(${one.leastPx},0)`,
                }
              : {}),
          },
          children: inside(one.scope),
        },
      })),
    ];
    return (isInRunOrder ? children.sort((a, b) => a.place - b.place) : children).map(({ node }) => node);
  };
  return {
    id: 'root',
    layoutOptions: { ...OPTIONS, ...own },
    children: inside(''),
    edges: wires.map(
      (wire): ElkExtendedEdge => ({
        id: wire.id,
        sources: [portId(wire.source, 'out', wire.sourceHandle)],
        targets: [portId(wire.target, 'in', wire.targetHandle)],
        ...(wire.label
          ? {
              labels: [
                {
                  id: labelId(wire.id),
                  text: wire.id,
                  width: wire.label.widthPx,
                  height: wire.label.heightPx,
                  layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
                },
              ],
            }
          : {}),
        // Where a ring must be cut, it is cut at the carry.
        layoutOptions: { 'elk.layered.priority.direction': wire.isBackward ? '0' : '10' },
      }),
    ),
  };
}

/** The place of the first card in the region or in one within it. */
function firstPlace({ cards, regions }: Drawing, scope: string): number {
  const within = new Set([scope]);
  // Parents form no ring, so that each round finds the regions one level further in.
  for (let size = 0; size !== within.size; ) {
    size = within.size;
    for (const region of regions) if (within.has(region.parent)) within.add(region.scope);
  }
  return cards.findIndex((card) => within.has(card.region));
}

function elkCard(card: Card): ElkNode {
  const side = (name: 'in' | 'out', ports: Card['inputs']) =>
    ports.map((port) => ({
      id: portId(card.id, name, port.handle),
      width: 0,
      height: 0,
      x: name === 'in' ? 0 : card.widthPx,
      y: port.yPx,
      layoutOptions: { 'elk.port.side': port.isBelow ? 'SOUTH' : name === 'in' ? 'WEST' : 'EAST' },
    }));
  return {
    id: cardId(card.id),
    width: card.widthPx,
    height: card.heightPx,
    layoutOptions: card.hasLoosePorts
      ? { 'elk.portConstraints': 'FIXED_SIDE', 'elk.spacing.portPort': '14' }
      : { 'elk.portConstraints': 'FIXED_POS' },
    ports: [...side('in', card.inputs), ...side('out', card.outputs)],
  };
}

export function layoutOf(drawing: Drawing, answer: ElkNode): Layout {
  const boxes = new Map<string, Box>();
  const points = new Map<string, readonly Point[]>();
  const labels = new Map<string, Point>();
  const visit = (node: ElkNode) => {
    boxes.set(node.id, { x: node.x ?? 0, y: node.y ?? 0, width: node.width ?? 0, height: node.height ?? 0 });
    for (const edge of node.edges ?? []) {
      const corners = (edge.sections ?? []).flatMap((section) => [
        section.startPoint,
        ...(section.bendPoints ?? []),
        section.endPoint,
      ]);
      if (corners.length >= 2) points.set(edge.id, corners);
      for (const { x = 0, y = 0, width = 0, height = 0 } of edge.labels ?? [])
        labels.set(edge.id, { x: x + width / 2, y: y + height / 2 });
    }
    node.children?.forEach(visit);
  };
  visit(answer);
  const box = (id: string) => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    cards: new Map(drawing.cards.map((card) => [card.id, box(cardId(card.id))])),
    regions: new Map(drawing.regions.map(({ scope }) => [scope, box(regionId(scope))])),
    wires: points,
    labels,
  };
}
