// The verdict, once, when the loop is over: did the agent stop at the goal, and how far did it walk?

export default function evaluate({ obs, path }) {
  const atGoal = obs.toGoal.east === 0 && obs.toGoal.south === 0;
  const stopped = obs.last === 'STOP';
  const moves = path.length - 1;
  const sentence = atGoal
    ? `Reached the goal in ${moves} moves${stopped ? ' and stopped there' : ', but did not stop'}.`
    : `Ended at (${obs.x}, ${obs.y}) after ${moves} moves, the goal not reached.`;
  return { verdict: { success: atGoal && stopped, moves, sentence } };
}
