// Commands as real child processes (semantics §4; seed 002, Canonical workflow 3). What is started here has ended when its fire has.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandOperator } from '../../../main/operators/command.ts';
import type { OperatorAnswer } from '../../../main/runner/ports.ts';
import { Bytes } from '../../../shared/model/value.ts';
import { expectGone, fileThere, pastLimit } from '../../support/liveProcesses.ts';
import { type CallParts, callOf } from './call.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'looptape-command-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let operator = commandOperator({ graphFolder: folder });
beforeEach(() => {
  // What a try before this one left.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  operator = commandOperator({ graphFolder: folder, graceMs: 300 });
});
afterEach(() => operator.close());

type Parts = Omit<CallParts, 'config'> & { readonly config?: object };

const fire = async (argv: readonly unknown[], { config, ...parts }: Parts = {}): Promise<OperatorAnswer> =>
  await operator.run(callOf({ operator: 'command', ...parts, config: { argv, outputs: ['x'], ...config } }));
/** A text for `sh`, as an attempt. */
const attempt = (text: string, parts: Parts = {}) => fire(['sh', '-c', text], { form: 'attempt', ...parts });
const whole = (text: string, parts: Parts = {}) => fire(['sh', '-c', text], { form: 'whole', ...parts });
const node = (source: string) => [process.execPath, '-e', source];

