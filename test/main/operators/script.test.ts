import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { type ScriptOptions, scriptOperator } from '../../../main/operators/script.ts';
import type { OperatorAnswer } from '../../../main/runner/ports.ts';
import { Bytes, Redacted, snapshot, Unrecorded } from '../../../shared/model/value.ts';
import { expectGone, fileThere, isAlive, pastLimit } from '../../support/liveProcesses.ts';
import { type CallParts, callOf } from './call.ts';

const SCRIPT_URL = new URL('../../../main/operators/script.ts', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'looptape-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((operator) => operator.close()));
});

let count = 0;

/** Writes a module and gives its path relative to the graph's folder. */
function module(source: string, path = `m${count++}.mjs`): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
  return path;
}

function operatorOf(options: Partial<ScriptOptions> = {}) {
  const operator = scriptOperator({ graphFolder: folder, graceMs: 50, ...options });
  open.push(operator);
  return operator;
}

type Parts = Omit<CallParts, 'config'> & { readonly config?: object };

/** Fires of one module, in one run. */
function fires(source: string, options: Partial<ScriptOptions> = {}) {
  const operator = operatorOf(options);
  const path = module(source);
  return async (parts: Parts = {}): Promise<OperatorAnswer> =>
    await operator.run(callOf({ ...parts, config: { module: path, outputs: ['x'], ...parts.config } }));
}

const once = (source: string, parts: Parts = {}, options: Partial<ScriptOptions> = {}) => fires(source, options)(parts);

const failure = (code: string, ...parts: string[]) => ({
  ok: false,
  error: { code, message: expect.stringMatching(parts.map((part) => part.replace(/[.()[\]]/g, '\\$&')).join('.*')) },
});

it('calls the default export with the inputs and gives its outputs', async () => {
  const answer = await once('export default ({ a, b }) => ({ x: a + b });', { inputs: { a: 2, b: 3 } });
  expect(answer).toEqual({ ok: true, outputs: { x: 5 } });
});

it('calls the export that the config names, and waits for a promise', async () => {
  const source = `export async function later({ a }) { await new Promise((r) => setTimeout(r, 5)); return { x: a }; }`;
  expect(await once(source, { inputs: { a: 1 }, config: { export: 'later' } })).toEqual({
    ok: true,
    outputs: { x: 1 },
  });
});

it('tells the module which fire it is, counted over the run, and where', async () => {
  const source = 'export default (_, ctx) => ({ x: [ctx.fire, ctx.nth, ctx.at, ctx.abort.aborted] });';
  expect(await once(source, { nth: 4 })).toEqual({ ok: true, outputs: { x: [14, 4, 'L[4]', false] } });
});

it('tells the module, and what it starts, that they run within a fire', async () => {
  expect(await once('export default () => ({ x: process.env.LOOPTAPE_LOOP });')).toEqual({
    ok: true,
    outputs: { x: '1' },
  });
});

