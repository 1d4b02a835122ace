// `continue`: the same tape goes on where it is paused, was interrupted or failed; what is over is refused and stays as it is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RunReport, ShowReport } from '../../../shared/contract/report.ts';
import { command } from '../../support/commandLine.ts';
import { drawGraph, loop, scripted } from '../../support/drawGraph.ts';
import { cliTest, documentOf, until } from './cliTest.ts';
import { countingGraph } from './countingGraph.ts';

const cli = cliTest();

interface Line {
  readonly seq: number;
  readonly kind: string;
  readonly [key: string]: unknown;
}

async function linesOf(tape: string): Promise<Line[]> {
  const { stdout } = await cli.call('events', tape, '--json');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

it('goes on with a paused run, pauses again after --steps fires, and gives the same as one that never paused', async () => {
  const graph = cli.write('counting.json', countingGraph(4));
  await cli.call('run', graph, '--steps', '2', '--out', 'paused.looptape');
  // The seed and one round; two more; the rest.
  const second = await cli.call('continue', 'paused.looptape', '--steps', '2', '--json');
  expect(second.code).toBe(6);
  expect(documentOf(second, RunReport)).toMatchObject({ status: 'paused', iterations: { L: 3 } });
  const third = await cli.call('continue', 'paused.looptape', '--live', '--json');
  expect(third).toMatchObject({ code: 0, stderr: '' });
  const report = documentOf(third, RunReport);
  const whole = documentOf(await cli.call('run', graph, '--json'), RunReport);
  expect(report).toEqual({ ...whole, tape: report.tape, id: report.id });
  expect(report.outputs).toEqual({ last: 4 });
  expect((await linesOf('paused.looptape')).filter(({ kind }) => kind === 'run.continued')).toHaveLength(2);
  expect(readdirSync(cli.folder).filter((name) => name.startsWith('paused.'))).toEqual(['paused.looptape']);
  expect(documentOf(await cli.call('show', 'paused.looptape', '--json'), ShowReport).status).toBe('ended');
});

it('starts a failed fire again, with what the report says of a run that ended', async () => {
  const graph = drawGraph(
    [
      scripted('one', [], ['x'], { seq: [{ $throw: 'not yet' }, { x: 7 }] }),
      { id: 'out', type: 'graphOut', config: {} },
    ],
    ['one.x -> out.value'],
  );
  const failed = await cli.call('run', cli.write('flaky.json', graph), '--out', 'flaky.looptape', '--json');
  expect(failed.code).toBe(3);
  const ended = await cli.call('continue', 'flaky.looptape');
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^ended · end\n/);
  expect(ended.stdout).toContain('output out = 7');
  const again = await cli.call('continue', 'flaky.looptape', '--json');
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('has ended');
  expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'not-continuable' } });
});

it('refuses what is over, is no tape, or is not there, with exit 2 in one line, and leaves the tape as it was', async () => {
  await cli.call('run', cli.write('counting.json', countingGraph(2)), '--out', 'over.looptape');
  const before = readFileSync(join(cli.folder, 'over.looptape'));
  for (const [path, code] of [
    ['over.looptape', 'not-continuable'],
    ['counting.json', 'tape-foreign'],
    ['nowhere.looptape', 'tape-missing'],
  ] as const) {
    const ended = await cli.call('continue', path);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain(code);
  }
  expect(readFileSync(join(cli.folder, 'over.looptape')).equals(before)).toBe(true);
  expect((await cli.call('continue', 'over.looptape', '--steps', 'two')).code).toBe(64);
});

const waiting = drawGraph(
  [
    scripted('one', [], ['x'], { seq: [{ x: 0 }] }),
    loop('L', { x: {} }, { x: {} }, 100_000),
    { id: 'wait', type: 'script', config: { module: './wait.mjs', inputs: ['x'], outputs: ['x'] } },
  ],
  ['one.x -> L.init_x', 'L.init_x -> wait.x', 'L.iterout_x -> wait.x', 'wait.x -> L-out.x'],
);

function writeWaiting(): string {
  cli.write(
    'wait.mjs',
    `import { appendFileSync } from 'node:fs';
    export default async ({ x }) => {
      appendFileSync(${JSON.stringify(join(cli.folder, 'marks'))}, '.');
      await new Promise((done) => setTimeout(done, 10));
      return { x: x + 1 };
    };`,
  );
  cli.write('marks', '');
  return cli.write('waiting.json', waiting);
}

