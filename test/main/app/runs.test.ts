// Runs from the app's side: refusals before the first fire, consent, live tapes, controls, and whole tapes at the end.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppOptions } from '../../../main/app/compose.ts';
import { type AppUnderTest, appUnderTest, closeApps } from './appUnderTest.ts';
import { GRAPH, writeSmallTape } from './smallTape.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-runs-')));
});
afterEach(async () => {
  await closeApps();
  rmSync(folder, { recursive: true, force: true });
});

const start = (options: Partial<AppOptions> = {}) => appUnderTest(folder, { host: 'cli', paths: 'any', ...options });

function graphFile(graph: unknown, name = 'g.json'): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(graph));
  return path;
}

/** A loop that adds one to n for ever; every add waits a moment, so that it can be watched. */
const counting = (waitMs: number) => ({
  step_budget: 100_000,
  nodes: [
    { id: 'start', type: 'scripted', config: { inputs: [], outputs: ['n'], seq: [{ n: 0 }] } },
    {
      id: 'loop',
      type: 'iterIn',
      config: { version: 3, pairedWith: 'end', initPorts: [{ name: 'n', wire_type: 'INT' }] },
    },
    { id: 'add', type: 'script', config: { module: 'add.mjs', inputs: ['n'], outputs: ['n'] } },
    { id: 'end', type: 'iterOut', config: { pairedWith: 'loop', ports: [{ name: 'n', wire_type: 'INT' }] } },
  ],
  edges: [
    { source: 'start', sourceHandle: 'n', target: 'loop', targetHandle: 'init_n' },
    { source: 'loop', sourceHandle: 'init_n', target: 'add', targetHandle: 'n' },
    { source: 'loop', sourceHandle: 'iterout_n', target: 'add', targetHandle: 'n' },
    { source: 'add', sourceHandle: 'n', target: 'end', targetHandle: 'n' },
  ],
  module: `export default async ({ n }) => {
    await new Promise((done) => setTimeout(done, ${waitMs}));
    return { n: n + 1 };
  };`,
});

function countingFile(waitMs = 5): string {
  const { module, ...graph } = counting(waitMs);
  writeFileSync(join(folder, 'add.mjs'), module);
  return graphFile(graph, 'counting.json');
}

const finished = ({ pushed }: AppUnderTest, tape: unknown) =>
  pushed((push) => push.kind === 'run.advanced' && push.tape === tape && push.state === 'finished');

async function started(under: AppUnderTest, request: object): Promise<{ tape: string; path: string }> {
  const answer = await under.ask('run.start', { inputs: {}, ...request });
  if (!answer.ok) throw new Error(`${answer.failure.code}: ${answer.failure.message}`);
  return answer.value as { tape: string; path: string };
}

