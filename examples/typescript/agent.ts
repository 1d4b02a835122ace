// A small agent loop that records itself: it improves a guess at a number by asking whether it is too high or too low.
//
//   node examples/typescript/agent.ts | looptape record --open
//   node examples/typescript/agent.ts --out agent.jsonl     # then: looptape import agent.jsonl --out agent.looptape
//   node examples/typescript/agent.ts --fail                # the tool fails in the third round
import { Recorder, type Run } from './looptapeRecorder.ts';

const TARGET = 612;

/** Stands where a model would. */
async function think(range: readonly [number, number]): Promise<number> {
  return Math.floor((range[0] + range[1]) / 2);
}

async function measure(guess: number, round: number): Promise<'high' | 'low' | 'right'> {
  if (process.argv.includes('--fail') && round === 2) throw new RangeError('the scale is broken');
  return guess === TARGET ? 'right' : guess > TARGET ? 'high' : 'low';
}

async function agent(run: Run, budget: number): Promise<number | undefined> {
  const range: [number, number] = [0, 1024];
  return run.scope('agent', async (scope) => {
    for (let round = 0; round < budget; round++) {
      const found = await scope.iteration(async (iteration) => {
        const { guess } = await run.fire('think', { range }, async () => ({ guess: await think(range) }));
        const { verdict } = await run.fire('measure', { guess }, async (fire) => {
          const verdict = await measure(guess, round);
          fire.log(`${guess} is ${verdict}`);
          return { verdict };
        });
        if (verdict === 'high') range[1] = guess;
        if (verdict === 'low') range[0] = guess;
        run.slot('range', range);
        run.decision({
          question: 'boundary',
          subject: 'agent',
          chosen: verdict === 'right' ? 'stop' : 'continue',
          candidates: { stop: 'the guess is right', continue: 'the guess is not right yet' },
          operands: { verdict },
        });
        iteration.carry({ range });
        return iteration.stop(verdict === 'right') ? guess : undefined;
      });
      if (found !== undefined) return found;
    }
    scope.ended('budget');
    return undefined;
  });
}

const at = process.argv.indexOf('--out');
const file = at < 0 ? undefined : process.argv[at + 1];
const recorder = new Recorder(file === undefined ? 'stdout' : { file });
await recorder.run({ name: 'guessing agent', inputs: { budget: 12 } }, async (run) => {
  run.outputs({ found: await agent(run, 12) });
  run.ended('stop');
});
