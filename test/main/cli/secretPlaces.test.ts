// Secrets in places of their own: slots and containers that last long enough for keyframes, requests and what they are answered, sentences
// that cut one, prompts, judges and evidence of bounded loops, and rules for one run. One secret a place, so that what leaks says where;
// one text that is none, which shows that the search finds what is there.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { LoopReport, RunReport } from '../../../shared/contract/report.ts';
import { command, startCommand } from '../../support/commandLine.ts';
import { drawGraph, loop } from '../../support/drawGraph.ts';
import { keyframeCount, tapeBytes } from '../../support/tapeBytes.ts';
import { cliTest, documentOf, until } from './cliTest.ts';

const cli = cliTest();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const SECRETS = {
  key: 'key-9f27c1aa04-leak',
  userinfo: 'usr-71be03d9f2-leak',
  argv: 'arg-5502aa91ce-leak',
  body: 'bdy-80ad17fe33-leak',
  cookie: 'cke-c4419be27f-2b60f7d184-leak',
  nested: 'nst-1184220777-leak',
  number: '4929118422077781',
  firstLine: 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  secondLine: 'BKcwggSjAgEAAoIBAQDleaksOfKeys12',
} as const;
const PLAIN = 'this-is-no-secret-at-all';
const environment = {
  SERVICE_API_KEY: SECRETS.key,
  DATABASE_URL: `postgres://app:${SECRETS.userinfo}@db.example/app`,
  SIGNING_KEY: `-----BEGIN PRIVATE KEY-----\n${SECRETS.firstLine}\n${SECRETS.secondLine}\n-----END PRIVATE KEY-----\n`,
};

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // The middle of what is encoded does not depend on what stands around it.
  const within = [0, 1, 2].map((n) =>
    Buffer.concat([Buffer.alloc(n, 'u'), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('hex'),
    ...within,
    secret.slice(2, 12),
  ];
}

function leaks(bytes: Buffer | string): string[] {
  const data = Buffer.from(bytes);
  return Object.entries(SECRETS).flatMap(([place, secret]) =>
    formsOf(secret).flatMap((form) => (data.includes(form) ? [`${place}: ${form}`] : [])),
  );
}

async function expectClean(tape: string, printed: string): Promise<string> {
  const path = join(cli.folder, tape);
  const bytes = tapeBytes(path);
  expect(bytes.includes(PLAIN)).toBe(true);
  expect(leaks(bytes)).toEqual([]);
  expect(leaks(printed)).toEqual([]);
  const events = await command(['events', tape, '--json'], { home: cli.folder, env: environment });
  const shown = await command(['show', tape, '--at', 'end', '--json'], { home: cli.folder, env: environment });
  expect(shown.code, shown.stderr).toBe(0);
  expect(leaks(events.stdout + shown.stdout)).toEqual([]);
  return events.stdout;
}

const run = (graph: string, out: string, ...more: readonly string[]) =>
  command(['run', graph, '--yes', '--json', '--out', out, ...more], { home: cli.folder, env: environment });

it('a long loop keeps none in its slots, its containers, its keyframes, or in what it makes of one', async () => {
  cli.write(
    'first.mjs',
    `export default ({ login }) => ({ key: process.env.SERVICE_API_KEY, all: [login.password, process.env.DATABASE_URL,
      'Basic ' + Buffer.from('u:' + process.env.SERVICE_API_KEY).toString('base64'), JSON.stringify({ a: JSON.stringify(process.env.SIGNING_KEY) }),
      { card: ${SECRETS.number}, of: Buffer.from('PNG ' + process.env.SERVICE_API_KEY) }, '${PLAIN}'] });`,
  );
  const graph = cli.write(
    'long.json',
    drawGraph(
      [
        { id: 'login', type: 'graphIn', config: { portName: 'login' } },
        { id: 'first', type: 'script', config: { module: 'first.mjs', inputs: ['login'], outputs: ['key', 'all'] } },
        loop('L', { key: {}, all: { persist: true } }, { key: {}, n: {} }, 700),
        {
          id: 'work',
          type: 'expression',
          config: {
            inputs: ['key', 'all'],
            outputs: { key: 'key', n: '"said " & key & " to " & all[0]' },
          },
        },
        {
          id: 'keep',
          type: 'containerWrite',
          config: { container: 'c', state: 's', inputs: ['value'], outputs: [] },
        },
      ],
      [
        'login.value -> first.login',
        'first.key -> L.init_key',
        'first.all -> L.init_all',
        'L.init_key -> work.key',
        'L.iterout_key -> work.key',
        'L.init_all -> work.all',
        'work.key -> L-out.key',
        'work.n -> L-out.n',
        'work.n -> keep.value',
      ],
      {
        containers: [{ id: 'c', states: { s: { type: 'lastWrite', lifetime: 'forever' } } }],
        access_grants: [{ node_id: 'keep', container_id: 'c' }],
      },
    ),
  );
  const login = `login={"user": "me", "password": "${SECRETS.nested}"}`;
  const ended = await run(graph, 'long.looptape', '--input', login, '--redact', 'card=\\d{16}');
  const events = await expectClean('long.looptape', ended.stdout + ended.stderr);
  expect(documentOf(ended, RunReport), ended.stdout).toMatchObject({ status: 'ended', iterations: { L: 700 } });
  expect(keyframeCount(join(cli.folder, 'long.looptape'))).toBeGreaterThan(0);
  for (const name of ['SERVICE_API_KEY', 'postgres_password', 'password', 'SIGNING_KEY', 'card'])
    expect(events).toMatch(new RegExp(`"name":"${name}"|‹redacted ${name} [0-9a-f]{8}›`));
});

it('requests and what they are answered leave none, nor does whatever is said about them later', async () => {
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const isFine = request.url === '/fine';
      answer.writeHead(isFine ? 200 : 500, {
        'content-type': 'application/json',
        'set-cookie': `session=${SECRETS.cookie}; Path=/`,
      });
      answer.end(
        isFine ? JSON.stringify({ said: body, note: PLAIN }) : `no, not with ${body} ${request.headers['x-api-key']}`,
      );
    });
  });
  servers.push(server);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cli.write(
    'later.mjs',
    'export default ({ headers }, ctx) => { const it = headers["set-cookie"]; ctx.log(it); return { text: "I have " + it.slice(8, 38), got: it.length }; };',
  );
  const request = (id: string, path: string, more: object) => ({
    id,
    type: 'http',
    config: {
      url: `${at}${path}`,
      headers: { 'x-api-key': SECRETS.argv },
      body: { user: 'me', password: SECRETS.body },
      inputs: ['go'],
      required: [],
      ...more,
    },
  });
  const graph = cli.write(
    'ask.json',
    drawGraph(
      [
        { id: 'go', type: 'scripted', config: { inputs: [], outputs: ['x'], seq: [{ x: 1 }] } },
        request('fine', '/fine', { outputs: ['body', 'headers'] }),
        { id: 'later', type: 'script', config: { module: 'later.mjs', inputs: ['headers'], outputs: ['text', 'got'] } },
        request('not', '/not', { outputs: ['body'] }),
      ],
      ['go.x -> fine.go', 'fine.headers -> later.headers', 'later.text -> not.go'],
    ),
  );
  const ended = await run(graph, 'ask.looptape');
  const events = await expectClean('ask.looptape', ended.stdout + ended.stderr);
  expect(documentOf(ended, RunReport)).toMatchObject({ status: 'failed', error: { node: 'not', code: 'http-status' } });
  // The script had the real cookie, with what stands around it.
  expect(events).toContain(`"got":${`session=${SECRETS.cookie}; Path=/`.length}`);
  expect(events).toMatch(/I have ‹redacted set-cookie [0-9a-f]{8}›/);
});