describe('a run', () => {
  test('is recorded to a new tape in the tapes folder, whole and ended when its last push comes', async () => {
    const under = start();
    const path = graphFile(GRAPH, 'seven.json');
    const { tape, path: tapePath } = await started(under, { path });
    await finished(under, tape);
    expect(tapePath).toMatch(/tapes\/seven-\d{8}T\d{6}\.\d{3}Z\.looptape$/);
    expect(readdirSync(join(folder, 'tapes'))).toHaveLength(1);
    const summary = await under.ask('tape.summary', { tape });
    expect(summary).toMatchObject({
      ok: true,
      value: { status: 'ended', reason: 'end', live: false, outputs: { n: 7 }, graphName: 'seven' },
    });
    expect(await under.ask('report.run', { tape })).toMatchObject({
      ok: true,
      value: { outputs: { n: 7 }, status: 'ended' },
    });
    expect(await under.ask('library.list', {})).toMatchObject({
      value: {
        recent: [
          { path: tapePath, kind: 'tape', status: 'ended', reason: 'end', events: (summary.value.head as number) + 1 },
        ],
      },
    });
    const last = under.pushes.filter((push) => push.kind === 'run.advanced').at(-1);
    expect(last).toEqual({ kind: 'run.advanced', tape, head: summary.value.head, state: 'finished' });
  });

  test('can be read while it is recorded, holds when it is told to, steps, goes on and ends as cancelled', async () => {
    const under = start();
    const { tape, path } = await started(under, { path: countingFile(), consented: true });
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'running', live: true } });
    await under.pushed((push) => push.kind === 'run.advanced' && push.head > 30);
    expect(await under.ask('moment.find', { tape, moment: 'loop[0]' })).toMatchObject({ ok: true });

    expect(await under.ask('run.control', { tape, action: 'pause' })).toEqual({ ok: true, value: { state: 'paused' } });
    const count = async (kind: string) => {
      const { value } = await under.ask('report.events', { tape, kinds: [kind], limit: 10_000 });
      return (value.events as unknown[]).length;
    };
    const fires = () => count('fire.finished');
    /** It is held, so that nothing starts: at rest is what has no fire out, on the tape too. */
    const settled = async (least = 0) => {
      await expect
        .poll(async () => {
          const [ended, begun] = [await fires(), await count('fire.started')];
          return begun === ended && ended >= least;
        })
        .toBe(true);
      return await fires();
    };
    const held = await settled();
    expect(await under.ask('run.control', { tape, action: 'step' })).toEqual({ ok: true, value: { state: 'paused' } });
    expect(await settled(held + 1)).toBe(held + 1);
    expect(await under.ask('run.control', { tape, action: 'resume' })).toEqual({
      ok: true,
      value: { state: 'running' },
    });
    await expect.poll(fires).toBeGreaterThan(held + 3);

    expect(await under.ask('library.delete', { path })).toMatchObject({ failure: { code: 'tape-live' } });
    expect(await under.ask('run.control', { tape, action: 'stop' })).toEqual({
      ok: true,
      value: { state: 'finished' },
    });
    await finished(under, tape);
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'cancelled', live: false } });
    expect(readdirSync(join(folder, 'tapes'))).toHaveLength(1);
    expect(await under.ask('run.control', { tape, action: 'pause' })).toMatchObject({ failure: { code: 'not-live' } });
  });

  test('tells of its head at most some 30 times a second', async () => {
    const under = start();
    const beganMs = performance.now();
    const { tape } = await started(under, { path: countingFile(), consented: true });
    const newsSoFar = () => under.pushes.filter((push) => push.kind === 'run.advanced').length;
    await expect.poll(newsSoFar).toBeGreaterThan(10);
    await under.ask('run.control', { tape, action: 'stop' });
    await finished(under, tape);
    const seconds = (performance.now() - beganMs) / 1000;
    const news = newsSoFar();
    expect(news).toBeLessThan(31 * seconds + 3);
  });

  test('that starts held performs nothing before it is told to', async () => {
    const under = start();
    const { tape } = await started(under, { path: graphFile(GRAPH), paused: true });
    const none = { tape, kinds: ['fire.started'], limit: 10 };
    await new Promise((done) => setTimeout(done, 200));
    expect(await under.ask('report.events', none)).toMatchObject({ value: { events: [] } });
    await under.ask('run.control', { tape, action: 'resume' });
    await finished(under, tape);
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'ended' } });
  });

  test('with a number of steps ends as paused after so many fires', async () => {
    const under = start();
    const { tape } = await started(under, { path: countingFile(0), consented: true, steps: 3 });
    await finished(under, tape);
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'paused', reason: null } });
    const { value } = await under.ask('report.events', { tape, kinds: ['fire.finished'], limit: 100 });
    expect(value.events).toHaveLength(3);
  });

  test('that is live when the app closes ends as cancelled with a whole tape', async () => {
    const under = start();
    const { path } = await started(under, { path: countingFile(), consented: true });
    await under.app.close();
    expect(readdirSync(join(folder, 'tapes'))).toHaveLength(1);
    expect(await start().ask('tape.open', { path })).toMatchObject({ value: { status: 'cancelled', live: false } });
  });

  test('beside another one of the same graph gets a tape of its own', async () => {
    const under = start();
    const path = graphFile(GRAPH);
    const tapes = await Promise.all([1, 2, 3].map(() => started(under, { path })));
    for (const { tape } of tapes) await finished(under, tape);
    expect(new Set(tapes.map((each) => each.path)).size).toBe(3);
    expect(new Set(tapes.map((each) => each.tape)).size).toBe(3);
  });

  test('of a script that fails ends as failed, with what was recorded before', async () => {
    const under = start();
    writeFileSync(join(folder, 'add.mjs'), `export default () => { throw new Error('no luck'); };`);
    const { module: _, ...graph } = counting(0);
    const { tape } = await started(under, { path: graphFile(graph), consented: true });
    await finished(under, tape);
    expect(await under.ask('report.run', { tape })).toMatchObject({
      value: { status: 'failed', error: { node: 'add', message: expect.stringContaining('no luck') } },
    });
  });
});