const gives = (outputs: object, beside: object = {}) => ({ ok: true, outputs, ...beside });
const fails = (code: string, message: unknown, beside: object = {}) => ({
  ok: false,
  error: { code, message },
  ...beside,
});
const saying = (...parts: string[]) =>
  expect.stringMatching(new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*')));

/** What was written down in a file of the folder, and then forgotten. */
function said(name: string): string {
  const text = readFileSync(join(folder, name), 'utf8');
  rmSync(join(folder, name));
  return text;
}

it('reaches outside, so that its start is on the tape before it runs', () => {
  expect(operator.outward).toBe(true);
});

describe('a node', () => {
  it('gets its inputs as JSON on standard input, and gives the object that it writes', async () => {
    const source = 'const { a, b } = JSON.parse(fs.readFileSync(0)); console.log(JSON.stringify({ x: a + b }));';
    expect(await fire(node(source), { inputs: { a: 2, b: 3 } })).toEqual(gives({ x: 5 }, { exit: 0 }));
  });

  it('may read its input by the name of the device, as scripts do', async () => {
    const source = 'cat /dev/stdin';
    expect(await fire(['sh', '-c', source], { inputs: { x: 'again' } })).toEqual(gives({ x: 'again' }, { exit: 0 }));
  });

  it('carries over both ways what JSON lacks', async () => {
    const x = [Number.NaN, 2n ** 70n, new Bytes(Uint8Array.of(1, 2), 'image/png')];
    expect(await fire(['cat'], { inputs: { x } })).toEqual(gives({ x }, { exit: 0 }));
  });

  it('may give nothing where it declares no outputs', async () => {
    expect(await fire(['true'], { config: { outputs: [] } })).toEqual(gives({}, { exit: 0 }));
  });

  it('keeps what it wrote to its standard error as lines of the log', async () => {
    const answer = await fire(['sh', '-c', `echo warming up >&2; echo '{"x":1}'; printf 'done\\r\\nbye' >&2`]);
    expect(answer).toEqual(
      gives({ x: 1 }, { exit: 0, log: ['warming up', 'done', 'bye'].map((text) => ({ level: 'info', text })) }),
    );
  });

  it('keeps only the last lines of a long log, and says so', async () => {
    const answer = await fire(['sh', '-c', 'i=0; while [ $i -lt 250 ]; do echo l$i >&2; i=$((i+1)); done; echo "{}"']);
    expect(answer.log).toHaveLength(201);
    expect(answer.log?.[0]).toEqual({ level: 'warn', text: '50 lines before these are not kept.' });
    expect(answer.log?.at(-1)).toEqual({ level: 'info', text: 'l249' });
  });

  it.each([
    ['text', 'ready', 'wrote what is no JSON object'],
    ['two objects', '{"x":1}\\n{"x":2}', 'wrote what is no JSON object'],
    ['nothing', '', 'returned nothing where an object'],
    ['a list', '[1]', 'returned a list where an object'],
    ['null', 'null', 'returned null where an object'],
  ])('fails with %s in place of its outputs, and keeps that', async (_, text, why) => {
    const answer = await fire(['printf', text]);
    expect(answer).toMatchObject(fails('bad-output', saying('The command `printf', 'of node "n"', why)));
    if (text === 'ready') expect(answer).toMatchObject({ raw: 'ready', exit: 0 });
  });

  it('fails with an output that it does not declare', async () => {
    expect(await fire(['printf', '{"x":1,"z":2}'])).toMatchObject(
      fails('undeclared-output', saying('"z"', 'config.outputs')),
    );
  });

  it('fails with an output that is no text, and keeps its bytes', async () => {
    expect(await fire(['printf', '\\377\\000'])).toMatchObject(
      fails('bad-output', saying('returned bytes'), { raw: new Bytes(Uint8Array.of(255, 0)) }),
    );
  });

  it('fails with its exit code, its last words and what it had written', async () => {
    const answer = await fire(['sh', '-c', 'echo partial; for i in 1 2 3 4 5 6; do echo "line $i" >&2; done; exit 3']);
    expect(answer).toMatchObject(
      fails('command-exited', saying('of node "n" ended with exit code 3: line 2\nline 3\nline 4\nline 5\nline 6'), {
        raw: 'partial\n',
        exit: 3,
      }),
    );
  });

  it('fails with the signal that ended it, and has no exit code then', async () => {
    const answer = await fire(['sh', '-c', 'kill -9 $$']);
    expect(answer).toMatchObject(fails('command-exited', saying('was ended by SIGKILL.')));
    expect(answer).not.toHaveProperty('exit');
  });

  it('fails with more than is kept, because a graph works with what is whole', async () => {
    const answer = await fire(['sh', '-c', 'printf \'{"x":"\'; head -c 3000 /dev/zero | tr "\\0" a; printf \'"}\''], {
      config: { outputLimit: 1000 },
    });
    expect(answer).toMatchObject(fails('too-large', saying('wrote 3,008 bytes', 'the 1,000', 'outputLimit')));
  });
});

describe('a socket or a judge', () => {
  it('gives its standard output as it is', async () => {
    expect(await whole('printf "yes\\n\\n"; echo no >&2')).toMatchObject(gives({ output: 'yes\n\n' }, { exit: 0 }));
  });

  it('gets item, state and cursors', async () => {
    const inputs = { item: 'a.md', state: { log: [1] }, cursors: { i: 0 } };
    expect(await whole('cat', { inputs })).toMatchObject(gives({ output: `${JSON.stringify(inputs)}\n` }));
  });

  it('fails with an exit code but 0', async () => {
    expect(await whole('echo no; exit 1', { node: 'Check' })).toMatchObject(
      fails('command-exited', saying('of socket "Check" ended with exit code 1.'), { raw: 'no\n', exit: 1 }),
    );
  });

  it('is called a judge where it judges, and a socket of that name a socket', async () => {
    const judged = { criterion: 'is clear', output: 'so it is' };
    expect(await whole('exit 1', { node: 'judge', inputs: judged })).toMatchObject(
      fails('command-exited', saying('of the judge ended with exit code 1.')),
    );
    expect(await whole('exit 1', { node: 'judge', inputs: { item: 'a', state: {}, cursors: {} } })).toMatchObject(
      fails('command-exited', saying('of socket "judge" ended with exit code 1.')),
    );
    const noArgv = await fire([], { form: 'whole', node: 'judge', inputs: judged, config: { argv: 7 } });
    expect(noArgv).toMatchObject(fails('bad-config', saying('of the judge')));
  });
});

describe('an attempt', () => {
  it('gives what it wrote and its exit code, whatever that is', async () => {
    expect(await attempt('echo "1 failed"; exit 101')).toEqual(
      gives({ output: '1 failed\n', exit: 101 }, { exit: 101 }),
    );
    expect(await attempt('')).toEqual(gives({ output: '', exit: 0 }, { exit: 0 }));
  });

  it('gives output and errors in the order in which they came', async () => {
    const answer = await attempt('for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done; echo last > /dev/stderr');
    expect(answer).toMatchObject(gives({ output: 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nlast\n' }));
  });

  it('gives the signal that ended it instead of an exit code', async () => {
    expect(await attempt('echo begun; kill -SEGV $$')).toEqual(gives({ output: 'begun\n', signal: 'SIGSEGV' }));
  });

  it('is told which one it is, how often at most, and of those before', async () => {
    const inputs = {
      prompt: 'mend it',
      attempt: 2,
      max_iters: 5,
      last_exit: 101,
      evidence: 'exit 101: 1 failed\n− a\n+ b',
    };
    const text =
      'echo "$LOOPTAPE_ATTEMPT of $LOOPTAPE_MAX_ITERS after $LOOPTAPE_LAST_EXIT in $LOOPTAPE_LOOP"; cat "$LOOPTAPE_EVIDENCE_FILE"; echo; echo "$LOOPTAPE_EVIDENCE_FILE" > where';
    expect(await attempt(text, { inputs })).toMatchObject(
      gives({ output: `2 of 5 after 101 in 1\n${inputs.evidence}\n`, exit: 0 }),
    );
    const file = said('where').trim();
    expect(file).toMatch(/evidence\.txt$/);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(file, '..'))).toBe(false);
  });

  it('finds nothing of attempts before in the first one, even where this program runs in an attempt itself', async () => {
    const around = { LOOPTAPE_ATTEMPT: '7', LOOPTAPE_LAST_EXIT: '9', LOOPTAPE_EVIDENCE_FILE: '/nowhere' };
    const before = { ...process.env };
    Object.assign(process.env, around);
    try {
      const answer = await attempt('env | grep ^LOOPTAPE_ | grep -v COMMAND | sort', {
        inputs: { prompt: 'mend it', attempt: 1, max_iters: 3 },
      });
      expect(answer).toMatchObject(gives({ output: 'LOOPTAPE_ATTEMPT=1\nLOOPTAPE_LOOP=1\nLOOPTAPE_MAX_ITERS=3\n' }));
      const other = await whole('env | grep ^LOOPTAPE_ | grep -v COMMAND | sort');
      expect(other).toMatchObject(gives({ output: 'LOOPTAPE_LOOP=1\n' }));
    } finally {
      for (const name of Object.keys(around)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  it('keeps the bytes of an output that is no text, and its exit code', async () => {
    expect(await attempt('printf "\\377\\376\\001"; exit 2')).toEqual(
      gives({ output: new Bytes(Uint8Array.of(255, 254, 1)), exit: 2 }, { exit: 2 }),
    );
  });

  it('has no time limit of its own, and runs into the one that the config has with what it had written', async () => {
    const text = 'echo begun; echo $$ > pid; exec sleep 600';
    const limits: number[] = [];
    const ranOut = (timeoutMs: number) => {
      limits.push(timeoutMs);
      return attempt(text, { config: { timeoutMs } });
    };
    const answer = await pastLimit(400, ranOut, () => existsSync(join(folder, 'pid')));
    const within = `of the attempt did not end within ${limits.at(-1)} ms`;
    expect(answer).toMatchObject(fails('timeout', saying(within, 'timeoutMs'), { raw: 'begun\n' }));
    await expectGone(Number(said('pid')));
  });

  it('shows its output while it runs', async () => {
    const seen: string[] = [];
    // It waits for what is shown of it.
    const text =
      'printf "caf\\303"; sleep 0.2; printf "\\251 one\\n" >&2; while [ ! -e go ]; do sleep 0.02; done; echo two';
    const output = (part: string): void => {
      seen.push(part);
      if (seen.join('').includes('one')) writeFileSync(join(folder, 'go'), '');
    };
    expect(await attempt(text, { output })).toMatchObject(gives({ output: 'café one\ntwo\n' }));
    expect(seen.join('')).toBe('café one\ntwo\n');
    expect(seen.length).toBeGreaterThan(1);
    rmSync(join(folder, 'go'));
  });
});

describe('a long output', () => {
  it('of 200 MB is kept as its beginning and its end, without needing the memory for it', async () => {
    const before = process.memoryUsage().rss;
    const answer = await attempt('echo first; head -c 200000000 /dev/zero | tr "\\0" x; echo; echo last');
    const { output } = answer.ok ? (answer.outputs as { output: string }) : { output: '' };
    // 6 bytes, 200,000,000, 1 and 5 were written; 256 KB, which are 262,144 bytes, are kept from each end.
    const parts = [output.slice(0, 8), /\n\[.*\]\n/.exec(output)?.[0], output.slice(-7)];
    expect(parts).toEqual(['first\nxx', '\n[… 199,475,724 of 200,000,012 bytes are left out here …]\n', 'x\nlast\n']);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('is cut between characters', async () => {
    // 25 bytes are kept, 13 from the beginning and 12 from the end: 6 whole ones of two bytes there, 6 here.
    const answer = await attempt('i=0; while [ $i -lt 20 ]; do printf "\\303\\244"; i=$((i+1)); done', {
      config: { outputLimit: 25 },
    });
    expect(answer).toMatchObject(gives({ output: 'ääääää\n[… 16 of 40 bytes are left out here …]\nääääää' }));
  });

  it('that never ends is stopped by the time limit', async () => {
    const endless = (timeoutMs: number) => attempt('exec yes', { config: { timeoutMs } });
    const answer = await pastLimit(500, endless, (made) => !made.ok && String(made.raw).includes('left out here'));
    expect(answer).toMatchObject(fails('timeout', expect.anything()));
    expect(answer).toMatchObject({ raw: saying('y\ny\n', 'left out here', 'y\ny\n') });
  });
});

describe('the child process', () => {
  it('gets its words as they are, without a shell in between', async () => {
    const words = ['a b', '$HOME', '*', "it's", '"', '', '\n'];
    const source = 'console.log(JSON.stringify({ x: process.argv.slice(1) }))';
    expect(await fire([...node(source), '--', ...words])).toMatchObject(gives({ x: words }));
  });

  it('is a shell with the words as its text where the config says so', async () => {
    const config = { shell: true, env: { NAME: 'loop' } };
    expect(await fire(['echo "$NAME" | tr a-z A-Z;', 'exit 4'], { form: 'attempt', config })).toMatchObject(
      gives({ output: 'LOOP\n', exit: 4 }),
    );
  });

  it("runs in the graph's folder, or in the one that is named relative to it", async () => {
    mkdirSync(join(folder, 'web'), { recursive: true });
    writeFileSync(join(folder, 'web', 'here.sh'), '#!/bin/sh\npwd\n', { mode: 0o755 });
    expect(await attempt('pwd')).toMatchObject(gives({ output: `${folder}\n` }));
    expect(await fire(['./here.sh'], { form: 'attempt', config: { cwd: 'web' } })).toMatchObject(
      gives({ output: `${folder}/web\n` }),
    );
  });

  it('has the environment of the program, with what the config sets', async () => {
    process.env.LOOPTAPE_TEST_A = 'a';
    process.env.LOOPTAPE_TEST_B = 'b';
    const config = { env: { LOOPTAPE_TEST_B: 'c', LOOPTAPE_LOOP: '0' } };
    expect(await attempt('echo $LOOPTAPE_TEST_A $LOOPTAPE_TEST_B $LOOPTAPE_LOOP', { config })).toMatchObject(
      gives({ output: 'a c 1\n' }),
    );
    delete process.env.LOOPTAPE_TEST_A;
    delete process.env.LOOPTAPE_TEST_B;
  });

  it('leads a process group of its own, so that Ctrl+C in the terminal is not its to hear', async () => {
    const answer = await attempt('ps -o pid=,pgid= -p $$');
    const [pid, group] = answer.ok ? String(answer.outputs.output).trim().split(/\s+/) : [];
    expect(group).toBe(pid);
  });

  it('need not read its input, however long that is', async () => {
    const inputs = { prompt: 'x'.repeat(3_000_000) };
    expect(await attempt('echo unread', { inputs })).toMatchObject(gives({ output: 'unread\n', exit: 0 }));
    expect(await attempt('exec <&-; sleep 0.1; echo closed', { inputs })).toMatchObject(gives({ output: 'closed\n' }));
    expect(await attempt('wc -c', { inputs })).toMatchObject(gives({ output: saying('3000014') }));
  });

  it('may close its output long before it ends', async () => {
    expect(await attempt('echo early; exec >&- 2>&-; sleep 0.3; exit 6')).toEqual(
      gives({ output: 'early\n', exit: 6 }, { exit: 6 }),
    );
  });

  it('runs as well where the system has no pipes with names', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      const argv = ['/bin/sh', '-c', 'read line; echo "$line"; echo err >&2; exit 3'];
      const answer = await fire(argv, { form: 'attempt', inputs: { prompt: 'p' } });
      expect(answer).toMatchObject({ ok: true, exit: 3 });
      // Which of the two comes first is not known then.
      const { output = '' } = answer.ok ? (answer.outputs as { output: string }) : {};
      expect(output.split('\n').sort()).toEqual(['', 'err', '{"prompt":"p"}']);
      expect(await fire(argv, { config: { outputs: [] } })).toMatchObject(
        fails('command-exited', saying('exit code 3: err'), { raw: '{}\n' }),
      );
    } finally {
      process.env.PATH = path;
    }
  });

  it('leaves no pipe, file or folder behind', async () => {
    // A folder of this test alone: in the system's own, others run commands at the same time.
    const own = join(folder, 'temporary');
    mkdirSync(own);
    vi.stubEnv('TMPDIR', own);
    try {
      const open = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
      await attempt('true');
      const opened = open();
      await attempt('ls "$TMPDIR" > seen', { inputs: { evidence: 'e' } });
      expect(said('seen')).toMatch(/^looptape-/);
      await fire(['no-such-program']);
      await fire(['true'], { config: { cwd: 'nowhere' } });
      await fire(['./nothing'], { form: 'whole' });
      expect(readdirSync(own)).toEqual([]);
      // What else this process opens and closes meanwhile is not its commands'.
      await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(opened), 20_000);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('a command that can not be started', () => {
  it.each([
    ['is not in PATH', ['no-such-program'], {}, 'there is no program "no-such-program" in PATH'],
    ['is no file', ['./no.sh'], {}, `${folder}/no.sh is not there`],
    ['has no folder to run in', ['true'], { cwd: 'nowhere' }, `its folder ${folder}/nowhere is not there`],
    ['has a file as its folder', ['true'], { cwd: 'plain.txt' }, `its folder ${folder}/plain.txt is no folder`],
    ['is not executable', ['./plain.txt'], {}, `${folder}/plain.txt may not be executed`],
    ['is a folder', ['./'], {}, 'may not be executed'],
    [
      'names an interpreter that is not there',
      ['./lost.sh'],
      {},
      `the first line of ${folder}/lost.sh names is not there`,
    ],
    ['is longer than the system takes', ['echo', 'x'.repeat(3_000_000)], {}, 'longer than the system takes'],
  ])('because it %s says so, whatever the form', async (_, argv, config, why) => {
    writeFileSync(join(folder, 'plain.txt'), 'echo plain\n');
    writeFileSync(join(folder, 'lost.sh'), '#!/no/such/interpreter\n', { mode: 0o755 });
    for (const form of ['ports', 'whole', 'attempt'] as const) {
      expect(await fire(argv, { form, config })).toEqual(fails('command-not-started', saying("can't be started", why)));
    }
  });

  // Nothing is shut to the system's first user.
  const isSuperuser = process.getuid?.() === 0;
  if (isSuperuser) console.log('skipped, a shut folder in PATH was not tried: nothing is shut to the superuser');
  it.skipIf(process.platform === 'win32' || isSuperuser)(
    'because it is not in PATH says so, also where a folder of PATH may not be looked into',
    async () => {
      mkdirSync(join(folder, 'shut'), { mode: 0 });
      vi.stubEnv('PATH', `${join(folder, 'shut')}:${process.env.PATH}`);
      const answer = await fire(['no-such-program']);
      vi.unstubAllEnvs();
      rmdirSync(join(folder, 'shut'));
      expect(answer).toEqual(fails('command-not-started', saying('there is no program "no-such-program" in PATH')));
    },
  );

  it.each([
    ['no words', { argv: [] }],
    ['a word that is none', { argv: ['echo', 1] }],
    ['a shell by name', { argv: ['echo'], shell: 'bash' }],
    ['a folder that is none', { argv: ['echo'], cwd: 1 }],
    ['no time at all', { argv: ['echo'], timeoutMs: 0 }],
    ['an output limit that is no number', { argv: ['echo'], outputLimit: '1 MB' }],
  ])('because its config has %s is refused', async (_, config) => {
    expect(await fire([], { config })).toEqual(fails('bad-config', saying('of node "n"')));
  });
});

describe('the end of a run', () => {
  it('ends the command of a fire that is cancelled', async () => {
    const abort = new AbortController();
    const answer = attempt('echo $$ > pid; exec sleep 600', { abort: abort.signal, output: () => undefined });
    await fileThere(join(folder, 'pid'));
    abort.abort();
    expect(await answer).toMatchObject(fails('cancelled', 'The attempt was cancelled.'));
    await expectGone(Number(said('pid')));
  });

  it('starts nothing for a fire that was cancelled before', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(await attempt('touch started', { abort: abort.signal })).toEqual(
      fails('cancelled', 'The attempt was cancelled.'),
    );
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('ends what runs when the set of operators is closed, and starts nothing any more', async () => {
    const answer = attempt('echo $$ > pid; exec sleep 600');
    await fileThere(join(folder, 'pid'));
    await operator.close();
    expect(await answer).toMatchObject(fails('cancelled', expect.anything()));
    await expectGone(Number(said('pid')));
    expect(await attempt('true')).toMatchObject(fails('cancelled', expect.anything()));
  });
});
