// Models from the command line: a graph, a prompt, a judge. The key reaches the endpoint and nothing else: neither what is printed nor a
// byte of the tape.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { RunReport } from '../../../shared/contract/report.ts';
import { command, type Ended } from '../../support/commandLine.ts';
import { type ModelRequest, type ModelServer, modelServer } from '../../support/modelServer.ts';
import { cliTest, documentOf } from './cliTest.ts';

const KEY = 'sk-planted-0b9d4e71aa52';
const cli = cliTest();
const servers: ModelServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(turns: Parameters<typeof modelServer>[0]): Promise<ModelServer> {
  const server = await modelServer(turns, { key: KEY });
  servers.push(server);
  return server;
}

/** Runs it with the key in the environment, and looks for the key wherever it could have got to. */
async function keyless({ baseUrl }: ModelServer, tape: string, args: readonly string[], key = KEY): Promise<Ended> {
  const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, LOOPTAPE_MODEL: 'tiny' };
  const [name = '', ...rest] = args;
  const ended = await command([name, '--out', tape, ...rest], { home: cli.folder, env });
  expect(ended.stdout + ended.stderr).not.toContain(key);
  expect(readFileSync(join(cli.folder, tape)).includes(key)).toBe(false);
  const events = await cli.call('events', tape, '--json');
  expect(events.stdout).not.toContain(key);
  return ended;
}

async function eventsOf(tape: string, kind: string): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await cli.call('events', tape, '--kind', kind, '--json');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The left-hand rule, of what the prompt says that the agent sees. */
function leftHand({ body }: ModelRequest): { readonly say: string } {
  const prompt = body.messages?.at(-1)?.content ?? '';
  const json = (after: string) => JSON.parse(prompt.split(after)[1]?.split('}.')[0]?.concat('}') ?? '{}');
  const [goal, obs] = [json('The goal is at '), json('The agent sees ')];
  const action = () => {
    if (obs.x === goal.x && obs.y === goal.y) return 'STOP';
    if (obs.left === 'free' && obs.last !== 'LEFT') return 'LEFT';
    return obs.ahead === 'free' ? 'FORWARD' : 'RIGHT';
  };
  return { say: JSON.stringify({ action: action() }) };
}

it('the navigator with a model as its policy walks to the goal, and its tokens stand on the tape', async () => {
  const server = await serving(leftHand);
  const graph = fileURLToPath(new URL('../../../examples/navigator-model.json', import.meta.url));
  const ended = await keyless(server, 'walk.looptape', ['run', graph, '--yes', '--json']);
  expect(ended.code).toBe(0);
  // As the mended example, whose policy is the same rule in a module.
  expect(documentOf(ended, RunReport)).toMatchObject({ reason: 'stop', iterations: { iterIn_1: 17 }, hazards: [] });
  expect(server.requests).toHaveLength(17);
  const fires = (await eventsOf('walk.looptape', 'fire.finished')).filter(({ node }) => node === 'policy');
  expect(fires).toHaveLength(17);
  expect(fires[0]).toMatchObject({ usage: { model: 'tiny-1', inputTokens: 11, outputTokens: 7, tries: 1 } });
  // Of 17 answers, 11 tokens in and 7 out each.
  const usage = { answers: 17, inputTokens: 187, outputTokens: 119 };
  expect(documentOf(ended, RunReport).usage).toEqual(usage);
  expect((await cli.call('show', 'walk.looptape')).stdout).toContain('  model: 17 answers, 187 tokens in, 119 out\n');
  // What the model saw at one boundary is what it is shown at the next.
  const closed = await eventsOf('walk.looptape', 'iteration.closed');
  const seen = closed.map(({ carry }) => (carry as { obs?: unknown }).obs);
  expect(closed).toHaveLength(17);
  const prompts = server.requests.map(({ body }) => body.messages?.at(-1)?.content ?? '');
  for (const [i, obs] of seen.slice(0, -1).entries())
    expect(prompts[i + 1]).toContain(`The agent sees ${JSON.stringify(obs, null, 2)}.`);
});

it('asks before a graph talks to a model, and names the host', async () => {
  const server = await serving(leftHand);
  const graph = fileURLToPath(new URL('../../../examples/navigator-model.json', import.meta.url));
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, LOOPTAPE_MODEL: 'tiny' };
  const ended = await command(['run', graph], { home: cli.folder, env });
  expect(ended.code).toBe(6);
  const { host } = new URL(server.baseUrl);
  expect(ended.stderr).toContain(`  model    tiny at ${host}, with the key in OPENAI_API_KEY\n`);
  expect(server.requests).toHaveLength(0);
});

