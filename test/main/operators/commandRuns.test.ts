// Commands and requests within whole runs of all three dialects: what the tape has of them, and that it replays.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import { replay } from '../../../main/runner/replay.ts';
import { runGraph } from '../../../main/runner/run.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { checked } from '../../support/runGraphFile.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looptape-command-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(file: object) {
  const graph = checked(file);
  const events: EngineEvent[] = [];
  const shown: string[] = [];
  /** How many events were durable when a command wrote something down. */
  const commits: number[] = [];
  await runGraph({
    graph,
    begin: { id: 'run', inputs: {}, versions: {} },
    operators: operatorSet({ graphFolder: folder }),
    sink: { write: (more) => events.push(...more), commit: () => commits.push(events.length) },
    onOutput: ({ node, at }, text) => shown.push(`${node} ${at}: ${text}`),
  });
  expect(replay(graph, events)).toMatchObject({ identical: true, endsInMidStep: false });
  const of = <K extends EngineEvent['kind']>(kind: K) =>
    events.filter((event): event is EventOf<K> => event.kind === kind);
  return { events, of, shown, commits, finished: events.at(-1) as EventOf<'run.finished'> };
}

it('a node of a pivot loop runs once an iteration, its start durable before it runs', async () => {
  const step = `read line; n=$(($(echo "$line" | tr -dc 0-9) + 1))
    printf '{"n": %d, "done": %s}' $n $([ $n -ge 3 ] && echo true || echo false)`;
  const nodes = [
    { id: 'seed', type: 'scripted', config: { inputs: [], outputs: ['n'], seq: [{ n: 0 }] } },
    {
      id: 'in',
      type: 'iterIn',
      config: { version: 3, pairedWith: 'out', initPorts: [{ name: 'n', wire_type: 'ANY' }] },
    },
    { id: 'step', type: 'command', config: { argv: [step], shell: true, inputs: ['n'], outputs: ['n', 'done'] } },
    { id: 'out', type: 'iterOut', config: { pairedWith: 'in', ports: [{ name: 'n', wire_type: 'ANY' }] } },
  ];
  const wire = (source: string, sourceHandle: string, target: string, targetHandle: string) => ({
    source,
    sourceHandle,
    target,
    targetHandle,
  });
  const edges = [
    wire('seed', 'n', 'in', 'init_n'),
    wire('in', 'init_n', 'step', 'n'),
    wire('in', 'iterout_n', 'step', 'n'),
    wire('step', 'n', 'out', 'n'),
    wire('step', 'done', 'out', 'stop'),
  ];
  const { of, commits, finished } = await run({ nodes, edges });
  expect(finished).toMatchObject({ status: 'ended', reason: 'stop' });
  expect(of('scope.exited')).toMatchObject([{ finals: { final_n: 3, final_stop: true } }]);
  const fires = of('fire.finished').filter((event) => event.node === 'step');
  expect(fires.map(({ outputs, exit }) => [outputs.n, exit])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
  const starts = of('fire.started').filter((event) => event.node === 'step');
  expect(starts.every(({ seq }) => commits.some((durable) => durable === seq + 1))).toBe(true);
});

it('a failed command fails the run at its node, with what it had written', async () => {
  const config = { argv: ['echo half; echo "disk is full" >&2; exit 28'], shell: true, inputs: [], outputs: ['x'] };
  const { of, finished } = await run({ nodes: [{ id: 'save', type: 'command', config }], edges: [] });
  expect(finished).toMatchObject({ status: 'failed', error: { node: 'save', code: 'command-exited' } });
  expect(of('fire.failed')).toMatchObject([
    { exit: 28, raw: 'half\n', error: { message: expect.stringContaining('exit code 28: disk is full') } },
  ]);
});

it('a socket gets its item, and its text is parsed and routed', async () => {
  const check = `item=$(sed 's/.*"item":"\\([a-z]*\\)".*/\\1/'); echo "looked at $item" >&2; echo "{\\"satisfied\\": true, \\"last\\": \\"$item\\"}"`;
  const { events, of, finished } = await run({
    entry: 'Plan',
    sockets: {
      Plan: { materia: 'plan', parse: 'json', edges: [{ when: 'always', to: 'Check' }] },
      Check: {
        materia: 'check',
        parse: 'json',
        assign: { last: '$.last' },
        advance: { cursor: 'i', items: 'state.words', when: 'satisfied' },
        edges: [{ when: 'always', to: 'Check' }],
      },
    },
    loops: {
      work: {
        sockets: ['Check'],
        consumes: { from: 'Plan', output: 'words', cursor: 'i' },
        exits: [{ id: 'done', from: 'Check', condition: 'satisfied', targetSocketId: 'end' }],
      },
    },
    materia: {
      plan: { operator: 'command', argv: ['echo', '{"words": ["a", "b"]}'] },
      check: { operator: 'command', argv: [check], shell: true },
    },
  });
  expect(finished.status).toBe('ended');
  const lasts = events.flatMap((event) =>
    event.kind === 'slot.written' && event.slot === 'state.last' ? [event.value] : [],
  );
  expect(lasts).toEqual(['a', 'b']);
  expect(of('fire.finished').at(-1)).toMatchObject({ exit: 0, log: [{ text: 'looked at b' }] });
});

it('a bounded loop tries a command until it passes, tells it of the attempts before, and shows its output as it comes', async () => {
  writeFileSync(
    join(folder, 'try.sh'),
    `echo "try $LOOPTAPE_ATTEMPT of $LOOPTAPE_MAX_ITERS, last exit \${LOOPTAPE_LAST_EXIT:-none}"
     [ -n "$LOOPTAPE_EVIDENCE_FILE" ] && cat "$LOOPTAPE_EVIDENCE_FILE" >> seen.txt
     exit $((3 - LOOPTAPE_ATTEMPT))`,
  );
  const { of, shown, finished } = await run({
    dialect: 'bounded',
    prompt: 'sh try.sh',
    max_iters: 5,
    until_predicate: 'exit:0',
    attempt: { operator: 'command', argv: ['sh', 'try.sh'] },
  });
  expect(finished.outputs).toMatchObject({ status: 'success', iterations_run: 3, max_iters: 5 });
  expect(of('fire.finished').map(({ outputs, exit }) => [outputs, exit])).toEqual([
    [{ output: 'try 1 of 5, last exit none\n', exit: 2 }, 2],
    [{ output: 'try 2 of 5, last exit 2\n', exit: 1 }, 1],
    [{ output: 'try 3 of 5, last exit 1\n', exit: 0 }, 0],
  ]);
  expect(shown[0]).toBe('attempt loop[0]: try 1 of 5, last exit none\n');
  expect(readFileSync(join(folder, 'seen.txt'), 'utf8')).toContain('exit 2');
});

it('an attempt that runs into its time limit counts as one that did not satisfy, and one that can not be started ends the loop', async () => {
  const loop = { dialect: 'bounded', prompt: 'wait', max_iters: 2, until_predicate: 'exit:0' };
  const slow = await run({ ...loop, attempt: { operator: 'command', argv: ['sleep', '600'], timeoutMs: 150 } });
  expect(slow.finished.outputs).toMatchObject({ status: 'max_iters_reached', iterations_run: 2 });
  expect(slow.of('fire.failed').map(({ error }) => error.code)).toEqual(['timeout', 'timeout']);
  const lost = await run({ ...loop, attempt: { operator: 'command', argv: ['no-such-program'] } });
  expect(lost.finished).toMatchObject({ status: 'failed', error: { code: 'command-not-started' } });
  expect(lost.of('fire.started')).toHaveLength(1);
});

it('a command judges an attempt by what it is told of it', async () => {
  const judge = 'if grep -q "\\"output\\":\\"clear" ; then echo "yes: it is clear"; else echo "no"; fi';
  const { of, finished } = await run({
    dialect: 'bounded',
    prompt: 'rewrite it',
    max_iters: 3,
    until_predicate: 'judge:clear',
    attempt: { operator: 'command', argv: ['[ $LOOPTAPE_ATTEMPT = 2 ] && printf clear || printf murky'], shell: true },
    judge: { operator: 'command', argv: [judge], shell: true },
  });
  expect(finished.outputs).toMatchObject({ status: 'success', iterations_run: 2 });
  expect(
    of('fire.finished')
      .filter(({ node }) => node === 'judge')
      .map(({ outputs }) => outputs.output),
  ).toEqual(['no\n', 'yes: it is clear\n']);
});
