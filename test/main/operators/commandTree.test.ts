// What a command starts ends with it, however far it went from its parent; and none of it outlives the program.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandOperator } from '../../../main/operators/command.ts';
import type { OperatorAnswer } from '../../../main/runner/ports.ts';
import { expectGone, isAlive, pastLimit, pidsIn } from '../../support/liveProcesses.ts';
import { type CallParts, callOf } from './call.ts';

/** Where a command is to end by itself, it has the time that a busy machine needs for that. */
const PATIENT_MS = 60_000;

let folder = '';
let operator = commandOperator({ graphFolder: folder });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looptape-tree-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  operator = commandOperator({ graphFolder: folder, graceMs: 400, restMs: PATIENT_MS });
});
afterEach(async () => {
  await operator.close();
  rmSync(folder, { recursive: true, force: true });
});

const pids = (count?: number) => pidsIn(join(folder, 'pids'), count);

/** A text for `sh`, as an attempt. */
const attempt = async (text: string, { config, ...parts }: Omit<CallParts, 'config'> & { config?: object } = {}) =>
  (await operator.run(
    callOf({ operator: 'command', form: 'attempt', config: { argv: ['sh', '-c', text], ...config }, ...parts }),
  )) as OperatorAnswer;

/** `sh stays.sh` writes down its id and stays; `sh deaf.sh` hears no signal; `node daemon.mjs x.sh` starts it in a session of its own and ends. */
const FILES = {
  'stays.sh': 'echo $$ >> pids; while :; do sleep 0.05; done',
  'deaf.sh': "trap '' TERM INT HUP; echo $$ >> pids; while :; do sleep 0.05; done",
  'between.sh': 'sh deaf.sh & sh stays.sh',
  'daemon.mjs': `import { spawn } from 'node:child_process';
    const [, , script, stdio = 'ignore'] = process.argv;
    spawn('sh', [script], { detached: true, stdio }).unref();`,
};
const DAEMON = `"${process.execPath}" daemon.mjs`;
const UNTIL_THERE = 'while [ ! -s pids ]; do sleep 0.02; done';

/** Starts the command, and calls it off when so many processes of it have written down their ids. */
async function calledOff(text: string, count: number): Promise<{ answer: OperatorAnswer; started: number[] }> {
  const abort = new AbortController();
  const answer = attempt(text, { abort: abort.signal });
  const started = await pids(count);
  expect(started.filter(isAlive)).toEqual(started);
  abort.abort();
  return { answer: await answer, started };
}

/** The answer to a command that had written down its id before it ran into its time limit. */
async function ranOut(text: string): Promise<OperatorAnswer> {
  const hasBegun = () => existsSync(join(folder, 'pids'));
  const answer = await pastLimit(400, (timeoutMs) => attempt(text, { config: { timeoutMs } }), hasBegun);
  expect(answer).toMatchObject({ ok: false, error: { code: 'timeout' } });
  return answer;
}

/** Elsewhere a mark in the environment of others can't be read. */
const isMarked = process.platform === 'linux' || process.platform === 'darwin';
const CANCELLED = { ok: false, error: { code: 'cancelled' } };

describe('a command that is called off', () => {
  it('has time to put things in order, and what it writes meanwhile is kept', async () => {
    const text = `trap 'sleep 0.1; echo in order; exit 0' TERM; echo begun; . ./stays.sh`;
    operator = commandOperator({ graphFolder: folder, graceMs: PATIENT_MS });
    const answer = await ranOut(text);
    expect(answer).toMatchObject({ raw: expect.stringMatching(/^begun\n(?:.*\n)?in order\n$/) });
    await expectGone(...(await pids()));
  });

  it('is ended by force where it does not hear', async () => {
    await ranOut('. ./deaf.sh');
    await expectGone(...(await pids()));
  });

  it('takes along its children and grandchildren, those that do not hear too', async () => {
    const { answer, started } = await calledOff('sh between.sh & sh stays.sh', 3);
    expect(answer).toMatchObject(CANCELLED);
    await expectGone(...started);
  });

  it('takes along what had lost its parent', async () => {
    const { answer, started } = await calledOff('(sh deaf.sh &); (sh between.sh &); sh stays.sh', 4);
    expect(answer).toMatchObject(CANCELLED);
    await expectGone(...started);
  });

  it.runIf(isMarked)('takes along what had left its parent and its group', async () => {
    const { answer, started } = await calledOff(`${DAEMON} deaf.sh; ${DAEMON} between.sh; sh stays.sh`, 4);
    expect(answer).toMatchObject(CANCELLED);
    await expectGone(...started);
  });

  it.runIf(isMarked)('takes along what is only started while it ends', async () => {
    const { answer, started } = await calledOff(`trap '${DAEMON} deaf.sh; exit' TERM; . ./stays.sh`, 1);
    expect(answer).toMatchObject(CANCELLED);
    // It may have come to its first words, or not.
    await expectGone(...started, ...(await pidsIn(join(folder, 'pids'))));
  });
});