it('keeps what a module remembers from fire to fire within one run, and starts afresh in the next', async () => {
  const source = 'let n = 0; export default () => ({ x: ++n });';
  const path = module(source);
  const run = async () => {
    const operator = operatorOf();
    const call = () => operator.run(callOf({ config: { module: path, outputs: ['x'] } }));
    return [await call(), await call()].map((answer) => answer.ok && answer.outputs.x);
  };
  expect([await run(), await run()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it('runs fires of one module one after another in the order in which they began', async () => {
  const call = fires(`let n = 0;
    export default async ({ ms }) => { const mine = ++n; await new Promise((r) => setTimeout(r, ms)); return { x: [mine, n] }; };`);
  const answers = await Promise.all([call({ inputs: { ms: 30 } }), call({ inputs: { ms: 0 } })]);
  expect(answers.map((answer) => answer.ok && answer.outputs.x)).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

it('runs modules written in TypeScript, and what they import', async () => {
  module('export const twice = (n: number): number => 2 * n;', 'lib/twice.ts');
  const path = module(
    `import { twice } from './lib/twice.ts';
     interface In { readonly a: number }
     export default ({ a }: In): { x: number } => ({ x: twice(a) });`,
    'typed.ts',
  );
  const answer = await operatorOf().run(callOf({ config: { module: path, outputs: ['x'] }, inputs: { a: 21 } }));
  expect(answer).toEqual({ ok: true, outputs: { x: 42 } });
});

it('gives the module copies of its own: changing them reaches neither the run nor another fire', async () => {
  const call = fires('export default ({ list }) => { list.push("b"); list[0].k = 2; return { x: list }; };');
  const inputs = { list: [{ k: 1 }] };
  const answers = [await call({ inputs }), await call({ inputs })];
  expect(answers.map((answer) => answer.ok && answer.outputs.x)).toEqual([
    [{ k: 2 }, 'b'],
    [{ k: 2 }, 'b'],
  ]);
  expect(inputs).toEqual({ list: [{ k: 1 }] });
});

it('keeps the past when a module returns the same list each time and appends to it', async () => {
  const call = fires(`const list = []; const deep = { outer: { items: list } };
    export default ({ item }) => { list.push(item); return { x: list, y: deep }; };`);
  const seen: unknown[] = [];
  for (const item of ['a', 'b', 'c']) {
    const answer = await call({ inputs: { item }, config: { outputs: ['x', 'y'] } });
    seen.push(answer.ok ? answer.outputs : answer.error);
  }
  expect(seen).toEqual([
    { x: ['a'], y: { outer: { items: ['a'] } } },
    { x: ['a', 'b'], y: { outer: { items: ['a', 'b'] } } },
    { x: ['a', 'b', 'c'], y: { outer: { items: ['a', 'b', 'c'] } } },
  ]);
});

it('carries over both ways what JSON lacks', async () => {
  const all = {
    nan: Number.NaN,
    inf: Number.NEGATIVE_INFINITY,
    zero: -0,
    big: 2n ** 70n,
    bytes: new Bytes(Uint8Array.of(1, 2), 'image/png'),
    secret: new Redacted('KEY'),
    lost: new Unrecorded('Date'),
    keys: { b: 1, a: [null, true] },
  };
  const answer = await once('export default ({ all }) => ({ x: { again: all } });', { inputs: { all } });
  expect(answer).toEqual({ ok: true, outputs: { x: { again: all } } });
});

it('shows bytes to the module as a Uint8Array, and takes one back as bytes', async () => {
  const source = `export default ({ b }) => ({ x: [b instanceof Uint8Array, b.length, Uint8Array.of(9)] });`;
  const answer = await once(source, { inputs: { b: new Bytes(Uint8Array.of(1, 2, 3), 'image/png') } });
  expect(answer.ok && snapshot(answer.outputs)).toEqual({ x: [true, 3, new Bytes(Uint8Array.of(9))] });
});

it('notes the type of what cannot be kept instead of losing it', async () => {
  const source = `class Robot {} const circle = {}; circle.self = circle;
    export default () => ({ x: [() => 1, Symbol('s'), new Map(), new Date(0), new Robot(), undefined, circle] });`;
  const types = ['function', 'symbol', 'Map', 'Date', 'Robot', 'undefined'].map((type) => new Unrecorded(type));
  expect(await once(source)).toEqual({ ok: true, outputs: { x: [...types, { self: new Unrecorded('circular') }] } });
});

it('emits nothing on an output that is undefined, and null on one that is null', async () => {
  const call = fires('export default () => ({ x: undefined, y: null });');
  expect(await call({ config: { outputs: ['x', 'y'] } })).toEqual({ ok: true, outputs: { y: null } });
});

it('lets a module without outputs return nothing', async () => {
  expect(await once('export default () => {};', { config: { outputs: [] } })).toEqual({ ok: true, outputs: {} });
});

it.each([
  ['nothing', 'undefined', 'returned nothing'],
  ['null', 'null', 'returned null'],
  ['text', '"LEFT"', 'returned text'],
  ['a list', '[1]', 'returned a list'],
  ['a function', '() => 1', 'returned a function'],
  ['a Map', 'new Map()', 'returned a Map'],
])('refuses %s in place of outputs', async (_, returned, said) => {
  expect(await once(`export default () => (${returned});`)).toEqual(
    expect.objectContaining(failure('bad-output', 'The default export of m', said)),
  );
});

it('keeps what could not be used as the raw answer', async () => {
  expect(await once('export default () => ["LEFT"];')).toMatchObject({ error: { code: 'bad-output' }, raw: ['LEFT'] });
});

it('says which returned outputs the config does not declare', async () => {
  const answer = await once('export default () => ({ x: 1, actoin: "LEFT", z: 2 });', { node: 'policy' });
  expect(answer).toMatchObject(
    failure('undeclared-output', 'returned "actoin", "z", which config.outputs of node "policy" does not declare'),
  );
});

it('says where in the module an error was thrown', async () => {
  const operator = operatorOf();
  const path = module(
    'export default (inputs) => decide(inputs);\n\nfunction decide() {\n  throw new TypeError("no pose");\n}\n',
    'navigation/policy.mjs',
  );
  const answer = await operator.run(callOf({ config: { module: path, outputs: ['x'] } }));
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'script-threw',
      message:
        'navigation/policy.mjs threw TypeError: no pose\n' +
        '    at decide (navigation/policy.mjs:4:9)\n' +
        '    at default (navigation/policy.mjs:1:28)',
    },
  });
});

it.each([
  ['an async rejection', 'export default async () => { throw new Error("late"); };', 'late'],
  ['a thrown text', 'export default () => { throw "plain"; };', 'plain'],
  ['a thrown undefined', 'export default () => { throw undefined; };', 'undefined'],
  ['an error with a cause', 'export default () => { throw new Error("a", { cause: new Error("b") }); };', 'b'],
  ['a stack overflow', 'const f = () => f() + 1; export default () => f();', 'RangeError'],
  ['a getter that throws', 'export default () => ({ get x() { throw new Error("got"); } });', 'got'],
])('turns %s into a failure', async (_, source, said) => {
  const answer = await once(source);
  expect(answer.ok ? answer : answer.error.code).toMatch(/^(script-threw|bad-output)$/);
  expect(answer).toMatchObject({ error: { message: expect.stringContaining(said) } });
});

it('goes on with the same process after a throw', async () => {
  const call = fires('let n = 0; export default () => { if (++n === 1) throw new Error("first"); return { x: n }; };');
  expect(await call()).toMatchObject({ error: { code: 'script-threw' } });
  expect(await call()).toEqual({ ok: true, outputs: { x: 2 } });
});

it('says that the module is not there', async () => {
  const answer = await operatorOf().run(callOf({ config: { module: 'nowhere.mjs', outputs: [] }, node: 'policy' }));
  expect(answer).toEqual(failure('module-missing', 'nowhere.mjs', 'node "policy"', join(folder, 'nowhere.mjs')));
});

it('says that what the module imports is not there', async () => {
  const answer = await once('import "./nothing.mjs"; export default () => ({});');
  expect(answer).toEqual(failure('module-missing', 'nothing.mjs'));
});

it('says that the module has a syntax error, and where', async () => {
  const answer = await once('export default () => ({});\nconst = 1;\n');
  expect(answer).toEqual(failure('module-failed', 'SyntaxError'));
});

it('says that the module throws while it loads', async () => {
  expect(await once('throw new Error("no key");')).toEqual(failure('module-failed', 'could not be loaded', 'no key'));
});

it('says that the module lacks the export, and which it has', async () => {
  const answer = await once('export const go = () => ({});', { config: { export: 'decide' } });
  expect(answer).toEqual(failure('export-missing', 'export "decide"', 'go'));
});

it('says that an export is no function', async () => {
  expect(await once('export default 3;')).toEqual(failure('export-missing', 'default export', 'a number'));
});

it.each([
  ['loops for ever', 'for (;;) {}'],
  ['waits for ever', 'await new Promise(() => {})'],
  ['blocks its thread', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  // V8 does not stop this one when a thread is to end.
  ['is deaf to interrupts', 'for (const all = []; ; all.length = 0) all.push(new Array(1000).fill(all.length))'],
])('ends a module that %s at its time limit, and starts afresh at the next fire', async (_, hang) => {
  const call = fires(`let n = 0; export default async ({ hang }) => {
    n++; if (hang) { console.log('before'); ${hang}; } return { x: n }; };`);
  expect(await call({ inputs: { hang: false } })).toEqual({ ok: true, outputs: { x: 1 } });
  const limits: number[] = [];
  const hangs = (timeoutMs: number) => {
    limits.push(timeoutMs);
    return call({ inputs: { hang: true }, config: { timeoutMs }, node: 'policy' });
  };
  const hung = await pastLimit(150, hangs, ({ log }) => log?.some(({ text }) => text === 'before') ?? false);
  expect(hung).toMatchObject(failure('timeout', `did not answer node "policy" within ${limits.at(-1)} ms`));
  expect(hung.log?.at(-1)).toEqual({ level: 'log', text: 'before' });
  const next = await call({ inputs: { hang: false } });
  expect(next).toMatchObject({ ok: true, outputs: { x: 1 } });
  expect(next.log).toEqual([
    { level: 'warn', text: expect.stringMatching(/kept in memory is lost.*"policy" ran into its time limit/) },
  ]);
});

it('ends a module that hangs while it loads', async () => {
  expect(await once('for (;;) {}', { config: { timeoutMs: 300 } })).toMatchObject(failure('timeout', '300 ms'));
});

it('gives a fire that waited behind a hanging one its whole time, in a fresh process', async () => {
  const call = fires('export default ({ hang }) => { while (hang); return { x: 1 }; };');
  const [hung, next] = await Promise.all([
    call({ inputs: { hang: true }, config: { timeoutMs: 400 } }),
    call({ inputs: { hang: false }, config: { timeoutMs: 60_000 } }),
  ]);
  expect(hung).toMatchObject({ ok: false, error: { code: 'timeout' } });
  expect(next).toMatchObject({ ok: true, outputs: { x: 1 } });
});

it.each([
  ['process.exit', 'process.exit(3)', 'script-exited', 'exit code 3'],
  [
    'an error outside of its promise',
    'setTimeout(() => { throw new Error("adrift"); }); return new Promise(() => {})',
    'script-crashed',
    'adrift',
  ],
  [
    'a rejection that nobody handles',
    'Promise.reject(new Error("adrift")); return new Promise(() => {})',
    'script-crashed',
    'adrift',
  ],
])('turns %s into a failure and goes on', async (_, crash, code, said) => {
  const call = fires(
    `export default ({ crash }) => { if (crash) { console.log('so far'); ${crash}; } return { x: 1 }; };`,
  );
  const crashed = await call({ inputs: { crash: true }, node: 'env' });
  expect(crashed).toMatchObject(failure(code, said));
  expect(crashed.log).toEqual([{ level: 'log', text: 'so far' }]);
  const next = await call({ inputs: { crash: false } });
  expect(next).toMatchObject({
    ok: true,
    log: [{ level: 'warn', text: expect.stringContaining('it ended in node "env"') }],
  });
});

it('says so when a module dies between two fires', async () => {
  const call = fires(
    'export default ({ ms }) => { setTimeout(() => process.exit(1), ms); return { x: process.pid }; };',
  );
  const first = await call({ inputs: { ms: 0 } });
  if (!first.ok) throw new Error(first.error.message);
  // A busy machine takes its time; the process is gone once it has no pid any more, and its pipes follow at once.
  await expect.poll(() => isAlive(Number(first.outputs.x))).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const next = await call({ inputs: { ms: 60_000 } });
  expect(next).toMatchObject({
    ok: true,
    log: [{ level: 'warn', text: expect.stringContaining('between two fires') }],
  });
});

it.each([
  ['lists', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length))'],
  ['texts', 'let all = []; for (let i = 0; ; i++) all.push("x".repeat(10000) + i + [..."abc"].join(i))'],
  ['a map', 'const all = new Map(); for (let i = 0; ; i++) all.set(i, { i })'],
])('ends a module that fills the memory with %s', async (_, fill) => {
  const answer = await once(`export default () => { ${fill}; };`, {}, { memoryMb: 48 });
  expect(answer).toMatchObject(failure('out-of-memory', '48 MB'));
});

it('captures what a module prints, with its level, and keeps it off the standard output', async () => {
  const source = `export default (_, ctx) => {
    console.log('pose %d', 3, { x: 1 }); console.info('i'); console.warn('w'); console.error('e'); console.debug('d');
    ctx.log('own', [1]); process.stdout.write('raw\\n'); process.stderr.write('bad\\n'); console.dir({ a: 1 });
    console.table([{ k: 1 }]); return { x: 1 }; };`;
  const { log } = await once(source);
  expect(log?.slice(0, 9)).toEqual([
    { level: 'log', text: 'pose 3 { x: 1 }' },
    { level: 'info', text: 'i' },
    { level: 'warn', text: 'w' },
    { level: 'error', text: 'e' },
    { level: 'debug', text: 'd' },
    { level: 'log', text: 'own [ 1 ]' },
    { level: 'log', text: 'raw' },
    { level: 'error', text: 'bad' },
    { level: 'log', text: '{ a: 1 }' },
  ]);
  expect(log?.[9]?.text).toContain('k');
  expect(log).toHaveLength(10);
});

it('keeps the log of a fire that throws', async () => {
  const answer = await once('export default () => { console.log("near"); throw new Error("far"); };');
  expect(answer).toMatchObject({ ok: false, log: [{ level: 'log', text: 'near' }] });
});

it('cuts the log of a fire at 1,000 lines and says so, and starts anew at the next', async () => {
  const call = fires('export default ({ n }) => { for (let i = 0; i < n; i++) console.log(i); return { x: 1 }; };');
  const { log } = await call({ inputs: { n: 5000 } });
  expect(log).toHaveLength(1001);
  expect(log?.at(-2)).toEqual({ level: 'log', text: '999' });
  expect(log?.at(-1)).toEqual({ level: 'warn', text: expect.stringContaining('1,000 lines') });
  expect((await call({ inputs: { n: 2 } })).log).toHaveLength(2);
});

it('cuts the log of a fire at 256 KB and says so', async () => {
  const { log } = await once(
    'export default () => { console.log("a".repeat(300_000)); console.log("b"); return { x: 1 }; };',
  );
  expect(log).toEqual([
    { level: 'log', text: 'a'.repeat(256 * 1024) },
    { level: 'warn', text: expect.stringContaining('256 KB') },
  ]);
});

it.each([['ctx.state.read("notes", "a")'], ['ctx.state.write("notes", "a", 1)']])(
  'fails %s of a container that its node was not granted, even where the module catches it',
  async (use) => {
    const source = `export default (_, ctx) => { try { ${use}; } catch {} return {}; };`;
    expect(await once(source)).toEqual(failure('no-grant', 'it was not granted access to notes'));
  },
);

it('reads states as they were when the fire started and what it wrote itself, and keeps writes and signals in order', async () => {
  const call = fires(`export default (_, { state, signal }) => {
    const before = state.read('notes', 'log');
    state.write('notes', 'log', 'b');
    signal('episode_reset');
    state.write('notes', 'n', -0);
    const after = state.read('notes', 'log');
    after.push('mine');
    return { x: [before, after, state.read('notes', 'n'), state.read('notes', 'log').length] };
  };`);
  const states = [
    { container: 'notes', state: 'log', slot: 'box__notes.log', type: 'accumulator', value: ['a'] },
    { container: 'notes', state: 'n', slot: 'box__notes.n', type: 'counter' },
  ] as const;
  expect(await call({ states })).toEqual({
    ok: true,
    outputs: { x: [['a'], ['a', 'b', 'mine'], 0, 2] },
    changes: [
      { write: 'box__notes.log', value: 'b' },
      { signal: 'episode_reset' },
      { write: 'box__notes.n', value: -0 },
    ],
  });
});

it('refuses a signal of its own', async () => {
  expect(await once('export default (_, ctx) => { ctx.signal("step_end"); return {}; };')).toEqual(
    failure('bad-signal', 'may only signal episode_reset'),
  );
});

/** A fire that is cancelled while its module runs, which says so where `RUNS` stands in it. */
async function cancelledFire(source: string, graceMs: number) {
  const mark = `running${count}`;
  const call = fires(
    `import { writeFileSync } from 'node:fs'; ${source.replace('RUNS', `writeFileSync('${mark}', '')`)}`,
    {
      graceMs,
    },
  );
  await call({ inputs: { wait: false } });
  rmSync(join(folder, mark), { force: true });
  const abort = new AbortController();
  const running = call({ inputs: { wait: true }, abort: abort.signal, node: 'policy' });
  await fileThere(join(folder, mark));
  abort.abort();
  return await running;
}

it('lets a module end by itself when it is cancelled', async () => {
  const source = `export default ({ wait }, ctx) => wait && new Promise((resolve) => {
    ctx.abort.addEventListener('abort', () => resolve({ x: ctx.abort.reason.message })); RUNS; });`;
  expect(await cancelledFire(source, 60_000)).toEqual({ ok: true, outputs: { x: 'the run was cancelled' } });
});

it('ends a module that does not hear that it is cancelled', async () => {
  const source = 'export default ({ wait }) => { RUNS; while (wait); return { x: 1 }; };';
  expect(await cancelledFire(source, 50)).toEqual(failure('cancelled', 'Node "policy"'));
});

it('does not call a module that is cancelled while it is loading', async () => {
  const abort = new AbortController();
  for (const name of ['loading', 'calledOff']) rmSync(join(folder, name), { force: true });
  // It loads until the test has called it off.
  const source = `import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync('loading', '');
    while (!existsSync('calledOff')) await new Promise((r) => setTimeout(r, 10));
    export default () => ({ x: "called" });`;
  const running = once(source, { abort: abort.signal }, { graceMs: 60_000 });
  await fileThere(join(folder, 'loading'));
  abort.abort();
  // What it was told reaches it before what it waits for.
  await new Promise((settle) => setTimeout(settle, 100));
  writeFileSync(join(folder, 'calledOff'), '');
  expect(await running).toEqual(failure('cancelled', 'before it began'));
});

it('answers a fire at once that waits behind another, or begins after the cancellation', async () => {
  const abort = new AbortController();
  const call = fires('export default () => { for (;;); };');
  const first = call({ abort: abort.signal });
  const second = call({ abort: abort.signal });
  abort.abort();
  expect(await second).toEqual(failure('cancelled'));
  expect(await call({ abort: abort.signal })).toEqual(failure('cancelled'));
  expect(await first).toEqual(failure('cancelled'));
});

it('ends what still runs when it is closed, and runs nothing afterwards', async () => {
  const operator = operatorOf();
  const config = { module: module('export default () => { for (;;); };'), outputs: [] };
  const running = operator.run(callOf({ config }));
  await operator.close();
  expect(await running).toEqual(failure('cancelled'));
});

/** Windows has no ps. */
const onPosix = it.skipIf(process.platform === 'win32');

onPosix('ends what the module started together with the module', async () => {
  const source = `import { spawn } from 'node:child_process';
    export default ({ hang }) => {
      console.log(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid);
      while (hang); };`;
  const hangs = (timeoutMs: number) => once(source, { inputs: { hang: true }, config: { timeoutMs } });
  const { log } = await pastLimit(500, hangs, (made) => made.log !== undefined);
  await expectGone(Number(log?.[0]?.text));
});

/** Fires a module once; `then` is what it does afterwards. */
function sourceOf(path: string, then: string): string {
  return `const { scriptOperator } = await import(${JSON.stringify(SCRIPT_URL)});
    const operator = scriptOperator({ graphFolder: ${JSON.stringify(folder)} });
    const call = { fire: 0, node: 'n', nth: 0, at: '', operator: 'script', inputs: {}, form: 'ports', abort: new AbortController().signal,
      config: { module: ${JSON.stringify(path)}, outputs: [] } };
    await operator.run(call); ${then}`;
}

function programOf(path: string, then: string) {
  return spawn(process.execPath, ['--input-type=module', '-e', sourceOf(path, then)], { stdio: 'ignore' });
}

const exitOf = (program: ReturnType<typeof spawn>) =>
  new Promise<number | null>((resolve) => program.once('exit', (code) => resolve(code)));

it('keeps a program alive until it is closed, and not by an idle module', async () => {
  const path = module('export default () => {};');
  expect(await exitOf(programOf(path, 'await operator.close(); process.exitCode = 7;'))).toBe(7);
  expect(await exitOf(programOf(path, ''))).toBe(0);
});

const LOOPS = `import { writeFileSync } from 'node:fs';
  export default () => { writeFileSync('pid', String(process.pid)); for (;;); };`;

async function pidOfLoop(): Promise<number> {
  await vi.waitFor(() => expect(readFileSync(join(folder, 'pid'), 'utf8')).not.toBe(''), 60_000);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  rmSync(join(folder, 'pid'));
  return pid;
}

onPosix('leaves no process behind when the program is killed while a module loops', async () => {
  const program = programOf(module(LOOPS), '');
  const pid = await pidOfLoop();
  program.kill('SIGKILL');
  await expectGone(pid);
});

onPosix('leaves no process behind when the thread that holds the run is ended while a module loops', async () => {
  const thread = new Worker(`(async () => { ${sourceOf(module(LOOPS), '')} })()`, { eval: true });
  const pid = await pidOfLoop();
  await thread.terminate();
  await expectGone(pid);
});

it("keeps the program's channel and arguments from the module", async () => {
  const source = 'export default () => ({ x: [typeof process.send, process.argv.length] });';
  expect(await once(source)).toEqual({ ok: true, outputs: { x: ['undefined', 2] } });
});

it.each([
  ['no module', { module: undefined }],
  ['an export that is no text', { export: 1 }],
  ['a time limit of 0', { timeoutMs: 0 }],
  ['outputs that are no list', { outputs: { x: '1' } }],
])('refuses a config with %s', async (_, config) => {
  expect(await once('export default () => ({});', { config })).toMatchObject({
    ok: false,
    error: { code: 'bad-config' },
  });
});