it('a socket graph is worked by a model: an answer that can not be parsed is asked for once more, and a verdict moves the loop on', async () => {
  const server = await serving([
    { say: 'Sure! Here you go.' },
    { say: '```json\n{"satisfied": true, "title": "One"}\n```' },
    { say: '{"satisfied": true, "title": "Two"}' },
  ]);
  const graph = cli.write('titles.json', {
    entry: 'Name',
    state: { items: ['one', 'two'] },
    materia: { namer: { operator: 'model', prompt: 'Name {item}.', system: 'Answer as JSON.', parse: 'json' } },
    sockets: {
      Name: {
        materia: 'namer',
        assign: { 'state.last': '$.title' },
        advance: { cursor: 'i', items: 'state.items', when: 'satisfied' },
        edges: [{ when: 'always', to: 'Name' }],
      },
    },
    loops: {
      all: {
        sockets: ['Name'],
        iterator: { items: 'state.items', cursor: 'i' },
        exits: [{ id: 'done', from: 'Name', condition: 'satisfied', targetSocketId: 'end' }],
      },
    },
  });
  const ended = await keyless(server, 'titles.looptape', ['run', graph, '--yes', '--json']);
  expect(ended.stderr + ended.stdout).not.toContain('"errors"');
  expect(documentOf(ended, RunReport)).toMatchObject({
    status: 'ended',
    state: { last: 'Two' },
    cursors: { i: 2 },
    usage: { answers: 2 },
  });
  expect(server.requests.map(({ body }) => body.messages?.at(-1)?.content)).toEqual([
    'Name one.',
    'Name one.',
    'Name two.',
  ]);
  const [failed] = await eventsOf('titles.looptape', 'fire.failed');
  expect(failed).toMatchObject({ node: 'Name', raw: 'Sure! Here you go.' });
});

it('a prompt is tried by a model until it satisfies: the next prompt is the task and what the last attempt came to', async () => {
  const server = await serving([{ say: 'It is fast, p95 = 300 ms.' }, { say: 'Now p95 < 200ms.' }]);
  const args = ['loop', '--max', '4', '--until', 'regex:p95 < 200ms', '--json', 'make the query fast'];
  const ended = await keyless(server, 'query.looptape', args);
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    status: 'success',
    iterations_run: 2,
    predicate: 'regex:p95 < 200ms',
    matched: 'p95 < 200ms',
  });
  const [first, second] = server.requests.map(({ body }) => body.messages?.at(-1)?.content ?? '');
  expect(first).toBe('make the query fast');
  expect(second?.startsWith('make the query fast\n\nAttempt 1 did not satisfy regex:p95 < 200ms')).toBe(true);
  expect(second).toContain('It is fast, p95 = 300 ms.');
  expect(second?.endsWith('Do what the task above asks, and nothing beyond it.')).toBe(true);
});

it('a model judges a command, its verdict and reason in the evidence', async () => {
  const server = await serving([
    { say: '{"satisfied": false, "reason": "two sentences are vague"}' },
    { say: 'yes, it is clear' },
  ]);
  const args = [
    'loop',
    '--until',
    'judge:is clear',
    '--judge',
    'model:strict',
    '--json',
    '--',
    process.execPath,
    '-p',
    '"x"',
  ];
  const ended = await keyless(server, 'judged.looptape', args);
  expect(ended.code).toBe(0);
  const { status, iterations_run, evidence } = JSON.parse(ended.stdout) as Record<string, unknown> & {
    evidence: string[];
  };
  expect({ status, iterations_run }).toEqual({ status: 'success', iterations_run: 2 });
  expect(evidence[0]).toContain('two sentences are vague');
  expect(server.requests.map(({ body }) => body.model)).toEqual(['strict', 'strict']);
});

it('a model beside a command has nothing to try, and is not left out without a word', async () => {
  const ended = await cli.call('loop', '--model', 'small', '--until', 'exit:0', '--', process.execPath, '-v');
  expect(ended.code).toBe(64);
  expect(ended.stderr).toContain('write --judge model:small where it is to judge');
});

it('a key that is refused ends the loop at once, with exit 3 and the variable’s name', async () => {
  const server = await serving([{ say: 'never' }]);
  const ended = await keyless(
    server,
    'refused.looptape',
    ['loop', '--until', 'regex:done', '--json', 'do it'],
    'sk-wrong-11223344',
  );
  expect(ended.code).toBe(3);
  expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'failed', error: { code: 'model-unauthorised' } });
  expect(server.requests).toHaveLength(1);
  const text = await cli.call('show', 'refused.looptape');
  expect(text.stdout + text.stderr).not.toContain('sk-wrong');
});
