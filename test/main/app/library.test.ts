// The app over real tapes without a run: the library, opening, and what the web host's page may not do.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppOptions } from '../../../main/app/compose.ts';
import { appUnderTest, closeApps } from './appUnderTest.ts';
import { GRAPH, writeSmallTape } from './smallTape.ts';

let folder: string;
let tape: string;
let id: string;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-app-')));
  mkdirSync(join(folder, 'examples'));
  writeFileSync(join(folder, 'examples', 'one.json'), JSON.stringify({ ...GRAPH, description: 'Gives seven.' }));
  tape = join(folder, 'first.looptape');
  id = await writeSmallTape(tape);
});
afterEach(async () => {
  await closeApps();
  rmSync(folder, { recursive: true, force: true });
});

const start = (options: Partial<AppOptions> = {}) => appUnderTest(folder, options);

describe('opening', () => {
  test('a tape that the command line named gives its summary, and puts it on top of the recent list', async () => {
    const { ask, pushes } = start({ opening: [tape] });
    expect(await ask('app.info', {})).toMatchObject({ value: { opening: [tape], host: 'web' } });
    expect(await ask('tape.open', { path: tape })).toMatchObject({
      ok: true,
      value: {
        tape: id,
        path: tape,
        name: 'first',
        status: 'ended',
        reason: 'end',
        head: 4,
        outputs: { n: 7 },
        live: false,
      },
    });
    expect(pushes).toContainEqual({ kind: 'library.changed' });
    expect(await ask('library.list', {})).toMatchObject({
      value: {
        recent: [
          { path: tape, name: 'first', kind: 'tape', status: 'ended', reason: 'end', events: 5, missing: false },
        ],
      },
    });
    expect(await ask('value.get', { tape: id, place: { seq: 2, field: ['outputs', 'n'] } })).toMatchObject({
      ok: true,
      value: { value: 7 },
    });
  });

  test('is refused to the page for a path that nobody named, whatever call carries it', async () => {
    const { ask } = start();
    for (const [name, request] of [
      ['tape.open', { path: tape }],
      ['graph.ofFile', { path: join(folder, 'settings', 'consent.json') }],
      ['report.check', { path: '/etc/passwd' }],
      ['run.start', { path: tape, inputs: {} }],
      ['consent.grant', { path: tape, hash: 'x' }],
      ['library.delete', { path: tape }],
      ['library.rename', { path: tape, name: 'x' }],
      ['library.reveal', { path: tape }],
    ] as const) {
      expect(await ask(name, request)).toMatchObject({ ok: false, failure: { code: 'path-refused' } });
    }
    expect(existsSync(tape)).toBe(true);
  });

  test('is granted to the page for examples and for what is on the recent list', async () => {
    const { ask } = start();
    expect(await ask('graph.ofFile', { path: join(folder, 'examples', 'one.json') })).toMatchObject({ ok: true });
    expect(await start({ opening: [tape] }).ask('tape.open', { path: tape })).toMatchObject({ ok: true });
    expect(await start().ask('tape.open', { path: tape })).toMatchObject({ ok: true });
  });

  test('a copy of a tape that is open gives it an id of its own, so that neither stands for the other', async () => {
    const { ask } = start({ paths: 'any' });
    const copy = join(folder, 'copy.looptape');
    copyFileSync(tape, copy);
    expect(await ask('tape.open', { path: tape })).toMatchObject({ value: { tape: id, path: tape } });
    const second = await ask('tape.open', { path: copy });
    expect(second).toMatchObject({ ok: true, value: { path: copy } });
    expect((second.value as { tape: string }).tape).not.toBe(id);
    expect(await ask('tape.summary', { tape: (second.value as { tape: string }).tape })).toMatchObject({
      value: { path: copy },
    });
    expect(await ask('tape.summary', { tape: id })).toMatchObject({ value: { path: tape } });
  });

  test('what is no tape is a sentence with a code, and what is open already goes on', async () => {
    const { ask } = start({ paths: 'any' });
    await ask('tape.open', { path: tape });
    writeFileSync(join(folder, 'foreign.looptape'), 'not a tape at all');
    writeFileSync(join(folder, 'empty.looptape'), '');
    for (const [name, code] of [
      ['foreign', 'tape-foreign'],
      ['empty', 'tape-empty'],
      ['gone', 'tape-missing'],
    ]) {
      const answer = await ask('tape.open', { path: join(folder, `${name}.looptape`) });
      expect(answer).toMatchObject({
        ok: false,
        failure: { code, message: expect.stringContaining(`${name}.looptape`) },
      });
    }
    expect(await ask('moment.find', { tape: id, moment: 'end' })).toEqual({ ok: true, value: { seq: 4 } });
  });

  test('a tape that was never opened, or an id that was made up, is told apart', async () => {
    const { ask } = start();
    expect(await ask('moment.get', { tape: 'made-up', seq: 0 })).toMatchObject({ failure: { code: 'tape-not-open' } });
  });

  test('a folder puts its tapes and graphs on the list and opens none of them', async () => {
    const { ask } = start({ opening: [folder] });
    expect(await ask('app.info', {})).toMatchObject({ value: { opening: [] } });
    await expect
      .poll(async () =>
        ((await ask('library.list', {})).value as { recent: { name: string }[] }).recent.map(({ name }) => name),
      )
      .toEqual(['first']);
  });
});

