// `loop`: real commands, real exit codes, evidence from attempt to attempt, a person's yes, and what Ctrl+C leaves behind.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ShowReport } from '../../../shared/contract/report.ts';
import { commandLine } from '../../../shared/model/commandLine.ts';
import type { Ended } from '../../support/commandLine.ts';
import { command } from '../../support/commandLine.ts';
import { expectGone } from '../../support/liveProcesses.ts';
import { cliTest, until } from './cliTest.ts';

const cli = cliTest();

interface LoopDocument {
  readonly status: string;
  readonly evidence: readonly string[];
  readonly tape: string;
  readonly error?: { readonly code: string };
  readonly [key: string]: unknown;
}

function documentIn({ stdout, stderr }: Ended): LoopDocument {
  try {
    return JSON.parse(stdout) as LoopDocument;
  } catch {
    throw new Error(`standard output is no JSON document: ${stdout}; on the other: ${stderr}`);
  }
}

/** A node program that counts how often it ran, in a file of its own; `n` is that number. */
function counting(name: string, body: string): string[] {
  const text = `const fs = require('node:fs');
const file = ${JSON.stringify(join(cli.folder, `${name}.count`))};
const n = (fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0) + 1;
fs.writeFileSync(file, String(n));
${body}`;
  return [process.execPath, cli.write(`${name}.cjs`, text)];
}

const runs = (name: string): number => Number(readFileSync(join(cli.folder, `${name}.count`), 'utf8'));

it('succeeds at the third attempt, shows the output as it comes, and tells what each attempt came to', async () => {
  const program = counting('third', "console.log('round', n); process.exit(n < 3 ? 1 : 0);");
  const ended = await cli.call('loop', '--max', '5', '--until', 'exit:0', '--', ...program);
  expect(ended.code).toBe(0);
  expect(runs('third')).toBe(3);
  expect(ended.stderr.trimEnd().split('\n')).toEqual([
    'round 1',
    'attempt 1 of 5: exit 1 – round 1',
    'round 2',
    'attempt 2 of 5: exit 1 – round 2',
    'round 3',
    'attempt 3 of 5: exit 0 – round 3',
  ]);
  const lines = ended.stdout.trimEnd().split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'success: Attempt 3 satisfied exit:0: exit 0: round 3',
    '  3 of at most 5 attempts, until exit:0',
    '  #1 exit 1: round 1',
    '  #2 exit 1: round 2; + round 2; − round 1',
    '  #3 exit 0: round 3; + round 3; − round 2',
  ]);
  expect(lines.at(-1)).toMatch(/^ {2}tape: .*third\.cjs.*\.looptape$|^ {2}tape: .*node.*\.looptape$/);
});

