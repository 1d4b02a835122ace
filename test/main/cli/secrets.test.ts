// Secrets planted in every place that a run touches, and then looked for in every byte that it leaves: the tape with what it packs and
// compresses, its side files while it is written, and everything that is printed (docs/security.md).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { RunReport } from '../../../shared/contract/report.ts';
import { command, startCommand } from '../../support/commandLine.ts';
import { drawGraph, loop } from '../../support/drawGraph.ts';
import { tapeBytes } from '../../support/tapeBytes.ts';
import { cliTest, documentOf } from './cliTest.ts';

const cli = cliTest();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** One secret a place, so that what leaks says where. */
const PLACES = {
  environment: 'env-9f27c1aa04-leak',
  commandEnv: 'cmd-71be03d9f2-leak',
  header: 'hdr-5502aa91ce-leak',
  query: 'qry-80ad17fe33-leak',
  input: 'inp-c4419be27f-leak',
  own: 'own-2b60f7d184-leak',
  card: '4929 1184 2207 7781',
} as const;
const RULES = { names: ['CUSTOMER_NAME'], rules: [{ name: 'card', pattern: '\\d{4}(?: \\d{4}){3}' }] };
const environment = { SERVICE_API_KEY: PLACES.environment, CUSTOMER_NAME: PLACES.own };

function writeRules(text: string): void {
  mkdirSync(join(cli.folder, 'settings'), { recursive: true });
  writeFileSync(join(cli.folder, 'settings', 'redaction.json'), text);
}

function leaks(bytes: Buffer | string): string[] {
  const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const forms = (secret: string) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  return Object.entries(PLACES).flatMap(([place, secret]) =>
    forms(secret).some((form) => data.includes(form)) ? [place] : [],
  );
}

function expectClean(tape: string, printed: string): void {
  expect(leaks(tapeBytes(join(cli.folder, tape)))).toEqual([]);
  expect(leaks(printed)).toEqual([]);
}

async function echoServer(): Promise<string> {
  const server = createServer((request, answer) => {
    const body = JSON.stringify({ url: request.url, headers: request.headers });
    answer
      .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=opaque-cookie-value-1' })
      .end(body);
  });
  servers.push(server);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a graph that meets secrets everywhere leaves none, and works with the real ones', async () => {
  writeRules(JSON.stringify(RULES));
  const at = await echoServer();
  cli.write(
    'spill.mjs',
    `export default ({ token, card }, ctx) => {
  const key = process.env.SERVICE_API_KEY;
  ctx.log('key ' + key + ' token ' + token);
  return { said: { key, list: [token, { card }], [key]: 1, image: Buffer.from('PNG ' + key) }, text: 'k=' + key, ok: key.length };
};`,
  );
  const shout = `console.error(process.env.DB_PASSWORD); console.log(JSON.stringify({ said: [process.env.DB_PASSWORD, process.env.CUSTOMER_NAME, Buffer.from(process.env.SERVICE_API_KEY).toString('base64')] }))`;
  const graph = cli.write(
    'spill.json',
    drawGraph(
      [
        { id: 'in', type: 'graphIn', config: { portName: 'token' } },
        { id: 'src', type: 'scripted', config: { inputs: [], outputs: ['card'], seq: [{ card: PLACES.card }] } },
        loop('L', { token: {}, card: {} }, { token: {}, said: {} }, 4),
        {
          id: 'spill',
          type: 'script',
          config: { module: 'spill.mjs', inputs: ['token', 'card'], outputs: ['said', 'text', 'ok'] },
        },
        {
          id: 'shout',
          type: 'command',
          config: {
            argv: [process.execPath, '-e', shout],
            env: { DB_PASSWORD: PLACES.commandEnv },
            inputs: ['go'],
            outputs: ['said'],
          },
        },
        {
          id: 'ask',
          type: 'http',
          config: {
            url: `${at}/x?access_token=${PLACES.query}`,
            headers: { authorization: `Bearer ${PLACES.header}` },
            inputs: ['go'],
            required: ['go'],
            outputs: ['body', 'headers'],
          },
        },
      ],
      [
        'in.value -> L.init_token',
        'src.card -> L.init_card',
        'L.init_token -> spill.token',
        'L.iterout_token -> spill.token',
        'L.init_card -> spill.card',
        'spill.text -> shout.go',
        'spill.ok -> ask.go',
        'shout.said -> L-out.said',
        'spill.text -> L-out.token',
      ],
    ),
  );
  const ended = await command(
    ['run', graph, '--yes', '--json', '--input', `token=${PLACES.input}`, '--out', 'spill.looptape'],
    {
      home: cli.folder,
      env: environment,
    },
  );
  const report = documentOf(ended, RunReport);
  expect(ended.code, ended.stderr).toBe(4);
  const events = await command(['events', 'spill.looptape', '--json'], { home: cli.folder });
  const shown = await command(['show', 'spill.looptape', '--at', 'end', '--json'], { home: cli.folder });
  expectClean('spill.looptape', ended.stdout + ended.stderr + events.stdout + shown.stdout);
  expect(report.status).toBe('stalled');
  // The operators had the real values: the length of the real key, and what the server echoes of the real header.
  const fires = events.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => kind === 'fire.finished');
  expect(fires.find(({ node }) => node === 'spill')).toMatchObject({ outputs: { ok: PLACES.environment.length } });
  expect(JSON.stringify(fires.find(({ node }) => node === 'ask'))).toMatch(
    /‹redacted authorization \w{8}›|‹redacted \w+ \w{8}›/,
  );
  for (const name of [
    'SERVICE_API_KEY',
    'DB_PASSWORD',
    'CUSTOMER_NAME',
    'access_token',
    'authorization',
    'card',
    'set-cookie',
  ]) {
    expect(events.stdout).toContain(`redacted`);
    expect(events.stdout).toContain(name);
  }
});

