// The environment: a small maze, and what the agent sees of it. The module keeps nothing between two calls. The map, the
// pose and the path travel through the loop's pivots, so every state of the world is on the tape and can be gone back to.
import { next, turn } from './compass.mjs';

/** `#` is a wall, S the start, G the goal. */
const MAP = ['#######', '#...#G#', '#.#.#.#', '#.#...#', '#S#####', '#######'];

/** Called once: where everything stands before the first step. The agent looks east, at a wall. */
export function reset() {
  const goal = find('G');
  const pose = { ...find('S'), facing: 'E' };
  return { map: MAP, goal, pose, path: [{ x: pose.x, y: pose.y }], obs: look(MAP, goal, pose, null) };
}

/** One step of the world: the pose after the action, the path, and what the agent sees from there. */
export function step({ map, goal, pose, path, action }) {
  const moved = act(map, pose, action);
  if (moved.x !== pose.x || moved.y !== pose.y) path.push({ x: moved.x, y: moved.y });
  return { pose: moved, path, obs: look(map, goal, moved, action) };
}

function act(map, pose, action) {
  switch (action) {
    case 'LEFT':
      return { ...pose, facing: turn(pose.facing, -1) };
    case 'RIGHT':
      return { ...pose, facing: turn(pose.facing, 1) };
    case 'FORWARD': {
      const cell = next(pose, pose.facing);
      return isWall(map, cell) ? pose : { ...pose, ...cell };
    }
    case 'STOP':
      return pose;
    default:
      throw new Error(`the maze knows no action ${JSON.stringify(action)}`);
  }
}

/** What the agent's sensors say: its pose, what is around it, how far the goal is, and what it did last. */
function look(map, goal, pose, last) {
  const seen = (facing) => (isWall(map, next(pose, facing)) ? 'wall' : 'free');
  return {
    x: pose.x,
    y: pose.y,
    facing: pose.facing,
    ahead: seen(pose.facing),
    left: seen(turn(pose.facing, -1)),
    right: seen(turn(pose.facing, 1)),
    toGoal: { east: goal.x - pose.x, south: goal.y - pose.y },
    last,
  };
}

function isWall(map, { x, y }) {
  return (map[y]?.[x] ?? '#') === '#';
}

function find(letter) {
  const y = MAP.findIndex((row) => row.includes(letter));
  return { x: MAP[y].indexOf(letter), y };
}
