// `events`: the log in its public form, one JSON object a line, whole or in part, into pipes that close early as well.
import { beforeAll, expect, it } from 'vitest';
import { drawGraph, loop } from '../../support/drawGraph.ts';
import { cliTest } from './cliTest.ts';

const cli = cliTest('file');
const tape = 'counting.looptape';
beforeAll(async () => {
  const graph = drawGraph(
    [
      { id: 'one', type: 'expression', config: { inputs: [], outputs: { x: '1' } } },
      loop('L', { x: {} }, { x: {} }, 400),
      { id: 'inc', type: 'expression', config: { inputs: ['x'], outputs: { x: 'x + 1' } } },
    ],
    ['one.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
  );
  const ended = await cli.call('run', cli.write('counting.json', graph), '--out', tape);
  expect(ended).toMatchObject({ code: 0 });
});

type Line = { seq: number; kind: string; at: string; t: number };

const linesOf = (stdout: string): Line[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

it('prints every event once, numbered from 0 without a gap, each with its kind, place and time', async () => {
  const ended = await cli.call('events', tape, '--json');
  expect(ended.code).toBe(0);
  const lines = linesOf(ended.stdout);
  expect(lines.map((line) => line.seq)).toEqual(lines.map((_, seq) => seq));
  expect(lines[0]).toMatchObject({ kind: 'run.started', at: '', dialect: 'pivot', inputs: {} });
  expect(lines.at(-1)).toMatchObject({ kind: 'run.finished', status: 'ended', reason: 'budget' });
  expect(lines.filter((line) => line.kind === 'iteration.closed')).toHaveLength(400);
  for (const [i, line] of lines.entries()) expect(line.t).toBeGreaterThanOrEqual(lines[i - 1]?.t ?? 0);
});

it('prints only the kinds and the span that are asked for, both ends included', async () => {
  const args = ['--kind', 'iteration.closed', '--kind', 'iteration.opened', '--from', 'L[2]:start', '--to', 'L[4]'];
  const ended = await cli.call('events', tape, '--json', ...args);
  expect(linesOf(ended.stdout).map(({ kind, at }) => `${kind} ${at}`)).toEqual(
    [2, 3, 4].flatMap((i) => [`iteration.opened L[${i}]`, `iteration.closed L[${i}]`]),
  );
});

it('prints sentences for people', async () => {
  const ended = await cli.call('events', tape, '--kind', 'iteration.closed', '--to', 'L[1]');
  const lines = ended.stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('iteration 0 of L closed');
});

it('says which moment is not there', async () => {
  const ended = await cli.call('events', tape, '--from', 'L[400]');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('no-such-moment');
  expect(ended.stderr).toContain('L[400]');
});

it('says which kind there is none of, instead of an empty log', async () => {
  for (const kinds of [
    ['--kind', 'fire.begun'],
    ['--kind', 'fire.started,fire.begun'],
  ]) {
    const ended = await cli.call('events', tape, ...kinds);
    expect(ended).toMatchObject({ code: 64, stdout: '' });
    expect(ended.stderr).toContain('fire.begun is no kind of event');
    expect(ended.stderr).toContain('fire.started');
  }
});

it('ends quietly when who reads stops reading', async () => {
  const { child, ended } = cli.start('events', tape, '--json');
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
