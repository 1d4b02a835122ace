// Going on with a recorded run from the app's side: the same tape grows, what refuses leaves it as it was, and consent for code
// that a tape names.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppOptions } from '../../../main/app/compose.ts';
import { openTape } from '../../../main/tape/read.ts';
import { appendTo } from '../../../main/tape/write.ts';
import type { TapeEvent } from '../../../shared/model/event.ts';
import { snapshot } from '../../../shared/model/value.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { writeTape } from '../../support/tapeFiles.ts';
import { type AppUnderTest, appUnderTest, closeApps } from './appUnderTest.ts';
import { writeSmallTape } from './smallTape.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-continue-')));
});
afterEach(async () => {
  await closeApps();
  rmSync(folder, { recursive: true, force: true });
});

const start = (options: Partial<AppOptions> = {}) => appUnderTest(folder, { host: 'cli', paths: 'any', ...options });

/** Counts 1, 2, 3 …; `check` breaks in the second of four iterations, once. */
const breaking = drawGraph(
  [
    scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
    loop('L', { x: {} }, { x: {} }, 4),
    scripted('inc', ['x'], ['x'], { expr: { x: 'x + 1' } }),
    scripted('check', ['x'], ['stop'], { seq: [{ stop: false }, { $throw: 'broke' }, { stop: false }] }),
    { id: 'done', type: 'graphOut', config: { portName: 'done' } },
  ],
  [
    ...['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x', 'inc.x -> check.x'],
    ...['check.stop -> L-out.stop', 'L-out.final_x -> done.value'],
  ],
);

/** Adds one for ever in a module that waits a moment. */
const adding = drawGraph(
  [
    scripted('seed', [], ['x'], { seq: [{ x: 0 }] }),
    loop('L', { x: {} }, { x: {} }, 100_000),
    { id: 'add', type: 'script', config: { module: './add.mjs', inputs: ['x'], outputs: ['x'] } },
  ],
  ['seed.x -> L.init_x', 'L.init_x -> add.x', 'L.iterout_x -> add.x', 'add.x -> L-out.x'],
);

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function writeAdding(place = ''): string {
  mkdirSync(join(folder, place), { recursive: true });
  write(
    join(place, 'add.mjs'),
    'export default async ({ x }) => { await new Promise((done) => setTimeout(done, 3)); return { x: x + 1 }; };',
  );
  return write(join(place, 'adding.json'), adding);
}

async function finished(under: AppUnderTest, tape: unknown, times = 1): Promise<void> {
  const isEnd = (push: AppUnderTest['pushes'][number]): boolean =>
    push.kind === 'run.advanced' && push.tape === tape && push.state === 'finished';
  await expect.poll(() => under.pushes.filter(isEnd).length).toBeGreaterThanOrEqual(times);
}

async function recorded(under: AppUnderTest, request: object): Promise<{ tape: string; path: string }> {
  const answer = await under.ask('run.start', { inputs: {}, ...request });
  if (!answer.ok) throw new Error(`${answer.failure.code}: ${answer.failure.message}`);
  const { tape, path } = answer.value as { tape: string; path: string };
  await finished(under, tape);
  return { tape, path };
}

function events(path: string): TapeEvent[] {
  const opened = openTape(path);
  if (!opened.ok) throw new Error(opened.failure.message);
  const all = [...opened.value.events({})];
  opened.value.close();
  return all;
}

const sides = (path: string): string[] => ['-wal', '-shm', '-journal'].filter((ending) => existsSync(path + ending));

describe('a failed run', () => {
  test('goes on in its tape while that is open, and its status and events follow', async () => {
    const under = start();
    const { tape, path } = await recorded(under, { path: write('breaking.json', breaking) });
    const failed = await under.ask('tape.summary', { tape });
    expect(failed.value).toMatchObject({ status: 'failed', live: false, iterations: { L: 1 } });
    const before = events(path);
    const again = await under.ask('run.continue', { tape });
    expect(again).toMatchObject({ ok: true, value: { tape, path } });
    await finished(under, tape, 2);
    const ended = await under.ask('tape.summary', { tape });
    // Seeded with 1, four rounds.
    expect(ended.value).toMatchObject({
      status: 'ended',
      reason: 'budget',
      live: false,
      iterations: { L: 4 },
      outputs: { done: 5 },
    });
    const after = events(path);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after[before.length]).toMatchObject({ kind: 'run.continued', seq: before.length });
    for (const [i, { t }] of after.entries()) expect(t).toBeGreaterThanOrEqual(after[i - 1]?.t ?? 0);
    expect(sides(path)).toEqual([]);
    const last = under.pushes.filter((push) => push.kind === 'run.advanced').at(-1);
    expect(last).toEqual({ kind: 'run.advanced', tape, head: ended.value.head, state: 'finished' });
    // Pushes of a run that goes on never tell of a head before where it goes on from.
    const heads = under.pushes.flatMap((push) => (push.kind === 'run.advanced' ? [push.head] : []));
    expect(heads).toEqual([...heads].sort((a, b) => a - b));
    const report = await under.ask('report.run', { tape });
    expect(report.value).toMatchObject({ status: 'ended', iterations: { L: 4 }, finals: { L: { final_x: 5 } } });
    expect(report.value).not.toHaveProperty('error');
  });

  test('that was written by another start of the program goes on as well', async () => {
    const first = start();
    const { path } = await recorded(first, { path: write('breaking.json', breaking) });
    await first.app.close();
    const under = start();
    const { value } = await under.ask('tape.open', { path });
    expect(await under.ask('run.continue', { tape: value.tape })).toMatchObject({ ok: true });
    await finished(under, value.tape);
    expect(await under.ask('tape.summary', { tape: value.tape })).toMatchObject({ value: { status: 'ended' } });
  });
});