it('sentences that were cut in the middle of one, lines of a key, and words of a command line leave none', async () => {
  const shout = `const key = process.env.SIGNING_KEY; console.error(key); console.error(process.argv.join(' ')); console.log('${PLAIN} and then {"a": ' + process.env.SERVICE_API_KEY);`;
  const graph = cli.write(
    'cut.json',
    drawGraph(
      [
        {
          id: 'shout',
          type: 'command',
          config: {
            argv: [process.execPath, '-e', shout, '--', '--token', SECRETS.argv, 'x'.repeat(40), SECRETS.key],
            inputs: [],
            outputs: ['x'],
          },
        },
      ],
      [],
    ),
  );
  const ended = await run(graph, 'cut.looptape');
  const events = await expectClean('cut.looptape', ended.stdout + ended.stderr);
  expect(documentOf(ended, RunReport)).toMatchObject({ status: 'failed', error: { code: 'bad-output' } });
  expect(events).toMatch(/‹redacted SIGNING_KEY [0-9a-f]{8}›/);
  expect(events).toMatch(/‹redacted token [0-9a-f]{8}›/);
});

it('a bounded loop leaves none of its prompt, its outputs, its judge and its evidence, which are real for the attempt', async () => {
  cli.write(
    'try.cjs',
    `const { readFileSync } = require('node:fs');
    const told = process.env.LOOPTAPE_EVIDENCE_FILE ? readFileSync(process.env.LOOPTAPE_EVIDENCE_FILE, 'utf8') : '';
    console.log('${PLAIN} ' + (told.includes(process.env.SERVICE_API_KEY) ? 'evidence is real' : 'no evidence'));
    console.log('x'.repeat(145) + process.env.SERVICE_API_KEY);
    console.log('with ' + process.env.SERVICE_API_KEY);`,
  );
  cli.write(
    'judge.cjs',
    `const { output } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    console.log((output.includes('evidence is real') ? 'yes' : 'no') + ', it says ' + process.env.SERVICE_API_KEY);`,
  );
  const graph = cli.write('tried.json', {
    prompt: `use ${SECRETS.key}`,
    max_iters: 3,
    until_predicate: 'judge:says it',
    attempt: { operator: 'command', argv: [process.execPath, 'try.cjs'] },
    judge: { operator: 'command', argv: [process.execPath, 'judge.cjs'] },
  });
  const ended = await run(graph, 'tried.looptape');
  await expectClean('tried.looptape', ended.stdout + ended.stderr);
  expect(documentOf(ended, LoopReport), ended.stderr).toMatchObject({ status: 'success', iterations_run: 2 });
});

