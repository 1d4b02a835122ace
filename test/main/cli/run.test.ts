// `run`: inputs, budgets, steps, where the tape goes; and how a run is ended from outside.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MomentReport, RunReport, ShowReport } from '../../../shared/contract/report.ts';
import { command } from '../../support/commandLine.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { cliTest, documentOf, until } from './cliTest.ts';
import { countingGraph } from './countingGraph.ts';

const cli = cliTest();

const counting = (budget: number) => countingGraph(budget, 'at the input');

it('takes inputs from options and from a file, JSON where it parses and text otherwise', async () => {
  const graph = cli.write('counting.json', counting(3));
  const one = documentOf(await cli.call('run', graph, '--input', 'from=10', '--json'), RunReport);
  expect(one.outputs).toEqual({ last: 13 });
  const file = cli.write('inputs.json', { from: 20 });
  expect(documentOf(await cli.call('run', graph, '--inputs', file, '--json'), RunReport).outputs).toEqual({ last: 23 });
  const echo = drawGraph(
    [
      { id: 'given', type: 'graphIn', config: { portName: 'from' } },
      { id: 'last', type: 'graphOut', config: { portName: 'last' } },
      scripted('same', ['v'], ['v'], { seq: [{ v: { $echo: 'v' } }] }),
    ],
    ['given.value -> same.v', 'same.v -> last.value'],
  );
  const path = cli.write('echo.json', echo);
  for (const [text, value] of [
    ['from=hello = world', 'hello = world'],
    ['from=[1, null]', [1, null]],
    ['from="7"', '7'],
  ] as const) {
    expect(documentOf(await cli.call('run', path, '--input', text, '--json'), RunReport).outputs).toEqual({
      last: value,
    });
  }
});

it('a file of inputs or stand-ins that is none is told in one line, with its option', async () => {
  const graph = cli.write('counting.json', counting(3));
  const file = cli.write('broken.json', '{"a": 1,\n  "b": }\n');
  for (const option of ['--inputs', '--script']) {
    const ended = await cli.call('run', graph, option, file);
    expect(ended.code).toBe(2);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain(`${option}, ${file}, is not JSON`);
  }
});

it('caps every loop by --budget', async () => {
  const graph = cli.write('counting.json', counting(30));
  const report = documentOf(await cli.call('run', graph, '--input', 'from=0', '--budget', '4', '--json'), RunReport);
  expect(report).toMatchObject({ status: 'ended', reason: 'budget', iterations: { L: 4 }, outputs: { last: 4 } });
});

it('rests after --steps fires, as paused with exit 6 and a tape that can be read', async () => {
  const graph = cli.write('counting.json', counting(30));
  const ended = await cli.call('run', graph, '--input', 'from=0', '--steps', '5', '--json', '--out', 'paused.looptape');
  expect(ended.code).toBe(6);
  expect(documentOf(ended, RunReport)).toMatchObject({ status: 'paused', iterations: { L: 5 } });
  const end = documentOf(await cli.call('show', 'paused.looptape', '--at', 'end', '--json'), MomentReport);
  expect(end.slots.find((slot) => slot.slot === 'iterout_x')?.value).toBe(5);
});

