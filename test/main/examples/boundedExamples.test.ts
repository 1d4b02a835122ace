// The example of a bounded loop, run for real. What is expected was worked out by hand from the files in receipt/: as they stand the
// total is a text, "270820"; with the first fault mended it lacks the first item, 270 + 820 = 1090; with both it is 1410.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { usesOf } from '../../../main/app/modules.ts';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import type { EventOf } from '../../../shared/model/event.ts';
import { checked, runGraphFile } from '../../support/runGraphFile.ts';

const FOLDER = fileURLToPath(new URL('../../../examples', import.meta.url));
const graph = (): unknown => JSON.parse(readFileSync(`${FOLDER}/fix-until-green.json`, 'utf8'));
const files = () => readdirSync(`${FOLDER}/receipt`).map((name) => readFileSync(`${FOLDER}/receipt/${name}`, 'utf8'));

it('mends a failing script by itself, from red to green in three attempts, and leaves the clone as it was', async () => {
  const before = files();
  const { events } = await runGraphFile(graph(), { operators: operatorSet({ graphFolder: FOLDER }) });
  const attempts = events.filter((event): event is EventOf<'fire.finished'> => event.kind === 'fire.finished');
  expect(attempts.map(({ outputs }) => outputs)).toEqual([
    { output: 'red: the total is the text "270820", not a number\n', exit: 1 },
    { output: "mended: let total = '' is now let total = 0\nred: the total is 1090, not 1410\n", exit: 1 },
    { output: 'mended: let i = 1 is now let i = 0\ngreen: the total is 1410\n', exit: 0 },
  ]);
  expect(events.at(-1)).toMatchObject({
    status: 'ended',
    reason: 'stop',
    outputs: {
      status: 'success',
      iterations_run: 3,
      max_iters: 5,
      predicate: 'exit:0',
      final_result: 'Attempt 3 satisfied exit:0: exit 0: green: the total is 1410',
      evidence: [
        '#1 exit 1: red: the total is the text "270820", not a number',
        expect.stringMatching(/^#2 exit 1: red: the total is 1090, not 1410; \+ mended: let total/),
        expect.stringMatching(/^#3 exit 0: green: the total is 1410; \+ mended: let i = 1/),
      ],
    },
  });
  expect(files()).toEqual(before);
});

it('asks before it runs the one module that it names', async () => {
  expect((await usesOf(checked(graph()), FOLDER)).modules).toEqual(['receipt/mend.mjs']);
});
