// The policy: the left-hand rule. Keep the left hand on the wall and every simple maze comes to its end.

/** Decides from the observation alone; it remembers nothing. */
export default function decide({ obs, goal }, ctx) {
  const action = choose(obs, goal);
  ctx.log(`at (${obs.x}, ${obs.y}) facing ${obs.facing}, ahead ${obs.ahead}, left ${obs.left}: ${action}`);
  return { action };
}

function choose(obs, goal) {
  if (obs.x === goal.x && obs.y === goal.y) return 'STOP';
  // After a turn to the left the way is free; turning again would leave the wall.
  if (obs.left === 'free' && obs.last !== 'LEFT') return 'LEFT';
  return obs.ahead === 'free' ? 'FORWARD' : 'RIGHT';
}
