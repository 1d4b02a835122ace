// A loop whose one node is a script that takes its time and counts: long enough to be watched, paused, stepped and stopped.
// It throws at its fire number `throwsAt`, where that is given.
import { drawGraph, loop } from '../support/drawGraph.ts';
import type { Folder } from './recording.ts';

export interface SlowLoop {
  readonly waitMs: number;
  readonly budget: number;
  readonly throwsAt?: number;
}

export function writeSlowLoop(folder: Folder, { waitMs, budget, throwsAt = -1 }: SlowLoop): string {
  folder.write(
    'count.mjs',
    `export default async ({ n = 0 }) => {
      if (n === ${throwsAt}) throw new Error('the door is locked');
      await new Promise((done) => setTimeout(done, ${waitMs}));
      console.log('counted to', n + 1);
      return { n: n + 1 };
    };`,
  );
  return folder.write(
    'slow.json',
    drawGraph(
      [
        { id: 'zero', type: 'expression', config: { inputs: [], outputs: { n: '0' } } },
        loop('round', { n: {} }, { n: {} }, budget),
        { id: 'count', type: 'script', config: { module: './count.mjs', inputs: ['n'], outputs: ['n'] } },
      ],
      ['zero.n -> round.init_n', 'round.init_n -> count.n', 'round.iterout_n -> count.n', 'count.n -> round-out.n'],
    ),
  );
}
