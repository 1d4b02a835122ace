// A loop that counts up without a stop, for tests of the command line: from 0, or from the run's input `from`.
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';

export function countingGraph(budget: number, begins: 'at 0' | 'at the input' = 'at 0'): unknown {
  const [first, start] =
    begins === 'at 0'
      ? [scripted('seed', [], ['x'], { seq: [{ x: 0 }] }), 'seed.x']
      : [{ id: 'given', type: 'graphIn', config: { portName: 'from' } }, 'given.value'];
  return drawGraph(
    [
      first,
      loop('L', { x: {} }, { x: {} }, budget),
      scripted('inc', ['x'], ['x'], { expr: { x: 'x + 1' } }),
      { id: 'last', type: 'graphOut', config: { portName: 'last' } },
    ],
    [
      `${start} -> L.init_x`,
      'L.init_x -> inc.x',
      'L.iterout_x -> inc.x',
      'inc.x -> L-out.x',
      'L-out.final_x -> last.value',
    ],
  );
}
