// Bad input to the command line: one sentence with file, place and code, the exit status of interfaces §4, and nothing lost
// of what was recorded before.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CheckReport, RunReport, ShowReport } from '../../../shared/contract/report.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { cliTest, documentOf } from './cliTest.ts';

const cli = cliTest();
const Failed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** A loop of three iterations around one node; `node` stands for it. */
const around = (node: Record<string, unknown>, budget = 3) =>
  drawGraph(
    [
      { id: 'one', type: 'expression', config: { inputs: [], outputs: { x: '1' } } },
      loop('L', { x: {} }, { x: {} }, budget),
      node,
    ],
    ['one.x -> L.init_x', 'L.init_x -> body.x', 'L.iterout_x -> body.x', 'body.x -> L-out.x'],
  );
const script = (module: string, more: object = {}) => ({
  id: 'body',
  type: 'script',
  config: { module: `./${module}`, inputs: ['x'], outputs: ['x'], ...more },
});
const good = around(scripted('body', ['x'], ['x'], { expr: { x: 'x + 1' } }));

describe('a file that is no graph', () => {
  const files: readonly (readonly [string, string, string, string])[] = [
    ['torn.json', '{"nodes": [', 'not-json', 'line 1, column 12'],
    ['list.json', '[1, 2]', 'unknown-dialect', 'list.json'],
    ['shape.json', '{"nodes": 3, "edges": []}', 'wrong-shape', 'nodes'],
  ];
  for (const [name, text, code, place] of files) {
    it(`${name} is refused with ${code} and exit 2, by check and by run`, async () => {
      const path = cli.write(name, text);
      for (const verb of ['check', 'run']) {
        const ended = await cli.call(verb, path);
        expect(ended).toMatchObject({ code: 2, stdout: '' });
        expect(ended.stderr).toContain(name);
        expect(ended.stderr).toContain(code);
        expect(ended.stderr).toContain(place);
        expect(ended.stderr).not.toMatch(/\n\s+at /);
        // One problem is one line, and names the file once.
        expect(ended.stderr.trim().split('\n')).toHaveLength(1);
        expect(ended.stderr.split(name)).toHaveLength(2);
      }
      const checked = await cli.call('check', path, '--json');
      expect(checked.code).toBe(2);
      expect(documentOf(checked, CheckReport).errors.map((error) => error.code)).toContain(code);
    });
  }

  it('a file that is not there is named, with exit 2', async () => {
    for (const args of [
      ['run', 'nowhere.json'],
      ['check', 'nowhere.json'],
      ['show', 'nowhere.looptape'],
      ['hazards', 'nowhere.looptape'],
    ]) {
      const ended = await cli.call(...args, '--json');
      expect(ended.code).toBe(2);
      const { error } = documentOf(ended, Failed);
      expect(error.code).toMatch(/missing/);
      expect(error.message).toContain('nowhere.');
      expect(ended.stderr).toContain(error.message);
    }
  });
});

it('an unwired iterIn is an error with node, sentence and hint: check 1, run 2, and no tape', async () => {
  const graph = { ...good, edges: good.edges.filter((edge) => edge.target !== 'L') };
  const path = cli.write('unwired.json', graph);
  const checked = await cli.call('check', path, '--json');
  expect(checked.code).toBe(1);
  const error = documentOf(checked, CheckReport).errors.find((one) => one.code === 'unwired-iterin');
  expect(error).toMatchObject({ where: { node: 'L' } });
  expect(error?.hint.length).toBeGreaterThan(10);
  const ran = await cli.call('run', path, '--out', 'unwired.looptape');
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('unwired-iterin');
  expect(existsSync(join(cli.folder, 'unwired.looptape'))).toBe(false);
});

it('node types that nothing can run are listed, with exit 2; a stand-in runs them', async () => {
  const graph = around({ id: 'body', type: 'llmCall', config: { inputs: ['x'], outputs: ['x'] } });
  const path = cli.write('foreign.json', graph);
  const ran = await cli.call('run', path, '--json');
  expect(ran.code).toBe(2);
  expect(documentOf(ran, Failed).error.message).toContain('llmCall');
  const answers = cli.write('answers.json', { body: { inputs: ['x'], outputs: ['x'], expr: { x: 'x * 2' } } });
  const stood = await cli.call('run', path, '--script', answers, '--json');
  expect(stood.code).toBe(0);
  expect(documentOf(stood, RunReport).finals).toEqual({ L: { final_x: 8, final_stop: true } });
});