describe('a continued run', () => {
  test('pauses again after so many fires, is live meanwhile, and is controlled like any other', async () => {
    const under = start();
    const { tape, path } = await recorded(under, { path: writeAdding(), consented: true, steps: 3 });
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'paused' } });
    const second = await under.ask('run.continue', { tape, steps: 2, consented: true });
    expect(second).toMatchObject({ ok: true });
    await finished(under, tape, 2);
    const fires = () => events(path).filter(({ kind }) => kind === 'fire.finished').length;
    expect(fires()).toBe(5);

    const third = await under.ask('run.continue', { tape, consented: true });
    expect(third).toMatchObject({ ok: true, value: { live: true, status: 'running' } });
    expect(await under.ask('run.continue', { tape, consented: true })).toMatchObject({
      failure: { code: 'tape-live' },
    });
    await expect.poll(fires).toBeGreaterThan(8);
    expect(await under.ask('run.control', { tape, action: 'pause' })).toMatchObject({ value: { state: 'paused' } });
    expect(await under.ask('run.control', { tape, action: 'stop' })).toMatchObject({ value: { state: 'finished' } });
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'cancelled', live: false } });
    expect(sides(path)).toEqual([]);
    expect(readdirSync(join(folder, 'tapes'))).toHaveLength(1);
  });

  test('is started once, however often at once it is asked for', async () => {
    const under = start();
    const { tape, path } = await recorded(under, { path: write('breaking.json', breaking) });
    const answers = await Promise.all([1, 2, 3].map(() => under.ask('run.continue', { tape })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const { ok, failure } of answers) if (!ok) expect(failure.code).toBe('tape-live');
    await finished(under, tape, 2);
    expect(events(path).filter(({ kind }) => kind === 'run.continued')).toHaveLength(1);
  });

  test('that starts held performs nothing before it is told to', async () => {
    const under = start();
    const { tape, path } = await recorded(under, { path: write('breaking.json', breaking) });
    const before = events(path).length;
    expect(await under.ask('run.continue', { tape, paused: true })).toMatchObject({ ok: true });
    await new Promise((done) => setTimeout(done, 200));
    expect(
      events(path)
        .slice(before)
        .map(({ kind }) => kind),
    ).toEqual(['run.continued']);
    await under.ask('run.control', { tape, action: 'resume' });
    await finished(under, tape, 2);
    expect(await under.ask('tape.summary', { tape })).toMatchObject({ value: { status: 'ended' } });
  });
});