it('an operator’s halt cancels with exit 5', async () => {
  const graph = drawGraph(
    [
      scripted('one', [], ['x'], { seq: [{ x: 1 }] }),
      loop('L', { x: {} }, { x: {} }, 9),
      scripted('inc', ['x'], ['x'], { seq: [{ x: 2 }, { $halt: 'enough' }] }),
    ],
    ['one.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
  );
  const ended = await cli.call('run', cli.write('halt.json', graph), '--json');
  expect(ended.code).toBe(5);
  expect(documentOf(ended, RunReport)).toMatchObject({ status: 'cancelled', reason: 'halt', iterations: { L: 1 } });
});

it('puts the tape into the home’s folder under the graph’s name, and paths are those of the caller', async () => {
  const folder = join(cli.folder, 'elsewhere');
  mkdirSync(folder, { recursive: true });
  cli.write('elsewhere/counting.json', counting(2));
  const ended = await command(['run', 'counting.json', '--input', 'from=0'], { home: cli.folder, cwd: folder });
  expect(ended.code).toBe(0);
  expect(readdirSync(join(cli.folder, 'tapes')).some((name) => /^counting-\d{8}T\d{6}.*Z\.looptape$/.test(name))).toBe(
    true,
  );
  // Under npm the caller's folder is INIT_CWD.
  const under = await command(['run', 'counting.json', '--input', 'from=0', '--out', 'here.looptape'], {
    home: cli.folder,
    env: { INIT_CWD: folder },
  });
  expect(under.code).toBe(0);
  expect(existsSync(join(folder, 'here.looptape'))).toBe(true);
});

describe('a run that is ended from outside', () => {
  const waiting = drawGraph(
    [
      scripted('one', [], ['x'], { seq: [{ x: 0 }] }),
      loop('L', { x: {} }, { x: {} }, 100_000),
      { id: 'wait', type: 'script', config: { module: './wait.mjs', inputs: ['x'], outputs: ['x'] } },
    ],
    ['one.x -> L.init_x', 'L.init_x -> wait.x', 'L.iterout_x -> wait.x', 'wait.x -> L-out.x'],
  );

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it as cancelled, with exit 5 and a whole tape in one file',
    async (signal) => {
      const out = `${signal}.looptape`;
      const running = cli.start('run', writeWaiting(), '--yes', '--json', '--out', out);
      await until(() => fileSize(join(cli.folder, out)) > 0 && fileSize(join(cli.folder, 'marks')) > 5);
      running.child.kill(signal);
      const { code, stdout, stderr } = await running.ended;
      expect({ code, stderr }).toEqual({ code: 5, stderr: '' });
      const report = documentOf({ code, stdout, stderr }, RunReport);
      expect(report).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
      expect(report.iterations.L).toBeGreaterThan(3);
      expect(readdirSync(cli.folder).filter((name) => name.startsWith(out))).toEqual([out]);
      const shown = documentOf(await cli.call('show', out, '--json'), ShowReport);
      expect(shown).toMatchObject({ status: 'cancelled', reason: 'cancelled', iterations: report.iterations });
    },
  );

  it('a signal that comes twice at once, or while the tape is only begun, ends it as cancelled all the same', async () => {
    for (let round = 0; round < 6; round++) {
      const out = `early-${round}.looptape`;
      const running = cli.start('run', writeWaiting(), '--yes', '--json', '--out', out);
      // The tape is there before the run knows that it has begun.
      await until(() => existsSync(join(cli.folder, out)));
      running.child.kill('SIGINT');
      running.child.kill('SIGINT');
      const ended = await running.ended;
      expect(ended.code).toBe(5);
      expect(documentOf(ended, RunReport).status).toBe('cancelled');
      expect(readdirSync(cli.folder).filter((name) => name.startsWith(out))).toEqual([out]);
    }
  });

  it('says of a cancelled run what was running, without calling it a failure', async () => {
    const running = cli.start('run', writeWaiting(), '--yes', '--out', 'told.looptape');
    await until(() => fileSize(join(cli.folder, 'marks')) > 2);
    running.child.kill('SIGINT');
    const { stdout } = await running.ended;
    expect(stdout).toMatch(/^cancelled\n/);
    expect(stdout).not.toContain('failed');
  });

  it('a killed process leaves a tape that says interrupted, with all that was committed', async () => {
    const out = 'killed.looptape';
    const running = cli.start('run', writeWaiting(), '--yes', '--out', out);
    await until(() => fileSize(join(cli.folder, 'marks')) > 20);
    running.child.kill('SIGKILL');
    await running.ended;
    const ended = await cli.call('show', out, '--json');
    expect(ended.code).toBe(0);
    const shown = documentOf(ended, ShowReport);
    expect(shown.status).toBe('interrupted');
    // The effect before a mark was committed before it was begun: of 20 fires at least 19 are closed iterations.
    expect(shown.iterations.L).toBeGreaterThanOrEqual(19);
  });

  /** Writes the graph and its script, which leaves a mark a fire; the file of the marks is empty again. */
  function writeWaiting(): string {
    cli.write('marks', '');
    cli.write(
      'wait.mjs',
      `import { appendFileSync } from 'node:fs';
      export default async ({ x }) => {
        appendFileSync(${JSON.stringify(join(cli.folder, 'marks'))}, '.');
        await new Promise((done) => setTimeout(done, 10));
        return { x: x + 1 };
      };`,
    );
    return cli.write('waiting.json', waiting);
  }
});

it.skipIf(process.platform === 'win32')(
  'a tape that can’t grow ends the run with exit 3, says why, and keeps what was committed',
  async () => {
    const graph = cli.write('long.json', counting(100_000));
    const out = join(cli.folder, 'full.looptape');
    const ended = await command(['run', graph, '--input', 'from=0', '--out', out, '--json'], {
      home: cli.folder,
      largestFileBytes: 300_000,
    });
    expect(ended.code).toBe(3);
    expect(documentOf(ended, RunReport).status).toBe('interrupted');
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.stderr).toMatch(/full\.looptape .*\((disk-full|tape-unreadable)\)/);
    const shown = documentOf(await cli.call('show', out, '--json'), ShowReport);
    expect(shown.status).toBe('interrupted');
    expect(shown.events).toBeGreaterThan(100);
  },
);

it('the graph is never taken for the place of its own tape', async () => {
  const graph = cli.write('self.json', counting(2));
  const before = readFileSync(graph, 'utf8');
  for (const out of ['self.json', './elsewhere/../self.json']) {
    const ended = await cli.call('run', 'self.json', '--input', 'from=0', '--force', '--out', out);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('out-is-graph');
  }
  expect(readFileSync(graph, 'utf8')).toBe(before);
});

function fileSize(path: string): number {
  return existsSync(path) ? readFileSync(path).length : 0;
}