it('errors, throws and answers that could not be read leave none', async () => {
  cli.write('throws.mjs', "export default () => { throw new Error('no ' + process.env.SERVICE_API_KEY + ' here'); };");
  const graph = cli.write(
    'throws.json',
    drawGraph([{ id: 'n', type: 'script', config: { module: 'throws.mjs', inputs: [], outputs: ['x'] } }], []),
  );
  const ended = await command(['run', graph, '--yes', '--out', 'throws.looptape'], {
    home: cli.folder,
    env: environment,
  });
  expect(ended.code).toBe(3);
  expectClean('throws.looptape', ended.stdout + ended.stderr);
  expect(ended.stdout + ended.stderr).toContain('‹redacted SERVICE_API_KEY');
});

it('a bounded loop shows its output as it comes without them, and its evidence holds none', async () => {
  const program = `process.stdout.write(process.env.SERVICE_API_KEY.slice(0, 9)); setTimeout(() => { process.stdout.write(process.env.SERVICE_API_KEY.slice(9) + '\\nwrong\\n'); process.exit(1); }, 100)`;
  const args = [
    'loop',
    '--max',
    '2',
    '--until',
    'exit:0',
    '--out',
    'loop.looptape',
    '--',
    process.execPath,
    '-e',
    program,
  ];
  const ended = await command(args, { home: cli.folder, env: environment });
  expect(ended.code).toBe(1);
  expectClean('loop.looptape', ended.stdout + ended.stderr);
  expect(ended.stderr).toMatch(/^‹redacted SERVICE_API_KEY \w{8}›$/m);
});

it('while it runs no file holds one, and a killed run leaves none', async () => {
  cli.write(
    'slow.mjs',
    'export default async () => { await new Promise((go) => setTimeout(go, 60_000)); return {}; };',
  );
  cli.write('first.mjs', 'export default () => ({ x: process.env.SERVICE_API_KEY });');
  const graph = cli.write(
    'slow.json',
    drawGraph(
      [
        { id: 'a', type: 'script', config: { module: 'first.mjs', inputs: [], outputs: ['x'] } },
        { id: 'b', type: 'script', config: { module: 'slow.mjs', inputs: ['x'], outputs: [] } },
      ],
      ['a.x -> b.x'],
    ),
  );
  const run = startCommand(['run', graph, '--yes', '--out', 'slow.looptape'], { home: cli.folder, env: environment });
  const tape = join(cli.folder, 'slow.looptape');
  await expect
    .poll(async () => existsSync(tape) && (await cli.call('events', 'slow.looptape')).stdout.includes('b started'), {
      interval: 200,
    })
    .toBe(true);
  for (const name of readdirSync(cli.folder).filter((file) => file.startsWith('slow.looptape'))) {
    expect({ name, leaks: leaks(readFileSync(join(cli.folder, name))) }).toEqual({ name, leaks: [] });
  }
  run.child.kill('SIGKILL');
  await run.ended;
  expect(leaks((await cli.call('events', 'slow.looptape', '--json')).stdout)).toEqual([]);
  // Going on, the node that needs the secret is not given a stub of it.
  const went = await command(['continue', 'slow.looptape', '--yes', '--json'], { home: cli.folder, env: environment });
  expect(documentOf(went, RunReport)).toMatchObject({ status: 'failed', error: { node: 'b', code: 'redacted-input' } });
}, 60_000);

it('a graph whose secrets stand in it can be read from its tape, and goes on up to where one is needed', async () => {
  const graph = cli.write(
    'headers.json',
    drawGraph(
      [
        { id: 'a', type: 'scripted', config: { inputs: [], outputs: ['x'], seq: [{ x: 1 }] } },
        { id: 'b', type: 'scripted', config: { inputs: ['x'], outputs: ['x'], seq: [{ x: 2 }] } },
        {
          id: 'c',
          type: 'http',
          config: {
            url: `http://127.0.0.1:9/x?access_token=${PLACES.query}`,
            headers: { authorization: `Bearer ${PLACES.header}`, cookie: 'a=b' },
            inputs: ['x'],
            outputs: ['body'],
          },
        },
      ],
      ['a.x -> b.x', 'b.x -> c.x'],
    ),
  );
  const call = (...args: readonly string[]) => command(args, { home: cli.folder, env: environment });
  const begun = await call('run', graph, '--yes', '--json', '--steps', '1', '--out', 'headers.looptape');
  expect(documentOf(begun, RunReport)).toMatchObject({ status: 'paused' });
  const went = await call('continue', 'headers.looptape', '--yes', '--json');
  expectClean('headers.looptape', begun.stdout + begun.stderr + went.stdout + went.stderr);
  expect(documentOf(went, RunReport)).toMatchObject({ status: 'failed', error: { node: 'c', code: 'redacted-input' } });
});

it('rules that can’t be read keep everything from running, with a sentence', async () => {
  const graph = cli.write(
    'plain.json',
    drawGraph([{ id: 'n', type: 'scripted', config: { inputs: [], outputs: ['x'], seq: [{ x: 1 }] } }], []),
  );
  for (const content of [
    '{',
    '{"rules": [{"name": "a b", "pattern": "x"}]}',
    '{"rules": [{"name": "a", "pattern": "("}]}',
    '{"rule": []}',
  ]) {
    writeRules(content);
    const ended = await cli.call('run', graph, '--json');
    expect({ content, code: ended.code }).toEqual({ content, code: 2 });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      error: { code: 'bad-redaction', message: expect.stringContaining('redaction.json') },
    });
  }
});