it('asks for consent to the code that the tape names, and says where the tape and the modules lie', async () => {
  await cli.call('run', writeWaiting(), '--yes', '--steps', '2', '--out', 'code.looptape');
  const asked = await cli.call('continue', 'code.looptape', '--steps', '1');
  expect(asked.code).toBe(6);
  expect(asked.stderr).toContain(join(cli.folder, 'code.looptape'));
  expect(asked.stderr).toMatch(/script {3}wait\.mjs {3}in /);
  expect(asked.stderr).toContain('Nothing ran.');
  const ended = await cli.call('continue', 'code.looptape', '--steps', '1', '--yes', '--json');
  expect(documentOf(ended, RunReport)).toMatchObject({ status: 'paused', iterations: { L: 2 } });
});

it('goes on after a kill, and a kill of the continuation leaves a tape that says interrupted and goes on again', async () => {
  const kill = async (...args: readonly string[]): Promise<void> => {
    cli.write('marks', '');
    const running = cli.start(...args);
    await until(() => readFileSync(join(cli.folder, 'marks')).length > 10);
    running.child.kill('SIGKILL');
    await running.ended;
    expect(documentOf(await cli.call('show', 'killed.looptape', '--json'), ShowReport).status).toBe('interrupted');
  };
  await kill('run', writeWaiting(), '--yes', '--out', 'killed.looptape');
  await kill('continue', 'killed.looptape', '--yes');
  const ended = await cli.call('continue', 'killed.looptape', '--yes', '--steps', '2', '--json');
  expect(ended.code).toBe(6);
  const { iterations } = documentOf(ended, RunReport);
  const lines = await linesOf('killed.looptape');
  const closed = lines.filter(({ kind }) => kind === 'iteration.closed');
  expect(iterations.L).toBe(closed.length);
  // Every round was counted once, whoever killed what.
  expect(closed.map(({ carry }) => (carry as { x: number }).x)).toEqual(closed.map((_, i) => i + 1));
  expect(readdirSync(cli.folder).filter((name) => name.startsWith('killed.'))).toEqual(['killed.looptape']);
});

it('a signal ends it as cancelled, with exit 5 and one whole file', async () => {
  await cli.call('run', writeWaiting(), '--yes', '--steps', '2', '--out', 'signal.looptape');
  cli.write('marks', '');
  const running = cli.start('continue', 'signal.looptape', '--yes', '--json');
  await until(() => readFileSync(join(cli.folder, 'marks')).length > 3);
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended).toMatchObject({ code: 5, stderr: '' });
  expect(documentOf(ended, RunReport)).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
  expect(readdirSync(cli.folder).filter((name) => name.startsWith('signal.'))).toEqual(['signal.looptape']);
});

it.skipIf(process.platform === 'win32')(
  'goes on where a disk was full, also within a step, and loses nothing',
  async () => {
    const graph = cli.write('long.json', countingGraph(3_000));
    const full = await command(['run', graph, '--out', 'full.looptape', '--json'], {
      home: cli.folder,
      largestFileBytes: 90_000,
    });
    expect(full.code).toBe(3);
    expect(documentOf(full, RunReport).status).toBe('interrupted');
    const ended = await cli.call('continue', 'full.looptape', '--json');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(documentOf(ended, RunReport)).toMatchObject({
      status: 'ended',
      iterations: { L: 3_000 },
      outputs: { last: 3_000 },
    });
    const whole = await cli.call('run', graph, '--out', 'whole.looptape');
    expect(whole.code).toBe(0);
    const told = async (tape: string) =>
      (await linesOf(tape)).map(({ kind, question, at }) => [kind, question, at].filter(Boolean).join(' '));
    const [a, b] = [await told('full.looptape'), await told('whole.looptape')];
    // Where the disk was full depends on how long things took, as their times stand on the tape too. A start that was cut off, after its
    // decision or after itself, is made anew, and decides anew which writer reaches its input.
    const cut = a.findIndex((line) => line.startsWith('run.continued'));
    const before = a.slice(0, cut);
    if (before.at(-1)?.startsWith('fire.started')) before.pop();
    if (before.at(-1)?.startsWith('decision.made input')) before.pop();
    expect([...before, ...a.slice(cut + 1)]).toEqual(b);
  },
);
