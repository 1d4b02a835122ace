// Where everything of a drawing lies, in pixels from the drawing's own corner, all coordinates absolute.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly cards: ReadonlyMap<string, Box>;
  readonly regions: ReadonlyMap<string, Box>;
  /** The corners of each wire from its source's port to its target's; at least two points. */
  readonly wires: ReadonlyMap<string, readonly Point[]>;
  /** The middle of the label of each wire that has one. */
  readonly labels: ReadonlyMap<string, Point>;
}

/** Room inside a region: the title above, air around. */
export const REGION_PADDING = { top: 40, left: 22, bottom: 20, right: 22 } as const;

const CORNER_PX = 9;

/** An SVG path along the points with rounded corners. */
export function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${first.x} ${first.y}`;
  let before = first;
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    if (next) {
      const radius = Math.min(CORNER_PX, distance(before, point) / 2, distance(point, next) / 2);
      const [enter, leave] = [towards(point, before, radius), towards(point, next, radius)];
      path += `L${enter.x} ${enter.y}Q${point.x} ${point.y} ${leave.x} ${leave.y}`;
    } else path += `L${point.x} ${point.y}`;
    before = point;
  });
  return path;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole };
}

/** A filled arrow head, as an SVG path, that points the way in which the points arrive. */
export function arrowHead(points: readonly Point[], lengthPx: number): string {
  const tip = points.at(-1);
  const before = points.findLast((point) => tip !== undefined && distance(point, tip) > 0.5);
  if (!tip || !before) return '';
  const base = towards(tip, before, lengthPx);
  const [halfX, halfY] = [(tip.y - base.y) * 0.55, (base.x - tip.x) * 0.55];
  return `M${tip.x} ${tip.y}L${base.x + halfX} ${base.y + halfY}L${base.x - halfX} ${base.y - halfY}Z`;
}

/** The middle of the longest level stretch, for a label that stands on a long wire. */
export function longestLevel(points: readonly Point[]): Point {
  let best: Point = points[0] ?? { x: 0, y: 0 };
  let length = -1;
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (!before || Math.abs(before.y - point.y) > 0.5) return;
    const span = Math.abs(before.x - point.x);
    if (span <= length) return;
    length = span;
    best = { x: (before.x + point.x) / 2, y: point.y };
  });
  return best;
}
