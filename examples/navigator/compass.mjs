// Directions of the maze. x grows to the east, y to the south, as the rows of the map are written.

/** Clockwise, so that one step forward in the list is a turn to the right. */
export const FACINGS = ['N', 'E', 'S', 'W'];

const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/** The facing after `quarters` turns to the right; negative ones are turns to the left. */
export function turn(facing, quarters) {
  return FACINGS[(FACINGS.indexOf(facing) + quarters + 4) % 4];
}

/** The cell next to (x, y) in that direction. */
export function next({ x, y }, facing) {
  const [dx, dy] = STEPS[facing];
  return { x: x + dx, y: y + dy };
}
