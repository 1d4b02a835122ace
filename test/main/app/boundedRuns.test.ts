// Bounded loops from the app's side: a graph that stands in no file, what is shown while it runs, and a person's answer.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Push } from '../../../shared/contract/pushes.ts';
import { type AppUnderTest, appUnderTest, closeApps } from './appUnderTest.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-bounded-')));
});
afterEach(async () => {
  await closeApps();
  rmSync(folder, { recursive: true, force: true });
});

const graph = {
  dialect: 'bounded',
  prompt: 'reach nothing',
  until_predicate: 'exit:0',
  max_iters: 2,
  destructive: true,
  attempt: { operator: 'command', argv: [process.execPath, '-e', 'console.log(process.cwd()); process.exit(1)'] },
};

const request = () => ({ path: join(folder, 'nothing.json'), graph, inputs: {}, consented: true });

const isAsked = (push: Push): push is Extract<Push, { kind: 'run.asked' }> => push.kind === 'run.asked';
const isOver = (push: Push): boolean => push.kind === 'run.advanced' && push.state === 'finished';

async function started(under: AppUnderTest, more: object): Promise<string> {
  const answer = await under.ask('run.start', { ...request(), ...more });
  if (!answer.ok) throw new Error(`${answer.failure.code}: ${answer.failure.message}`);
  return answer.value.tape as string;
}

test('a graph without a file runs in the folder where it would stand, under the name that it would have', async () => {
  const under = appUnderTest(folder, { host: 'cli', paths: 'any' });
  const tape = await started(under, { answers: true, shows: true });
  const asked = await under.pushed(isAsked);
  expect(asked).toMatchObject({ tape, node: 'confirm', yesNo: true, text: expect.stringContaining('Run it again?') });
  const { fire } = asked as Extract<Push, { kind: 'run.asked' }>;
  expect(await under.ask('run.answer', { tape, fire: fire + 1, answer: 'yes' })).toMatchObject({
    failure: { code: 'not-asked' },
  });
  expect(await under.ask('run.answer', { tape, fire, answer: 'yes' })).toMatchObject({ ok: true });
  await under.pushed(isOver);
  expect(await under.ask('run.answer', { tape, fire, answer: 'yes' })).toMatchObject({ failure: { code: 'not-live' } });
  const report = await under.ask('report.run', { tape });
  expect(report.value).toMatchObject({
    status: 'ended',
    reason: 'budget',
    loop: { status: 'max_iters_reached', iterations_run: 2 },
  });
  const shown = under.pushes.flatMap((push) =>
    push.kind === 'run.shown' ? [`${push.what}: ${push.text.trim()}`] : [],
  );
  expect(shown).toEqual([
    `output: ${folder}`,
    `result: attempt 1 of 2: exit 1 – ${folder}`,
    `output: ${folder}`,
    `result: attempt 2 of 2: exit 1 – ${folder}`,
  ]);
  const summary = await under.ask('tape.summary', { tape });
  expect(summary.value).toMatchObject({ name: expect.stringMatching(/^nothing-/), dialect: 'bounded' });
});

test('nothing is shown and nobody is asked unless the caller says that it is there', async () => {
  const under = appUnderTest(folder, { host: 'cli', paths: 'any' });
  const tape = await started(under, {});
  await under.pushed(isOver);
  expect((await under.ask('tape.summary', { tape })).value).toMatchObject({ status: 'waiting', reason: null });
  expect(under.pushes.filter(({ kind }) => kind === 'run.asked' || kind === 'run.shown')).toEqual([]);
});

test('a page can neither run a graph without a file nor say yes beforehand', async () => {
  const under = appUnderTest(folder);
  under.app.admit(join(folder, 'nothing.json'), 'named');
  const { graph: _, consented: __, ...bare } = request();
  for (const more of [{ graph }, { confirmed: true }])
    expect(await under.ask('run.start', { ...bare, ...more })).toMatchObject({ failure: { code: 'path-refused' } });
  expect(await under.ask('run.continue', { tape: 't', confirmed: true })).toMatchObject({
    failure: { code: 'path-refused' },
  });
});
