// `record`: a loop of another program, followed live on standard input.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Running, startCommand } from '../../support/commandLine.ts';
import { reading } from '../../support/tapeFiles.ts';
import { lines, STARTED } from '../imports/importedTape.ts';
import { cliTest, until } from './cliTest.ts';

const cli = cliTest();
const FIRE = { kind: 'fire.started', fire: 0, node: 'model', inputs: { goal: 'x' } };
const ended = (status: string, reason: string) => lines({ kind: 'run.finished', status, reason, outputs: {} });

function recording(...args: readonly string[]): Running {
  return startCommand(['record', '--out', 'live.looptape', ...args], { home: cli.folder, stdin: 'pipe' });
}

const tape = (): string => join(cli.folder, 'live.looptape');

it('has on the tape what came in while more is to come', async () => {
  const running = recording();
  running.child.stdin?.write(lines(STARTED, FIRE));
  await until(() => running.stderr().includes('Recording to'));
  const reader = reading(tape());
  await expect.poll(() => reader.head()).toBe(1);
  expect(reader.info().beingWritten).toBe(true);
  running.child.stdin?.write('{"kind": "fire.fin');
  running.child.stdin?.write('ished", "fire": 0, "node": "model", "outputs": {}, "durationMs": 3}\n');
  await expect.poll(() => reader.head()).toBe(2);
  // It has the time of its arrival.
  expect(reader.event(2)?.t).toBeGreaterThanOrEqual(reader.event(1)?.t as number);
  reader.close();
  running.child.stdin?.end(ended('ended', 'stop'));
  expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('ended · stop') });
});

it.each([
  ['failed', 'failed', 3],
  ['stalled', 'stalled', 4],
  ['cancelled', 'cancelled', 5],
])('gives the exit code of a run that %s', async (status, reason, code) => {
  const running = recording();
  running.child.stdin?.end(lines(STARTED) + ended(status, reason));
  expect((await running.ended).code).toBe(code);
});

it('leaves a tape that says interrupted where the sender dies, and where it dies itself', async () => {
  const running = recording();
  running.child.stdin?.end(lines(STARTED, FIRE));
  expect(await running.ended).toMatchObject({ code: 4, stdout: expect.stringContaining('interrupted') });
  const killed = recording('--force');
  killed.child.stdin?.write(lines(STARTED, FIRE));
  await until(() => killed.stderr().includes('Recording to'));
  const reader = reading(tape());
  await expect.poll(() => reader.head()).toBe(1);
  reader.close();
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(JSON.parse((await cli.call('show', 'live.looptape', '--json')).stdout)).toMatchObject({
    status: 'interrupted',
    events: 2,
  });
  expect((await cli.call('continue', 'live.looptape')).stderr).toContain('recorded by another program');
});

it('takes the last words of a sender that was interrupted together with it', async () => {
  const running = recording();
  running.child.stdin?.write(lines(STARTED));
  await until(() => running.stderr().includes('Recording to'));
  running.child.kill('SIGINT');
  running.child.stdin?.write(ended('cancelled', 'cancelled'));
  expect((await running.ended).code).toBe(5);
});

it('shows the tape meanwhile with --open, and stays until it is ended', async () => {
  const running = recording('--open', '--no-browser');
  let stdout = '';
  running.child.stdout?.on('data', (data) => {
    stdout += data;
  });
  running.child.stdin?.write(lines(STARTED, FIRE));
  await until(() => /^http:\/\/127\.0\.0\.1:\d+\/\?token=/m.test(stdout));
  const answered = await fetch(/^http:\S+/m.exec(stdout)?.[0] as string, { redirect: 'manual' });
  expect(answered.status).toBe(303);
  running.child.stdin?.end(ended('ended', 'end'));
  await until(() => running.stderr().includes('The recording is over'));
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(0);
});
