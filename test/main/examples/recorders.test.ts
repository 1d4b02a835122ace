// The recorders in examples/, run for real: what their agents write becomes a tape without a word, also where a step fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TapeEvent } from '../../../shared/model/event.ts';
import { reading } from '../../support/tapeFiles.ts';
import { imported } from '../imports/importedTape.ts';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('the Python recorder is not tried: there is no python3 on this machine');

const PYTHON = [
  `import sys; sys.path.insert(0, ${JSON.stringify(join(examples, 'python'))})`,
  'import threading; from looptape_recorder import Recorder, Bytes',
  "values = [2**64, float('nan'), float('-inf'), -0.0, b'ab', Bytes(b'c', 'image/png'), '\\ud800', '\\0', {'$value': 1}, {1, 2}]",
  "with Recorder().run('values', inputs={'values': values}) as run:",
  "  shared = ['a']; run.slot('shared', shared, scope=''); shared.append('b'); run.slot('shared', shared, scope='')",
  '  def work(i):',
  "    with run.scope('w%d' % i) as scope:",
  '      for _ in range(20):',
  '        with scope.iteration():',
  "          with run.fire('n%d' % i, i=i) as fire: fire.outputs(i=i)",
  '  threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]',
  '  [t.start() for t in threads]; [t.join() for t in threads]',
].join('\n');

const TYPESCRIPT = `
import { MediaBytes, Recorder } from ${JSON.stringify(join(examples, 'typescript', 'looptapeRecorder.ts'))};
const values = [2n ** 64n, NaN, -Infinity, -0, new MediaBytes(Buffer.from('ab'), 'application/octet-stream'), new MediaBytes(Buffer.from('c'), 'image/png'), '\\ud800', '\\0', { $value: 1 }, new Set([1])];
await new Recorder().run({ name: 'values', inputs: { values } }, async (run) => {
  const shared = ['a']; run.slot('shared', shared, { scope: '' }); shared.push('b'); run.slot('shared', shared, { scope: '' });
  await Promise.all([0, 1, 2, 3].map((i) => run.scope('w' + i, async (scope) => {
    for (let n = 0; n < 20; n++) await scope.iteration(() => run.fire('n' + i, { i }, async () => ({ i })));
  })));
});`;

const RECORDERS = [
  { name: 'Python', program: 'python3', agent: [join(examples, 'python', 'agent.py')], code: ['-c', PYTHON] },
  {
    name: 'TypeScript',
    program: process.execPath,
    agent: [join(examples, 'typescript', 'agent.ts')],
    code: ['--input-type=module-typescript', '-e', TYPESCRIPT],
  },
];

function outputOf(program: string, args: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
}

async function tapeOf(text: string): Promise<readonly TapeEvent[]> {
  const made = await imported(text);
  expect(made.notes).toEqual([]);
  return [...reading(made.path).events({})];
}

describe.each(RECORDERS)('the recorder in $name', ({ name, program, agent, code }) => {
  const isThere = name !== 'Python' || hasPython;

  it.runIf(isThere)('records its agent from start to end', async () => {
    const ran = outputOf(program, agent);
    expect(ran.status).toBe(0);
    const events = await tapeOf(ran.stdout);
    expect(events.at(-1)).toMatchObject({ kind: 'run.finished', status: 'ended', reason: 'stop' });
    expect(events.find(({ kind }) => kind === 'scope.exited')).toMatchObject({ scope: 'agent', reason: 'stop' });
    expect(events.filter(({ kind }) => kind === 'iteration.closed').length).toBeGreaterThan(2);
    for (const event of events) if (event.kind === 'slot.written') expect(event.at).toMatch(/^agent\[\d+\]$/);
  });

  it.runIf(isThere)('says of a step that fails where and why, and that the run failed', async () => {
    const ran = outputOf(program, [...agent, '--fail']);
    expect(ran.status).not.toBe(0);
    const events = await tapeOf(ran.stdout);
    const [failed] = events.filter(({ kind }) => kind === 'fire.failed');
    expect(failed).toMatchObject({ at: 'agent[2]' });
    expect(events.at(-1)).toMatchObject({ kind: 'run.finished', status: 'failed', error: { at: 'agent[2]' } });
  });

  it.runIf(isThere)('keeps values as they were when they were given, and what happens side by side apart', async () => {
    const ran = outputOf(program, code);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const text = ran.stdout.split('\n')[0] as string;
    const { values } = (JSON.parse(text) as { inputs: { values: unknown[] } }).inputs;
    expect(values.slice(0, 9)).toEqual([
      { $value: 'bigint', text: '18446744073709551616' },
      { $value: 'NaN' },
      { $value: '-Infinity' },
      { $value: '-0' },
      { $value: 'bytes', mediaType: 'application/octet-stream', base64: 'YWI=' },
      { $value: 'bytes', mediaType: 'image/png', base64: 'Yw==' },
      '\ud800',
      '\0',
      { $value: 'object', of: { $value: 1 } },
    ]);
    expect(values[9]).toMatchObject({ $value: 'unrecorded' });
    const events = await tapeOf(ran.stdout);
    const written = events.flatMap((event) => (event.kind === 'slot.written' ? [event.value] : []));
    expect(written).toEqual([['a'], ['a', 'b']]);
    const fires = events.flatMap((event) => (event.kind === 'fire.started' ? [event] : []));
    expect(fires).toHaveLength(80);
    for (const { at, node } of fires) expect(at.slice(0, 2)).toBe(`w${node.slice(1)}`);
  });
});