describe('a run is refused before its first fire', () => {
  test('where the graph breaks rules, with all problems', async () => {
    const path = graphFile({
      nodes: GRAPH.nodes,
      edges: [...GRAPH.edges, { source: 'no', sourceHandle: 'x', target: 'out' }],
    });
    const refused = await start().ask('run.start', { path, inputs: {} });
    expect(refused).toMatchObject({ failure: { code: 'graph-invalid' } });
    expect((refused.failure.detail as { problems: unknown[] }).problems.length).toBeGreaterThan(0);
  });

  test('where no operator knows a node, with the list', async () => {
    const nodes = [...GRAPH.nodes, { id: 'b', type: 'teleport' }, { id: 'a', type: 'llm' }, { id: 'c', type: 'llm' }];
    const path = graphFile({ nodes, edges: GRAPH.edges });
    expect(await start().ask('run.start', { path, inputs: {} })).toMatchObject({
      failure: {
        code: 'missing-operators',
        detail: { types: ['teleport', 'llm'] },
        message: expect.stringContaining('teleport, llm'),
      },
    });
  });

  test('where an input is given that the graph does not take', async () => {
    const path = graphFile(GRAPH);
    expect(await start().ask('run.start', { path, inputs: { goal: 1 } })).toMatchObject({
      failure: { code: 'unknown-input', detail: { unknown: ['goal'], known: [] } },
    });
  });

  test('where the tape is there already, unless it is to be replaced', async () => {
    const under = start();
    const path = graphFile(GRAPH);
    const out = join(folder, 'mine.looptape');
    const old = await writeSmallTape(out);
    await under.ask('tape.open', { path: out });
    expect(await under.ask('run.start', { path, inputs: {}, out })).toMatchObject({ failure: { code: 'tape-exists' } });
    expect(await under.ask('tape.open', { path: out })).toMatchObject({ value: { tape: old } });
    const { tape } = await started(under, { path, out, force: true });
    await finished(under, tape);
    expect(tape).not.toBe(old);
    expect(await under.ask('tape.open', { path: out })).toMatchObject({ value: { tape, outputs: { n: 7 } } });
  });

  test('nothing of a refused run lies in the tapes folder afterwards', async () => {
    const under = start();
    await under.ask('run.start', { path: graphFile({ nodes: [] }), inputs: {} });
    expect(existsSync(join(folder, 'tapes'))).toBe(false);
  });
});