describe('what is refused leaves the tape as it was:', () => {
  async function expectRefused(under: AppUnderTest, path: string, code: string, says: string | RegExp): Promise<void> {
    const { value } = await under.ask('tape.open', { path });
    const before = readFileSync(path);
    const refused = await under.ask('run.continue', { tape: value.tape, consented: true });
    expect(refused).toMatchObject({ ok: false, failure: { code } });
    expect(refused.failure.message).toMatch(says);
    await under.ask('tape.close', { tape: value.tape });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(sides(path)).toEqual([]);
  }

  test('a run that is over for good', async () => {
    const path = join(folder, 'small.looptape');
    await writeSmallTape(path);
    await expectRefused(start(), path, 'not-continuable', /has ended/);
  });

  test('a failure under agentcanvas, which went on to its end', async () => {
    const graph = drawGraph(
      [
        scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
        loop('L', { x: {} }, { x: {} }, 4),
        scripted('inc', ['x'], ['x'], { seq: [{ x: 2 }, { $throw: 'broke' }] }),
      ],
      ['seed.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
    );
    const under = start();
    const { path } = await recorded(under, { path: write('late.json', graph), compat: 'agentcanvas' });
    await expectRefused(under, path, 'not-continuable', /agentcanvas/);
  });

  test('a tape that is read-only', async () => {
    const under = start();
    const { path } = await recorded(under, { path: write('breaking.json', breaking) });
    chmodSync(path, 0o444);
    await expectRefused(start(), path, 'tape-read-only', /read-only/);
  });

  test('a tape whose modules are nowhere, with the folder where they were', async () => {
    const under = start();
    const { path } = await recorded(under, { path: writeAdding('place'), consented: true, steps: 2 });
    renameSync(join(folder, 'place'), join(folder, 'gone'));
    await expectRefused(under, path, 'graph-folder-missing', /add\.mjs.*place/);
  });

  test('a log that does not follow from its graph', async () => {
    const path = join(folder, 'odd.looptape');
    await writeSmallTape(path, 'odd');
    // A fire of a node that was not ready, and no end: nothing that our engine recorded.
    const writer = appendTo(path);
    if (!writer.ok) throw new Error(writer.failure.message);
    writer.value.appendAt(
      [
        { seq: 5, kind: 'run.continued', at: '', from: 3, versions: {} },
        { seq: 6, kind: 'fire.started', at: '', fire: 1, node: 'seven', inputs: {}, from: {} },
        { seq: 7, kind: 'fire.finished', at: '', fire: 9, node: 'seven', outputs: {}, durationMs: 1 },
      ],
      2,
    );
    await writer.value.finish();
    await expectRefused(start(), path, 'not-continuable', /does not follow/);
  });

  test('a graph that this program can’t check', async () => {
    const path = join(folder, 'foreign.looptape');
    const graph = snapshot({ nodes: [{ id: 'a', type: 'scripted', config: { seq: 7 } }], edges: [] });
    await writeTape(path, [
      { seq: 0, kind: 'run.started', at: '', id: 'run', dialect: 'pivot', graph, inputs: {}, versions: {} },
      { seq: 1, kind: 'run.finished', at: '', status: 'paused', reason: null, outputs: {} },
    ]);
    await expectRefused(start(), path, 'not-continuable', /graph that this Looptape can’t run/);
  });

  test('a tape that another program is writing', async () => {
    const under = start();
    const { tape, path } = await recorded(under, { path: write('breaking.json', breaking) });
    const writer = appendTo(path);
    if (!writer.ok) throw new Error(writer.failure.message);
    const refused = await under.ask('run.continue', { tape });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'tape-locked' } });
    await under.ask('tape.close', { tape });
    await writer.value.finish();
  });
});

describe('code that a tape names', () => {
  test('runs only after a consent of its own, which says where the tape lies and where the modules are looked for', async () => {
    const under = start({ host: 'web' });
    const graph = writeAdding();
    const asked = await under.ask('run.start', { path: graph, inputs: {} });
    const { hash: ofGraph } = asked.failure.detail as { hash: string };
    await under.ask('consent.grant', { path: graph, hash: ofGraph });
    const { tape, path } = await recorded(under, { path: graph, steps: 2 });
    // That the graph may run says nothing of a tape that names the same code.
    const refused = await under.ask('run.continue', { tape, steps: 1 });
    expect(refused).toMatchObject({
      failure: { code: 'consent-needed', detail: { modules: ['add.mjs'], tape: { path, folder } } },
    });
    expect(refused.failure.message).toContain(path);
    const { hash } = refused.failure.detail as { hash: string };
    expect(hash).not.toBe(ofGraph);
    expect(await under.ask('consent.grant', { path, hash })).toEqual({ ok: true, value: {} });
    expect(await under.ask('run.continue', { tape, steps: 1 })).toMatchObject({ ok: true });
    await finished(under, tape, 2);
    // Another tape with the same code asks for itself.
    const copy = join(folder, 'copy.looptape');
    copyFileSync(path, copy);
    const other = await under.ask('tape.open', { path: copy });
    expect(await under.ask('run.continue', { tape: other.value.tape })).toMatchObject({
      failure: { code: 'consent-needed' },
    });
    // And so does the same tape where a module has changed.
    write('add.mjs', 'export default () => ({ x: 666 });');
    expect(await under.ask('run.continue', { tape })).toMatchObject({ failure: { code: 'consent-needed' } });
    expect(await under.ask('consent.grant', { path, hash })).toMatchObject({ failure: { code: 'consent-stale' } });
  });

  test('can be allowed for one call by the command line alone', async () => {
    const command = start();
    const { tape } = await recorded(command, { path: writeAdding(), consented: true, steps: 2 });
    expect(await command.ask('run.continue', { tape })).toMatchObject({ failure: { code: 'consent-needed' } });
    const page = start({ host: 'web' });
    const { value } = await page.ask('tape.open', { path: (await command.ask('tape.summary', { tape })).value.path });
    expect(await page.ask('run.continue', { tape: value.tape, consented: true })).toMatchObject({
      failure: { code: 'path-refused' },
    });
  });
});