describe('a script', () => {
  const modules: readonly (readonly [string, string, object, string, string])[] = [
    [
      'throws.mjs',
      `export default () => { throw new Error('no way through'); };`,
      {},
      'script-threw',
      'no way through',
    ],
    ['hangs.mjs', 'export default () => new Promise(() => {});', { timeoutMs: 200 }, 'timeout', '200'],
    ['spins.mjs', 'export default () => { for (;;); };', { timeoutMs: 200 }, 'timeout', '200'],
    ['extra.mjs', 'export default () => ({ x: 1, y: 2 });', {}, 'undeclared-output', 'y'],
    ['shape.mjs', 'export default () => 7;', {}, 'bad-output', 'number'],
    ['exits.mjs', 'export default () => process.exit(3);', {}, 'script-exited', '3'],
  ];
  for (const [name, text, more, code, word] of modules) {
    it(`${name.replace('.mjs', '')}: the run fails with ${code} and exit 3, and the tape holds what came before`, async () => {
      cli.write(name, text);
      const ended = await cli.call(
        'run',
        cli.write(`${name}.json`, around(script(name, more))),
        '--yes',
        '--json',
        '--out',
        `${name}.looptape`,
      );
      expect(ended.code).toBe(3);
      const report = documentOf(ended, RunReport);
      expect(report).toMatchObject({ status: 'failed', reason: 'failed', error: { node: 'body', at: 'L[0]', code } });
      expect(report.error?.message).toContain(word);
      if (name !== 'spins.mjs') return; // one of them is asked later
      const shown = documentOf(await cli.call('show', `${name}.looptape`, '--json'), ShowReport);
      expect(shown).toMatchObject({ status: 'failed', iterations: { L: 0 }, error: { code } });
    });
  }

  it('runs only with consent: without a terminal and without --yes nothing runs, with exit 6', async () => {
    const witness = join(cli.folder, 'ran');
    cli.write(
      'witness.mjs',
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(witness)}, ''); export default ({ x }) => ({ x });`,
    );
    const graph = cli.write('witness.json', around(script('witness.mjs')));
    const ended = await cli.call('run', graph, '--json');
    expect(ended.code).toBe(6);
    expect(documentOf(ended, Failed).error.code).toBe('consent-needed');
    expect(ended.stderr).toContain('witness.mjs');
    expect(ended.stderr).toContain('--yes');
    expect(existsSync(witness)).toBe(false);
    expect((await cli.call('run', graph, '--yes')).code).toBe(0);
    expect(existsSync(witness)).toBe(true);
    // --yes is for one call.
    expect((await cli.call('run', graph)).code).toBe(6);
  });

  it('a module that is missing is named with its node', async () => {
    const ended = await cli.call('run', cli.write('missing.json', around(script('nowhere.mjs'))), '--yes', '--json');
    expect([2, 3]).toContain(ended.code);
    expect(ended.stdout + ended.stderr).toContain('nowhere.mjs');
    expect(ended.stdout + ended.stderr).toContain('module-missing');
  });
});

describe('files that are no tapes', () => {
  beforeEach(async () => {
    await cli.call('run', cli.write('good.json', good), '--out', 'good.looptape');
  });
  const files: readonly (readonly [string, (tape: Buffer) => Buffer, string])[] = [
    ['empty', () => Buffer.alloc(0), 'tape-empty'],
    ['picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'tape-foreign'],
    ['cut', (tape) => tape.subarray(0, tape.length / 2), 'tape-cut'],
    ['text', () => Buffer.from('{"a": 1}'), 'tape-foreign'],
  ];
  for (const [name, make, code] of files) {
    it(`${name} is refused with ${code} and exit 2, and left as it is`, async () => {
      const path = join(cli.folder, `${name}.looptape`);
      const bytes = make(readFileSync(join(cli.folder, 'good.looptape')));
      writeFileSync(path, bytes);
      for (const verb of name === 'empty' ? ['show', 'events', 'hazards'] : ['show']) {
        const ended = await cli.call(verb, path);
        expect(ended).toMatchObject({ code: 2, stdout: '' });
        expect(ended.stderr).toContain(`${name}.looptape`);
        expect(ended.stderr).toContain(code);
        expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
      }
      expect(readFileSync(path).equals(bytes)).toBe(true);
    });
  }

  it('a moment that is not on the tape is named, with exit 2', async () => {
    for (const moment of ['L[9]', '#100000', 'nonsense']) {
      const ended = await cli.call('show', 'good.looptape', '--at', moment, '--json');
      expect(ended.code).toBe(2);
      expect(documentOf(ended, Failed).error.message).toContain(moment);
    }
  });

  it('an --out that is there is refused and kept, and with --force replaced', async () => {
    const path = join(cli.folder, 'good.looptape');
    const before = readFileSync(path);
    const refused = await cli.call('run', 'good.json', '--out', 'good.looptape');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('good.looptape');
    expect(refused.stderr).toContain('tape-exists');
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect((await cli.call('run', 'good.json', '--out', 'good.looptape', '--force')).code).toBe(0);
    expect(readFileSync(path).equals(before)).toBe(false);
  });

  it('a folder is no tape and no graph', async () => {
    mkdirSync(join(cli.folder, 'folder.looptape'), { recursive: true });
    for (const verb of ['show', 'run', 'check']) {
      expect(await cli.call(verb, 'folder.looptape')).toMatchObject({ code: 2, stdout: '' });
    }
  });
});

describe('a wrong call', () => {
  const calls: readonly (readonly string[])[] = [
    ['fly'],
    ['run'],
    ['run', 'good.json', '--budget', '0'],
    ['run', 'good.json', '--budget', 'many'],
    ['run', 'good.json', '--no-such-option'],
    ['run', 'good.json', '--input', 'novalue'],
    ['show'],
    [],
  ];
  for (const args of calls) {
    it(`"${args.join(' ')}" ends with 64 and says what is right, on standard error`, async () => {
      const ended = await cli.call(...args);
      expect(ended).toMatchObject({ code: 64, stdout: '' });
      expect(ended.stderr.length).toBeGreaterThan(10);
      if (args.length === 0) return;
      const told = await cli.call(...args, '--json');
      expect(told.code).toBe(64);
      expect(documentOf(told, Failed).error.code).toBe('usage');
    });
  }

  it('--help and --version answer on standard output with exit 0', async () => {
    const help = await cli.call('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const verb of ['open', 'run', 'check', 'show', 'events', 'hazards']) expect(help.stdout).toContain(verb);
    const version = await cli.call('--version');
    expect(version).toMatchObject({ code: 0, stderr: '' });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
