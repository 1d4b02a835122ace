// Socket graphs from the app's side: which loadout runs, what the state starts with, and a failed run that goes on.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppUnderTest, appUnderTest, closeApps } from './appUnderTest.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-sockets-')));
});
afterEach(async () => {
  await closeApps();
  rmSync(folder, { recursive: true, force: true });
});

/** Goes over `items`, one socket each; the socket notes each item, and breaks once where that is asked for. */
const walk = (seq: readonly unknown[]) => ({
  entry: 'work',
  sockets: {
    work: {
      materia: 'worker',
      parse: 'json',
      assign: { last: 'item' },
      advance: { cursor: 'i', items: 'state.items', when: 'always' },
      edges: [{ when: 'always', to: 'work' }],
    },
  },
  loops: { each: { sockets: ['work'], iterator: { items: 'state.items', cursor: 'i' }, exits: [] } },
  materia: { worker: { operator: 'scripted', seq } },
});

function write(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

async function run(under: AppUnderTest, request: object): Promise<string> {
  const answer = await under.ask('run.start', { inputs: {}, ...request });
  if (!answer.ok) throw new Error(`${answer.failure.code}: ${answer.failure.message}`);
  const { tape } = answer.value as { tape: string };
  await over(under, tape, 1);
  return tape;
}

function over(under: AppUnderTest, tape: string, times: number): Promise<void> {
  const isEnd = (push: AppUnderTest['pushes'][number]): boolean =>
    push.kind === 'run.advanced' && push.tape === tape && push.state === 'finished';
  return expect
    .poll(() => under.pushes.filter(isEnd).length, { timeout: 20_000 })
    .toBe(times) as unknown as Promise<void>;
}

test('the loadout that is named runs, the active one where none is, and the tape knows which', async () => {
  const under = appUnderTest(folder, { host: 'cli', paths: 'any' });
  const { materia: _, ...graph } = walk([]);
  const path = write('config.json', {
    loadouts: { one: graph, two: { ...graph, state: { items: ['a', 'b'] } } },
    activeLoadout: 'one',
    materia: { worker: { operator: 'scripted', seq: [{ ok: true }] } },
  });
  const items = ['x', 'y', 'z'];
  const first = await run(under, { path, inputs: { items } });
  expect(await under.ask('report.run', { tape: first })).toMatchObject({
    value: { status: 'ended', reason: 'exhausted', iterations: { each: 3 }, state: { last: 'z' }, cursors: { i: 3 } },
  });
  const second = await run(under, { path, loadout: 'two' });
  expect(await under.ask('report.run', { tape: second })).toMatchObject({ value: { iterations: { each: 2 } } });
  for (const [tape, loadout] of [
    [first, 'one'],
    [second, 'two'],
  ])
    expect(await under.ask('report.events', { tape, limit: 1 })).toMatchObject({ value: { events: [{ loadout }] } });
  const refused = await under.ask('run.start', { path, inputs: {}, loadout: 'three' });
  expect(refused).toMatchObject({ failure: { code: 'graph-invalid', message: expect.stringContaining('three') } });
});

test('a state may start with what no part of the file names', async () => {
  const under = appUnderTest(folder, { host: 'cli', paths: 'any' });
  const path = write('walk.json', walk([{ ok: true }]));
  const tape = await run(under, { path, inputs: { items: ['a'], remark: 'new' } });
  expect(await under.ask('report.run', { tape })).toMatchObject({ value: { state: { remark: 'new', last: 'a' } } });
});

test('a failed run goes on with the item that it failed at, in the loadout that it was recorded with', async () => {
  const under = appUnderTest(folder, { host: 'cli', paths: 'any' });
  const { materia, ...graph } = walk([{ ok: true }, { $throw: 'broke' }, { ok: true }]);
  const path = write('config.json', { loadouts: { one: graph, two: graph }, activeLoadout: 'one', materia });
  const tape = await run(under, { path, loadout: 'two', inputs: { items: ['a', 'b', 'c'] } });
  expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'failed' } });
  expect(await under.ask('run.continue', { tape })).toMatchObject({ ok: true });
  await over(under, tape, 2);
  expect(await under.ask('report.run', { tape })).toMatchObject({
    value: { status: 'ended', reason: 'exhausted', iterations: { each: 3 }, state: { last: 'c' }, cursors: { i: 3 } },
  });
  const { value } = await under.ask('report.events', { tape, kinds: ['fire.started', 'iteration.opened'], limit: 100 });
  const told = (value.events as { kind: string; at: string }[]).map(({ kind, at }) => `${kind} ${at}`);
  // The second item is neither opened anew nor a pass: its socket is started again.
  expect(told).toEqual([
    'iteration.opened each[0]',
    'fire.started each[0]',
    'iteration.opened each[1]',
    'fire.started each[1]',
    'fire.started each[1]',
    'iteration.opened each[2]',
    'fire.started each[2]',
  ]);
});