describe('a graph file', () => {
  const graphAt = (text: string | Uint8Array) => {
    const path = join(folder, 'g.json');
    writeFileSync(path, text);
    return path;
  };

  test('that breaks rules is drawn with its problems', async () => {
    const { ask } = start({ paths: 'any' });
    const path = graphAt(
      JSON.stringify({ nodes: GRAPH.nodes, edges: [...GRAPH.edges, { source: 'no', target: 'out' }] }),
    );
    const answer = await ask('graph.ofFile', { path });
    expect(answer).toMatchObject({ ok: true, value: { path, name: 'g' } });
    expect((answer.value as { problems: unknown[] }).problems.length).toBeGreaterThan(0);
  });

  test('that is none is a sentence with file, place and code', async () => {
    const { ask } = start({ paths: 'any' });
    expect(await ask('graph.ofFile', { path: graphAt('{"nodes": [') })).toMatchObject({
      failure: {
        code: 'graph-invalid',
        message: expect.stringMatching(/g\.json.*line 1/),
        detail: { problems: [{ code: 'not-json' }] },
      },
    });
    expect(await ask('graph.ofFile', { path: graphAt(Uint8Array.of(0xff, 0xfe, 0)) })).toMatchObject({
      failure: { code: 'not-text' },
    });
    expect(await ask('graph.ofFile', { path: tape })).toMatchObject({ failure: { code: 'is-a-tape' } });
    expect(await ask('graph.ofFile', { path: folder })).toMatchObject({ failure: { code: 'not-a-file' } });
    expect(await ask('graph.ofFile', { path: join(folder, 'gone.json') })).toMatchObject({
      failure: { code: 'file-missing' },
    });
  });

  test('names the operators that are missing', async () => {
    const { ask } = start({ paths: 'any' });
    const nodes = GRAPH.nodes.map((node) => (node.id === 'seven' ? { ...node, type: 'teleport' } : node));
    const path = graphAt(JSON.stringify({ nodes, edges: GRAPH.edges }));
    expect(await ask('graph.ofFile', { path })).toMatchObject({ ok: true, value: { missingOperators: ['teleport'] } });
  });
});

describe('the library', () => {
  test('lists the examples with what they show', async () => {
    expect(await start().ask('library.list', {})).toMatchObject({
      value: {
        recent: [],
        examples: [{ name: 'one', sentence: 'Gives seven.', path: join(folder, 'examples', 'one.json') }],
      },
    });
  });

  test('renames a tape, and whoever has it open goes on', async () => {
    const { ask } = start({ paths: 'any' });
    await ask('tape.open', { path: tape });
    const to = join(folder, 'second.looptape');
    expect(await ask('library.rename', { path: tape, name: 'second' })).toEqual({ ok: true, value: { path: to } });
    expect([existsSync(tape), existsSync(to)]).toEqual([false, true]);
    expect(await ask('moment.find', { tape: id, moment: 'end' })).toEqual({ ok: true, value: { seq: 4 } });
    expect(await ask('library.list', {})).toMatchObject({ value: { recent: [{ path: to, name: 'second' }] } });
  });

  test('never renames over another file, nor to what is no plain name, nor what is no tape', async () => {
    const { ask } = start({ paths: 'any' });
    await writeSmallTape(join(folder, 'taken.looptape'));
    expect(await ask('library.rename', { path: tape, name: 'taken' })).toMatchObject({
      failure: { code: 'name-taken' },
    });
    for (const name of ['../out', 'a/b', 'a\\b', '.hidden', '.looptape']) {
      expect(await ask('library.rename', { path: tape, name })).toMatchObject({ failure: { code: 'bad-name' } });
    }
    const example = join(folder, 'examples', 'one.json');
    expect(await ask('library.rename', { path: example, name: 'x' })).toMatchObject({
      failure: { code: 'not-a-tape' },
    });
    expect(await ask('library.delete', { path: example })).toMatchObject({ failure: { code: 'not-a-tape' } });
    expect(existsSync(tape)).toBe(true);
    expect(existsSync(example)).toBe(true);
  });

  test('deletes a tape with what lies beside it, and forgets without deleting', async () => {
    const { ask } = start({ paths: 'any' });
    const other = join(folder, 'other.looptape');
    await writeSmallTape(other);
    await ask('tape.open', { path: tape });
    await ask('tape.open', { path: other });
    await ask('library.forget', { path: other });
    writeFileSync(`${tape}-wal`, '');
    expect(await ask('library.delete', { path: tape })).toEqual({ ok: true, value: {} });
    expect([existsSync(tape), existsSync(`${tape}-wal`), existsSync(other)]).toEqual([false, false, true]);
    expect(await ask('library.list', {})).toMatchObject({ value: { recent: [] } });
  });

  test('says of a file that is gone that it is missing, and of a damaged one that it is unreadable', async () => {
    const { ask } = start({ paths: 'any' });
    const other = join(folder, 'other.looptape');
    await writeSmallTape(other);
    await ask('tape.open', { path: other });
    await ask('tape.open', { path: tape });
    rmSync(tape);
    writeFileSync(other, 'something else altogether');
    expect(await ask('library.list', {})).toMatchObject({
      value: {
        recent: [
          { path: tape, missing: true },
          { path: other, missing: false, status: 'unreadable' },
        ],
      },
    });
  });

  test('has no dialog and no file manager without the desktop', async () => {
    const { ask } = start({ opening: [tape] });
    expect(await ask('library.pick', {})).toMatchObject({ failure: { code: 'desktop-only' } });
    expect(await ask('library.reveal', { path: tape })).toMatchObject({ failure: { code: 'desktop-only' } });
  });
});

test('settings come back, and whoever wants to know hears of them', async () => {
  const heard: unknown[] = [];
  const { ask } = start({ onSettings: (settings) => heard.push(settings) });
  expect(await ask('settings.set', { theme: 'dark' })).toEqual({ ok: true, value: { theme: 'dark', layout: {} } });
  expect(heard).toEqual([
    { theme: 'system', layout: {} },
    { theme: 'dark', layout: {} },
  ]);
});