describe('a command that has ended by itself', () => {
  it('leaves nothing of its group running, and says so', async () => {
    operator = commandOperator({ graphFolder: folder, graceMs: 400 });
    const answer = await attempt(`sh deaf.sh >/dev/null 2>&1 & ${UNTIL_THERE}; echo done; exit 3`);
    expect(answer).toMatchObject({ ok: true, outputs: { output: 'done\n', exit: 3 } });
    expect(answer.log).toEqual([{ level: 'warn', text: expect.stringContaining('left running was ended with it') }]);
    await expectGone(...(await pids(1)));
  });

  it('has its output read to the end where another process of it still writes', async () => {
    const answer = await attempt('(sleep 0.3; echo late) & echo early');
    expect(answer).toEqual({ ok: true, outputs: { output: 'early\nlate\n', exit: 0 }, exit: 0 });
  });

  it('is not waited for longer because something keeps its output open, and leaves alone what has a session of its own', async () => {
    const answer = await attempt(`${DAEMON} stays.sh inherit; ${UNTIL_THERE}; echo done`);
    const [pid] = (await pids(1)) as [number];
    try {
      expect(answer).toMatchObject({ ok: true, outputs: { output: 'done\n', exit: 0 } });
      expect(answer.log).toEqual([{ level: 'warn', text: expect.stringContaining('still holds its output') }]);
      expect(isAlive(pid)).toBe(true);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
    await expectGone(pid);
  });
});

describe('the program', () => {
  const OPERATOR = new URL('../../../main/operators/command.ts', import.meta.url).href;

  /** A program of its own that fires a command. */
  function programOf(text: string, then: string) {
    const call = { fire: 0, node: 'n', nth: 0, at: '', operator: 'command', inputs: {}, form: 'attempt' };
    const source = `const { commandOperator } = await import(${JSON.stringify(OPERATOR)});
      const operator = commandOperator({ graphFolder: ${JSON.stringify(folder)} });
      const answer = operator.run({ ...${JSON.stringify({ ...call, config: { argv: ['sh', '-c', text] } })}, abort: new AbortController().signal });
      ${then}`;
    return spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: folder, stdio: 'ignore' });
  }
  const exitOf = (program: ReturnType<typeof spawn>) =>
    new Promise<number | null>((settle) => program.once('exit', (code) => settle(code)));

  it('is not outlived by a command, even where it is killed', async () => {
    const program = programOf('sh deaf.sh & sh between.sh', 'await answer;');
    const started = await pids(3);
    program.kill('SIGKILL');
    await exitOf(program);
    await expectGone(...started);
  });

  it('goes on until its command has ended, and is not kept by one that has', async () => {
    expect(await exitOf(programOf('sleep 0.3; echo $$ >> pids', 'void answer;'))).toBe(0);
    await expectGone(...(await pids(1)));
  });

  it('ends its command when the set of operators is closed', async () => {
    const program = programOf(
      'sh stays.sh',
      `const { existsSync } = await import('node:fs');
      while (!existsSync('pids')) await new Promise((go) => setTimeout(go, 20));
      await operator.close(); process.exitCode = 7;`,
    );
    const started = await pids(1);
    expect(await exitOf(program)).toBe(7);
    await expectGone(...started);
  });
});
