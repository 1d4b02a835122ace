// The layout without ELK: columns by the longest way from a source, regions as the boxes around their cards. Plain, but
// complete: every card and every wire is there. Pure; a ring is cut where it is first met.
import type { Card, Drawing, Wire } from './drawing.ts';
import { type Box, type Layout, longestLevel, type Point, REGION_PADDING } from './layout.ts';

const COLUMN_GAP_PX = 110;
const ROW_GAP_PX = 30;
const UNDER_PX = 18;

export function layeredLayout(drawing: Drawing): Layout {
  const depths = depthsOf(drawing);
  const columns = new Map<number, Card[]>();
  for (const card of inRegionOrder(drawing)) {
    const depth = depths.get(card.id) ?? 0;
    columns.set(depth, [...(columns.get(depth) ?? []), card]);
  }
  const cards = new Map<string, Box>();
  for (const [depth, column] of columns) {
    let y: number = REGION_PADDING.top;
    for (const card of column) {
      cards.set(card.id, {
        x: 30 + depth * (card.widthPx + COLUMN_GAP_PX),
        y,
        width: card.widthPx,
        height: card.heightPx,
      });
      y += card.heightPx + ROW_GAP_PX;
    }
  }
  const regions = regionBoxes(drawing, cards);
  const lowest = Math.max(0, ...[...cards.values(), ...regions.values()].map((box) => box.y + box.height));
  const wires = new Map(
    drawing.wires.map((wire, i) => [wire.id, cornersOf(wire, drawing, cards, lowest + UNDER_PX + i * 3)]),
  );
  const labels = new Map(
    drawing.wires.flatMap(({ id, label }) => (label ? [[id, longestLevel(wires.get(id) ?? [])] as const] : [])),
  );
  return { cards, regions, wires, labels };
}

/** The longest way to each card over wires that lead forward; a wire that would close a ring is left out. */
function depthsOf(drawing: Drawing): ReadonlyMap<string, number> {
  const into = new Map<string, string[]>();
  for (const wire of drawing.wires) {
    if (!wire.isBackward) into.set(wire.target, [...(into.get(wire.target) ?? []), wire.source]);
  }
  const depths = new Map<string, number>();
  const open = new Set<string>();
  const visit = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    if (open.has(id)) return -1;
    open.add(id);
    const depth = Math.max(-1, ...(into.get(id) ?? []).map(visit)) + 1;
    open.delete(id);
    depths.set(id, depth);
    return depth;
  };
  for (const card of drawing.cards) visit(card.id);
  return depths;
}

/** Cards of one region together, so that regions rarely cover what is not theirs. */
function inRegionOrder(drawing: Drawing): readonly Card[] {
  const order = ['', ...drawing.regions.map((region) => region.scope)];
  return [...drawing.cards].sort((a, b) => order.indexOf(a.region) - order.indexOf(b.region));
}

function regionBoxes(drawing: Drawing, cards: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const made = new Map<string, Box>();
  const boxOf = (scope: string): Box => {
    const known = made.get(scope);
    if (known) return known;
    const own = drawing.cards.filter((card) => card.region === scope).flatMap((card) => cards.get(card.id) ?? []);
    const inner = drawing.regions.filter((region) => region.parent === scope).map((region) => boxOf(region.scope));
    const all = [...own, ...inner];
    const x = Math.min(...all.map((box) => box.x)) - REGION_PADDING.left;
    const y = Math.min(...all.map((box) => box.y)) - REGION_PADDING.top;
    const box = {
      x,
      y,
      width: Math.max(...all.map((one) => one.x + one.width)) + REGION_PADDING.right - x,
      height: Math.max(...all.map((one) => one.y + one.height)) + REGION_PADDING.bottom - y,
    };
    made.set(scope, box);
    return box;
  };
  for (const region of drawing.regions) boxOf(region.scope);
  return made;
}

function cornersOf(wire: Wire, drawing: Drawing, cards: ReadonlyMap<string, Box>, underPx: number): readonly Point[] {
  const port = (id: string, side: 'inputs' | 'outputs', handle: string): Point => {
    const box = cards.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    const card = drawing.cards.find((one) => one.id === id);
    const yPx = card?.[side].find((one) => one.handle === handle)?.yPx ?? box.height / 2;
    return { x: side === 'inputs' ? box.x : box.x + box.width, y: box.y + yPx };
  };
  const from = port(wire.source, 'outputs', wire.sourceHandle);
  const to = port(wire.target, 'inputs', wire.targetHandle);
  if (to.x > from.x + 20) {
    const middle = to.x - COLUMN_GAP_PX / 2;
    return [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  }
  // Backward: out, under everything, and in again from the left.
  const [out, back] = [from.x + 24, to.x - 24];
  return [from, { x: out, y: from.y }, { x: out, y: underPx }, { x: back, y: underPx }, { x: back, y: to.y }, to];
}