describe('consent', () => {
  const grantable = (refused: { failure: { detail?: unknown } }) =>
    refused.failure.detail as { hash: string; modules: string[] };

  test('is asked before a graph runs local code, and remembered for just that graph and module', async () => {
    const path = countingFile();
    const under = start({ host: 'web' });
    const refused = await under.ask('run.start', { path, inputs: {} });
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'consent-needed', detail: { graph: 'counting', modules: ['add.mjs'] } },
    });
    expect(existsSync(join(folder, 'tapes'))).toBe(false);
    expect(await under.ask('consent.grant', { path, hash: grantable(refused).hash })).toEqual({ ok: true, value: {} });
    const { tape } = await started(under, { path });
    await under.ask('run.control', { tape, action: 'stop' });
    // Another start of the program remembers.
    const again = start({ host: 'web' });
    const second = await started(again, { path });
    await again.ask('run.control', { tape: second.tape, action: 'stop' });
    writeFileSync(join(folder, 'add.mjs'), 'export default () => ({ n: 0 });');
    expect(await again.ask('run.start', { path, inputs: {} })).toMatchObject({ failure: { code: 'consent-needed' } });
  });

  test('to something that has changed meanwhile counts for nothing', async () => {
    const path = countingFile();
    const under = start({ host: 'web' });
    const refused = await under.ask('run.start', { path, inputs: {} });
    writeFileSync(join(folder, 'add.mjs'), 'export default () => ({ n: 666 });');
    const { hash } = grantable(refused);
    expect(await under.ask('consent.grant', { path, hash })).toMatchObject({ failure: { code: 'consent-stale' } });
    expect(await under.ask('run.start', { path, inputs: {} })).toMatchObject({ failure: { code: 'consent-needed' } });
    expect(await under.ask('consent.grant', { path, hash: 'made up' })).toMatchObject({
      failure: { code: 'consent-stale' },
    });
  });

  test('for one call is the command line’s alone, and is not remembered', async () => {
    const path = countingFile(0);
    const command = start();
    const { tape } = await started(command, { path, consented: true, steps: 1 });
    await finished(command, tape);
    expect(await command.ask('run.start', { path, inputs: {} })).toMatchObject({ failure: { code: 'consent-needed' } });
    for (const own of [{ consented: true }, { out: join(folder, 'x.looptape') }]) {
      const page = await start({ host: 'web' }).ask('run.start', { path, inputs: {}, ...own });
      expect(page).toMatchObject({ failure: { code: 'path-refused' } });
    }
  });

  test('is not asked for a graph that uses nothing of the machine, nor where stand-ins took the place of its scripts', async () => {
    const path = countingFile();
    const under = start();
    const standIns = { add: { inputs: ['n'], outputs: ['n'], seq: [{ n: 1 }, { n: 2 }] } };
    const { tape } = await started(under, { path, standIns, budget: 2 });
    await finished(under, tape);
    expect(await under.ask('tape.summary', { tape })).toMatchObject({
      value: { reason: 'budget', iterations: { loop: 2 } },
    });
  });

  test('is given for the very run that it was asked for, its stand-ins included', async () => {
    const { module: _, ...graph } = counting(0);
    writeFileSync(join(folder, 'add.mjs'), counting(0).module);
    const nodes = graph.nodes.map((node) =>
      node.id === 'start'
        ? { ...node, type: 'script', config: { module: 'start.mjs', inputs: [], outputs: ['n'] } }
        : node,
    );
    const path = graphFile({ ...graph, nodes });
    const standIns = { start: { inputs: [], outputs: ['n'], seq: [{ n: 5 }] } };
    const under = start();
    const refused = await under.ask('run.start', { path, inputs: {}, standIns });
    expect(grantable(refused).modules).toEqual(['add.mjs']);
    expect(await under.ask('consent.grant', { path, hash: grantable(refused).hash })).toMatchObject({ ok: true });
    const { tape } = await started(under, { path, standIns, steps: 2 });
    await finished(under, tape);
  });

  test('is of no use for a graph that came through the page without its modules', async () => {
    const under = start({ host: 'web', paths: 'known' });
    mkdirSync(join(folder, 'upload'));
    const path = join(folder, 'upload', 'counting.json');
    const { module: _, ...graph } = counting(0);
    writeFileSync(path, JSON.stringify(graph));
    under.app.admit(path, 'upload');
    expect(await under.ask('graph.ofFile', { path })).toMatchObject({ ok: true });
    expect(await under.ask('run.start', { path, inputs: {} })).toMatchObject({
      failure: { code: 'upload-not-runnable' },
    });
    expect(await under.ask('library.list', {})).toMatchObject({ value: { recent: [] } });
  });
});
