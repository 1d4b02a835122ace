// Bounded loops that a page asks for without a file: what they would come to, where they may run, and the question before they do.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/tapeFiles.ts';
import { appUnderTest, closeApps } from './appUnderTest.ts';

const callerFolder = process.env.INIT_CWD;
afterEach(async () => {
  await closeApps();
  if (callerFolder === undefined) delete process.env.INIT_CWD;
  else process.env.INIT_CWD = callerFolder;
});

/** An app whose program was started in `here`, with one graph known in `known`, and a folder that nobody brought in. */
async function app() {
  const home = realpathSync(temporaryFolder());
  const [here, known, strange] = ['here', 'known', 'strange'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [here, known, strange]) mkdirSync(folder);
  process.env.INIT_CWD = here;
  const graph = join(known, 'graph.json');
  writeFileSync(graph, JSON.stringify({ dialect: 'bounded', prompt: 'x', until_predicate: 'exit:0' }));
  const under = appUnderTest(home, { opening: [graph] });
  await under.ask('graph.ofFile', { path: graph });
  return { ...under, here, known, strange };
}

const LOOP = {
  dialect: 'bounded',
  prompt: 'node -p 1',
  until_predicate: 'exit:0',
  attempt: { operator: 'command', argv: [process.execPath, '-p', '1'] },
};

it('a draft says what would be tried, how often and until what, and where each comes from', async () => {
  const { ask } = await app();
  const { value } = await ask('loop.draft', {
    graph: {
      text: 'rm -rf build until tests pass, max 40 attempts',
      attempt: { operator: 'command', argv: ['rm', '-rf', 'build'] },
    },
  });
  expect(value).toMatchObject({
    request: {
      maxIters: 10,
      maxItersFrom: { from: 'text', clamped: true },
      predicate: 'exit:0',
      predicateFrom: 'text',
      notes: ['MAX_ITERS_CLAMPED'],
    },
    destructive: expect.stringContaining('rm -rf build'),
    problems: [],
  });
});

it('a draft tells every problem by its code, and runs nothing', async () => {
  const { ask } = await app();
  for (const [graph, code] of [
    [{ prompt: '' }, 'PROMPT_EMPTY'],
    [{ prompt: 'x', max_iters: 2.5 }, 'MAX_ITERS_NOT_INTEGER'],
    [{ prompt: 'x', until_predicate: 'regex:(' }, 'PREDICATE_REGEX_INVALID'],
    [{ prompt: 'x', until_predicate: 'judge:good' }, 'no-judge'],
    [{ prompt: 'x', attempt: 7 }, expect.any(String)],
  ] as const) {
    const { value } = await ask('loop.draft', { graph });
    expect(value).toMatchObject({ problems: [{ code }] });
  }
});

it('may run where the program was started and where known graphs lie, and nowhere else', async () => {
  const { ask, here, known, strange } = await app();
  expect((await ask('loop.places', {})).value).toEqual({ folders: [here, known] });
  const start = (path: string, graph: object = LOOP, more: object = {}) =>
    ask('run.start', { path, graph, inputs: {}, ...more });
  for (const folder of [here, known]) {
    expect(await start(join(folder, 'loop.json'))).toMatchObject({ failure: { code: 'consent-needed' } });
  }
  const refused = { failure: { code: 'path-refused' } };
  expect(await start(join(strange, 'loop.json'))).toMatchObject(refused);
  expect(await start(join(here, '..', 'strange', 'loop.json'))).toMatchObject(refused);
  expect(await start(join(here, 'loop.json'), { nodes: [], edges: [] })).toMatchObject(refused);
  expect(await start(join(here, 'loop.json'), LOOP, { consented: true })).toMatchObject(refused);
  expect(await start(join(here, 'loop.json'), LOOP, { out: join(here, 'x.looptape') })).toMatchObject(refused);
});

it('runs after a yes to exactly what was asked for', async () => {
  const { ask, here, pushed } = await app();
  const request = { path: join(here, 'node.json'), graph: LOOP, inputs: {} };
  const asked = await ask('run.start', request);
  const { hash } = asked.failure.detail as { hash: string };
  const other = { ...LOOP, attempt: { operator: 'command', argv: ['rm', '-rf', '/'] } };
  expect(await ask('consent.grant', { path: request.path, graph: LOOP, hash })).toMatchObject({ ok: true });
  expect(await ask('run.start', { ...request, graph: other })).toMatchObject({ failure: { code: 'consent-needed' } });
  expect(await ask('run.start', request)).toMatchObject({ ok: true, value: { dialect: 'bounded' } });
  await pushed((push) => push.kind === 'run.advanced' && push.state === 'finished');
});
