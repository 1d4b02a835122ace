// Graphs that run commands, from the command line: asked about before, silent while they run, and ended with the program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectGone, pidsIn } from '../../support/liveProcesses.ts';
import { cliTest } from './cliTest.ts';

const cli = cliTest();

const command = (id: string, text: string) => ({
  id,
  type: 'command',
  config: { argv: ['sh', '-c', text], inputs: [], outputs: [] },
});

it('are asked about with their command lines and hosts, and nothing runs without a yes', async () => {
  const nodes = [
    command('mark', 'echo ran >> ran.txt'),
    { id: 'get', type: 'http', config: { url: 'https://api.example.com/x', inputs: [], outputs: [] } },
  ];
  const path = cli.write('asked.json', JSON.stringify({ nodes, edges: [] }));
  const ended = await cli.call('run', path);
  expect(ended.code).toBe(6);
  expect(ended.stderr).toContain("command  sh -c 'echo ran >> ran.txt'");
  expect(ended.stderr).toContain('network  api.example.com');
  expect(() => readFileSync(join(path, '..', 'ran.txt'))).toThrow('ENOENT');
});

it('run many commands one after another and side by side, without a word of the system between', async () => {
  const nodes = Array.from({ length: 6 }, (_, i) => command(`c${i}`, `echo ${i} >> ran.txt`));
  const path = cli.write('many.json', JSON.stringify({ nodes, edges: [] }));
  for (let round = 1; round <= 2; round++) {
    const ended = await cli.call('run', path, '--yes');
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toMatch(/warning/i);
    expect(readFileSync(join(path, '..', 'ran.txt'), 'utf8').split('\n')).toHaveLength(6 * round + 1);
  }
});

it('are ended by Ctrl+C', async () => {
  const path = cli.write(
    'long.json',
    JSON.stringify({ nodes: [command('c', 'echo $$ >> pids; exec sleep 600')], edges: [] }),
  );
  const running = cli.start('run', path, '--yes');
  const pids = await pidsIn(join(path, '..', 'pids'), 1);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(5);
  await expectGone(...pids);
});

it('end with the program where that is killed while it waits for them', async () => {
  // It tells of itself when it has been taken note of, which follows its start.
  const text = "trap '' TERM; sleep 0.5; echo $$ >> deaf; while :; do sleep 0.05; done";
  const path = cli.write('deaf.json', JSON.stringify({ nodes: [command('c', text)], edges: [] }));
  const running = cli.start('run', path, '--yes');
  const pids = await pidsIn(join(path, '..', 'deaf'), 1);
  running.child.kill('SIGINT');
  running.child.kill('SIGKILL');
  await running.ended;
  await expectGone(...pids);
});