it('ends with exit 1 when every attempt was made, with the best of them and what to do next', async () => {
  const program = counting('never', "console.log('still', n); process.exit(7);");
  const ended = await cli.call(
    'loop',
    '--max',
    '2',
    '--until',
    'exit:0',
    '--json',
    '--out',
    'never.looptape',
    '--',
    ...program,
  );
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  expect(documentIn(ended)).toEqual({
    status: 'max_iters_reached',
    iterations_run: 2,
    max_iters: 2,
    predicate: 'exit:0',
    final_result: 'None of 2 attempts satisfied exit:0. The best is attempt 2: exit 7: still 2',
    evidence: ['#1 exit 7: still 1', '#2 exit 7: still 2; + still 2; − still 1'],
    next_action: expect.stringContaining('exit 7'),
    prompt: commandLine({ argv: program }),
    predicate_from: 'args',
    max_iters_from: { from: 'args' },
    notes: [],
    best_attempt: { attempt: 2, summary: 'exit 7: still 2' },
    reason: 'budget',
    hazards: [],
    tape: join(cli.folder, 'never.looptape'),
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  const shown = await cli.call('show', 'never.looptape');
  expect(shown.stdout).toContain('  max_iters_reached: None of 2 attempts satisfied exit:0.');
  expect(shown.stdout).toContain('  #2 exit 7: still 2');
  const report = ShowReport.parse(JSON.parse((await cli.call('show', 'never.looptape', '--json')).stdout));
  expect(report).toMatchObject({ dialect: 'bounded', status: 'ended', reason: 'budget', iterations: { loop: 2 } });
  const log = await cli.call('events', 'never.looptape');
  expect(log.stdout).toContain('attempt does not satisfy exit:0: it exited with 7, not with 0');
  expect(log.stdout).toContain('best so far: attempt 2, exit 7: still 2');
});

it('a signal is no exit code, so that an attempt which it ended does not satisfy', async () => {
  const program = counting(
    'killed',
    "if (n === 1) process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, n === 1 ? 9e5 : 0);",
  );
  const made = documentIn(await cli.call('loop', '--until', 'exit:0', '--json', '--', ...program));
  expect(made).toMatchObject({ status: 'success', iterations_run: 2 });
  expect(made.evidence[0]).toBe('#1 ended by SIGKILL: no output');
});

it('searches the whole standard output for a pattern, colour codes aside, whatever the exit code', async () => {
  const program = counting(
    'coloured',
    "console.log('p95 = 9ms'.repeat(2000)); console.log(n < 2 ? 'p95 < 900ms' : '\\u001b[32mp95 < \\u001b[1m150ms\\u001b[0m'); process.exit(4);",
  );
  const until = 'regex:^p95 < 1\\d\\dms$';
  const made = documentIn(await cli.call('loop', '--until', until, '--json', '--', ...program));
  expect(made).toMatchObject({ status: 'success', iterations_run: 2, matched: 'p95 < 150ms', predicate: until });
});

it('asks a judge that is a command, with the attempt on its standard input', async () => {
  const judge = cli.write(
    'judge.cjs',
    `let text = '';
process.stdin.on('data', (data) => { text += data; }).on('end', () => {
  const { criterion, output, exit, attempt, prompt } = JSON.parse(text);
  const satisfied = output.includes('three') && exit === 2 && attempt === 3 && prompt.includes('judged.cjs');
  console.log(JSON.stringify({ satisfied, reason: criterion + ' in attempt ' + attempt }));
});`,
  );
  const program = counting('judged', "console.log(['', 'one', 'two', 'three'][n]); process.exit(2);");
  const ended = await cli.call(
    ...['loop', '--until', 'judge:says three', '--judge', `command:"${process.execPath}" "${judge}"`, '--json'],
    ...['--', ...program],
  );
  const made = documentIn(ended);
  expect(made).toMatchObject({ status: 'success', iterations_run: 3, predicate: 'judge:says three' });
  const log = await cli.call('events', made.tape, '--kind', 'decision.made');
  expect(log.stdout).toContain('attempt does not satisfy judge:says three: the judge says no: says three in attempt 1');
  expect(log.stdout).toContain('attempt satisfies judge:says three: the judge says yes: says three in attempt 3');
});

it('tells a further attempt what came before, by variables and a file', async () => {
  const program = counting(
    'told',
    `const { LOOPTAPE_ATTEMPT, LOOPTAPE_MAX_ITERS, LOOPTAPE_LAST_EXIT, LOOPTAPE_EVIDENCE_FILE, LOOPTAPE_LOOP } = process.env;
console.error('broken in line 12');
fs.writeFileSync(file + n, JSON.stringify({ LOOPTAPE_ATTEMPT, LOOPTAPE_MAX_ITERS, LOOPTAPE_LAST_EXIT, LOOPTAPE_LOOP,
  evidence: LOOPTAPE_EVIDENCE_FILE && fs.readFileSync(LOOPTAPE_EVIDENCE_FILE, 'utf8') }));
process.exit(5);`,
  );
  await cli.call('loop', '--max', '2', '--until', 'exit:0', '--', ...program);
  const [first, second] = [1, 2].map((n) => JSON.parse(readFileSync(join(cli.folder, `told.count${n}`), 'utf8')));
  expect(first).toEqual({ LOOPTAPE_ATTEMPT: '1', LOOPTAPE_MAX_ITERS: '2', LOOPTAPE_LOOP: '1' });
  expect(second).toMatchObject({ LOOPTAPE_ATTEMPT: '2', LOOPTAPE_LAST_EXIT: '5' });
  expect(second.evidence).toContain('Attempt 1 did not satisfy exit:0: it exited with 5, not with 0.');
  expect(second.evidence).toContain('broken in line 12');
});

it.skipIf(process.platform === 'win32')('takes a text for the shell with --shell, in the caller’s folder', async () => {
  cli.write('words.txt', 'one\ntwo\nthree\n');
  const made = documentIn(
    await cli.call('loop', '--shell', '--until', 'regex:^2$', '--json', '--', 'grep t words.txt | wc -l | tr -d " "'),
  );
  expect(made).toMatchObject({ status: 'success', matched: '2', prompt: 'grep t words.txt | wc -l | tr -d " "' });
});

it('reads limit and predicate from free text, and structured arguments win', async () => {
  const program = counting('free', 'process.exit(3);');
  const text = ['probe', 'the', 'host', 'until', 'exit', '3,', 'at', 'most', '2', 'tries'];
  expect(documentIn(await cli.call('loop', '--json', ...text, '--', ...program))).toMatchObject({
    status: 'success',
    predicate: 'exit:3',
    predicate_from: 'text',
    max_iters: 2,
    max_iters_from: { from: 'text' },
  });
  expect(documentIn(await cli.call('loop', '--json', '--max', '40', ...text, '--', ...program))).toMatchObject({
    max_iters: 10,
    max_iters_from: { from: 'args', clamped: true },
    notes: ['MAX_ITERS_CLAMPED'],
  });
});

it('stand-ins answer for attempt and judge', async () => {
  const script = cli.write('answers.json', {
    attempt: { seq: ['a draft', 'a better draft'] },
    judge: { seq: ['no', 'yes, it is clear'] },
  });
  const made = documentIn(await cli.call('loop', '--json', '--script', script, 'rewrite it for clarity, 4 attempts'));
  expect(made).toMatchObject({ status: 'success', iterations_run: 2, max_iters: 4, prompt: 'rewrite it for clarity' });
});

describe.skipIf(process.platform === 'win32')('a destructive command', () => {
  it('runs once, then waits where no one is there to ask, and goes on with --yes-destructive', async () => {
    cli.write('doomed.txt', '');
    const args = ['loop', '--max', '3', '--until', 'exit:9', '--out', 'doomed.looptape', '--json'];
    const waits = await cli.call(...args, '--', 'rm', '-f', 'doomed.txt');
    expect(waits.code).toBe(6);
    expect(documentIn(waits)).toMatchObject({
      status: 'waiting',
      iterations_run: 1,
      error: { node: 'confirm', code: 'no-one-to-ask' },
      next_action: expect.stringContaining('--yes-destructive'),
    });
    expect(existsSync(join(cli.folder, 'doomed.txt'))).toBe(false);
    // --yes is consent, and never a yes to a destructive step.
    const still = await cli.call('continue', 'doomed.looptape', '--yes', '--json');
    expect(still.code).toBe(6);
    expect(documentIn(still)).toMatchObject({ status: 'waiting', iterations_run: 1 });
    const over = await cli.call('continue', 'doomed.looptape', '--yes', '--yes-destructive', '--json');
    expect(over.code).toBe(1);
    expect(documentIn(over)).toMatchObject({ status: 'max_iters_reached', iterations_run: 3 });
    const asked = await cli.call('events', 'doomed.looptape', '--kind', 'fire.finished');
    expect(asked.stdout).toContain('confirm fired: output = "yes, beforehand (--yes-destructive)"');
  });

  it('goes through with a yes beforehand', async () => {
    const ended = await cli.call(
      'loop',
      '--max',
      '2',
      '--until',
      'exit:9',
      '--yes-destructive',
      '--json',
      '--',
      'rm',
      '-f',
      'x',
    );
    expect(ended.code).toBe(1);
    expect(documentIn(ended)).toMatchObject({ iterations_run: 2, hazards: ['idle-refinement'] });
  });
});

it('a loop inside a loop is refused, from a command of it as well as by hand', async () => {
  const env = { LOOPTAPE_LOOP: '1' };
  const inner = await command(['loop', '--json', '--until', 'exit:0', '--', 'true'], { home: cli.folder, env });
  expect(inner.code).toBe(2);
  expect(documentIn(inner).error?.code).toBe('loop-in-loop');
  const file = cli.write('inner.json', {
    dialect: 'bounded',
    prompt: 'true',
    until_predicate: 'exit:0',
    attempt: { operator: 'command', argv: ['true'] },
  });
  expect((await command(['run', file, '--yes'], { home: cli.folder, env })).code).toBe(2);
  const cliFile = join(import.meta.dirname, '../../../out/main/cli.js');
  const nested = [process.execPath, cliFile, 'loop', '--until', 'exit:0', '--', 'true'];
  const outer = documentIn(await cli.call('loop', '--max', '1', '--until', 'exit:2', '--json', '--', ...nested));
  expect(outer).toMatchObject({ status: 'success', iterations_run: 1 });
  expect(outer.evidence[0]).toContain('is a bounded loop, and this program was started by a fire of another run');
});

it('every input error ends with exit 2 and its own code, and nothing runs', async () => {
  const program = counting('unrun', '');
  for (const [args, code] of [
    [[], 'PROMPT_EMPTY'],
    [['--'], 'PROMPT_EMPTY'],
    [['--max', '2.5', '--until', 'exit:0', '--', ...program], 'MAX_ITERS_NOT_INTEGER'],
    [['--max', 'few', '--until', 'exit:0', '--', ...program], 'MAX_ITERS_NOT_INTEGER'],
    [['--until', 'regex:(unclosed', '--', ...program], 'PREDICATE_REGEX_INVALID'],
    [['--until', 'exit:zero', '--', ...program], 'PREDICATE_EXIT_INVALID'],
    [['--until', 'vibes:good', '--', ...program], 'PREDICATE_UNKNOWN'],
    [['--until', 'judge:', '--', ...program], 'PREDICATE_EMPTY'],
    [['--', ...program], 'no-judge'],
    [['--judge', 'oracle', '--', ...program], 'judge-unknown'],
    [['--judge', 'command:"unclosed', '--', ...program], 'judge-unknown'],
    [['--judge', 'model', '--', ...program], 'no-model'],
    [['fix the login test until tests pass'], 'no-model'],
    [['tidy the report'], 'no-model'],
  ] as const) {
    const ended = await cli.call('loop', '--json', ...args);
    expect({ args, code: ended.code, error: documentIn(ended).error?.code }).toEqual({ args, code: 2, error: code });
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(existsSync(join(cli.folder, 'unrun.count'))).toBe(false);
  expect((await cli.call('loop', '--strange', '--', ...program)).code).toBe(64);
}, 60_000);

it('a command that can’t be started fails at once, with exit 3', async () => {
  const ended = await cli.call('loop', '--until', 'exit:0', '--json', '--', 'no-such-program-here');
  expect(ended.code).toBe(3);
  expect(documentIn(ended)).toMatchObject({
    status: 'failed',
    iterations_run: 0,
    error: { code: 'command-not-started' },
  });
});

it('a bounded loop in a file runs with the same shape and exit codes', async () => {
  const program = counting('filed', 'process.exit(n);');
  const file = cli.write('filed.json', {
    dialect: 'bounded',
    prompt: 'reach two',
    max_iters: 1,
    until_predicate: 'exit:2',
    attempt: { operator: 'command', argv: program },
  });
  const first = await cli.call('run', file, '--yes', '--json');
  expect(first.code).toBe(1);
  expect(documentIn(first)).toMatchObject({ status: 'max_iters_reached', iterations_run: 1, prompt: 'reach two' });
  expect((await cli.call('run', file, '--yes')).code).toBe(0);
});

it.skipIf(process.platform === 'win32')(
  'Ctrl+C ends the attempt with all that it had started, with exit 5',
  async () => {
    const pids = join(cli.folder, 'pids');
    const program = [
      process.execPath,
      cli.write(
        'family.cjs',
        `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' });
require('node:fs').writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid);
setInterval(() => {}, 1000);`,
      ),
    ];
    const running = cli.start('loop', '--until', 'exit:0', '--json', '--', ...program);
    await until(() => existsSync(pids) && readFileSync(pids, 'utf8').includes(' '));
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.code).toBe(5);
    expect(documentIn(ended)).toMatchObject({ status: 'cancelled', reason: 'cancelled', iterations_run: 0 });
    await expectGone(...readFileSync(pids, 'utf8').split(' ').map(Number));
  },
);