it('what a pattern of the loop matches in one is not told either', async () => {
  const graph = cli.write('matched.json', {
    prompt: `try ${PLAIN}`,
    max_iters: 2,
    until_predicate: 'regex:9f27c1aa\\d\\d-l',
    attempt: {
      operator: 'command',
      argv: [process.execPath, '-e', 'console.log("is " + process.env.SERVICE_API_KEY)'],
    },
  });
  const ended = await run(graph, 'matched.looptape');
  await expectClean('matched.looptape', ended.stdout + ended.stderr);
  expect(documentOf(ended, LoopReport)).toMatchObject({ status: 'success', iterations_run: 1 });
});

it.skipIf(process.platform === 'win32')('a program that is killed leaves no evidence file behind', async () => {
  const temporary = join(cli.folder, 'temporary');
  mkdirSync(temporary);
  cli.write(
    'hang.cjs',
    `const { writeFileSync } = require('node:fs');
    console.log('with ' + process.env.SERVICE_API_KEY);
    if (process.env.LOOPTAPE_ATTEMPT === '1') process.exit(1);
    writeFileSync('hangs', '');
    setTimeout(() => {}, 600_000);`,
  );
  const running = startCommand(
    ['loop', '--until', 'exit:0', '--out', 'hang.looptape', '--', process.execPath, 'hang.cjs'],
    {
      home: cli.folder,
      env: { ...environment, TMPDIR: temporary },
    },
  );
  await until(() => existsSync(join(cli.folder, 'hangs')));
  const evidence = () => readdirSync(temporary).filter((name) => name.startsWith('looptape-evidence-'));
  expect(evidence()).toHaveLength(1);
  running.child.kill('SIGKILL');
  await running.ended;
  await until(() => evidence().length === 0);
});

it('a rule that can’t be searched for, or has no name, keeps everything from running', async () => {
  const graph = cli.write(
    'plain.json',
    drawGraph([{ id: 'n', type: 'scripted', config: { inputs: [], outputs: ['x'], seq: [{ x: 1 }] } }], []),
  );
  const bad = await run(graph, 'bad.looptape', '--redact', 'card=(');
  expect(bad.code).toBe(2);
  expect(JSON.parse(bad.stdout)).toMatchObject({ error: { code: 'bad-redaction' } });
  const nameless = await run(graph, 'bad.looptape', '--redact', '\\d+');
  expect(nameless.code).toBe(64);
  expect(existsSync(join(cli.folder, 'bad.looptape'))).toBe(false);
});
