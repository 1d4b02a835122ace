// What the loopback host lets in and what it refuses, over real HTTP and WebSockets (interfaces §5).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startWebHost } from '../../../main/web/webHost.ts';
import { decodeFrame } from '../../../shared/contract/frame.ts';
import { get, type HostUnderTest, hostUnderTest } from './hostFixture.ts';

let host: HostUnderTest;
beforeAll(async () => {
  host = await hostUnderTest({
    handlers: {
      'moment.find': async ({ moment }) => ({ ok: true, value: { seq: Number(moment.slice(1)) } }),
      'events.window': async () => ({ ok: true, value: { arrays: Uint32Array.of(7, 8) } as never }),
    },
  });
});
afterAll(() => host.close());

const withCookie = (extra: Record<string, string> = {}) => ({ cookie: host.cookie, ...extra });

/** The first message, or the status that the upgrade was refused with. */
function connect(headers: Record<string, string>, path = '/socket'): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers });
  socket.binaryType = 'arraybuffer';
  return new Promise((done) => {
    socket.on('open', () => done(socket));
    socket.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
    socket.on('error', () => undefined); // the refusal is what counts
  });
}

async function connected(headers: Record<string, string>): Promise<WebSocket> {
  const socket = await connect(headers);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const nextMessage = (socket: WebSocket) =>
  new Promise<unknown>((done) => {
    socket.once('message', (data, isBinary) => done(decodeFrame(isBinary ? (data as ArrayBuffer) : String(data))));
  });

describe('the printed address', () => {
  test('answers 303 with an HttpOnly, SameSite=Strict cookie whose name holds the port', async () => {
    const welcome = await get(`${host.origin}/?token=${host.token}`, {});
    expect(welcome.status).toBe(303);
    expect(welcome.headers.location).toBe('/');
    const cookie = welcome.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(new RegExp(`^[^=]*${host.port}=[\\w-]{40,}; `));
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    expect(welcome.headers['referrer-policy']).toBe('no-referrer');
  });

  test('does not hand out the token as the cookie', () => {
    expect(host.cookie).not.toContain(host.token);
  });

  test('with a wrong, cut or empty token is refused, also to a browser that is let in', async () => {
    for (const token of ['', 'x', host.token.slice(1), `${host.token}x`, host.token.toUpperCase()]) {
      const refused = await get(`${host.origin}/?token=${token}`, {});
      expect(refused.status).toBe(403);
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect((await get(`${host.origin}/?token=${token}`, withCookie())).status).toBe(403);
    }
  });
});

describe('without the cookie', () => {
  test('nothing is answered but 403: page, files, what is not there, uploads', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/assets/app.js',
      '/nothing',
      '/files',
      '/socket',
      `/assets/?token=${host.token}`,
    ]) {
      expect((await get(`${host.origin}${path}`, {})).status).toBe(403);
    }
    expect((await get(`${host.origin}/files?name=a`, {}, { method: 'POST', body: 'x' })).status).toBe(403);
    expect(await connect({})).toBe(403);
    expect(await connect({ origin: host.origin })).toBe(403);
  });

  test('one of another port or with another value is no cookie', async () => {
    const [name = '', value = ''] = host.cookie.split('=');
    for (const cookie of [`${name}=x`, `${name}=${value}x`, `${name}`, `looptape-1=${value}`, `x${name}=${value}`]) {
      expect((await get(host.origin, { cookie })).status).toBe(403);
      expect(await connect({ cookie })).toBe(403);
    }
  });
});

describe('a foreign Host', () => {
  test('is refused whatever else the request carries, on HTTP and WebSocket', async () => {
    for (const foreign of [
      'evil.example',
      `evil.example:${host.port}`,
      `localhost:${host.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
    ]) {
      const headers = { host: foreign, cookie: host.cookie };
      expect((await get(host.origin, headers)).status).toBe(403);
      expect((await get(`${host.origin}/?token=${host.token}`, headers)).status).toBe(403);
      expect((await get(`${host.origin}/files`, headers, { method: 'POST', body: 'x' })).status).toBe(403);
      expect(await connect(headers)).toBe(403);
    }
  });
});

describe('a foreign Origin', () => {
  test('is refused although the cookie is right, on HTTP and WebSocket', async () => {
    const port = host.port;
    for (const origin of [
      'http://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      'http://127.0.0.1:1',
    ]) {
      expect((await get(host.origin, withCookie({ origin }))).status).toBe(403);
      expect((await get(`${host.origin}/?token=${host.token}`, { origin })).status).toBe(403);
      expect((await get(`${host.origin}/files`, withCookie({ origin }), { method: 'POST', body: 'x' })).status).toBe(
        403,
      );
      expect(await connect(withCookie({ origin }))).toBe(403);
    }
  });

  test('on the same machine may not embed what is served, which a browser tells by Sec-Fetch-Site', async () => {
    for (const site of ['same-site', 'cross-site']) {
      const headers = withCookie({ 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' });
      expect((await get(`${host.origin}/assets/app.js`, headers)).status).toBe(403);
    }
    const own = withCookie({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });
    expect((await get(`${host.origin}/assets/app.js`, own)).status).toBe(200);
  });
});

describe('the page', () => {
  test('is served with its type under headers that confine it', async () => {
    const page = await get(host.origin, withCookie());
    expect(page).toMatchObject({ status: 200, body: '<!doctype html><title>page</title>' });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(page.headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "worker-src 'self'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const script = await get(`${host.origin}/assets/app.js`, withCookie());
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('refuses to lead out of its folder, however the path is written', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '/assets/..%00/secret.txt',
      '//secret.txt',
      '/%',
      '/%252e%252e/secret.txt',
      '/etc/passwd',
      'http://127.0.0.1/../secret.txt',
    ]) {
      const response = await get(host.origin, withCookie(), { path });
      expect(response.status).toBe(404);
      expect(response.body).not.toContain('outside');
    }
  });

  test('lists no folder', async () => {
    for (const path of ['/assets', '/assets/', '/./']) {
      const response = await get(host.origin, withCookie(), { path });
      expect(response.body).not.toContain('app.js');
    }
    expect((await get(`${host.origin}/assets/`, withCookie())).status).toBe(404);
  });

  test('answers HEAD without a body, and no other method', async () => {
    const head = await get(host.origin, withCookie(), { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const refused = await get(host.origin, withCookie(), { method });
      expect(refused.status).toBe(405);
      expect(refused.headers.allow).toBe('GET, HEAD');
    }
    expect((await get(`${host.origin}/files`, withCookie())).status).toBe(405);
    expect((await get(`${host.origin}/?token=${host.token}`, {}, { method: 'POST' })).status).toBe(405);
  });
});

describe('the socket', () => {
  test('answers calls, out of turn where they end so, and pushes on the same connection', async () => {
    const socket = await connected(withCookie({ origin: host.origin }));
    const answered = nextMessage(socket);
    socket.send(JSON.stringify({ id: 5, name: 'moment.find', request: { tape: 't', moment: '#12' } }));
    expect(await answered).toEqual({ kind: 'answer', id: 5, result: { ok: true, value: { seq: 12 } } });
    const pushed = nextMessage(socket);
    host.push({ kind: 'library.changed' });
    expect(await pushed).toEqual({ kind: 'push', push: { kind: 'library.changed' } });
    socket.close();
  });

  test('carries typed arrays in one binary frame', async () => {
    const socket = await connected(withCookie());
    const answered = nextMessage(socket);
    socket.send(JSON.stringify({ id: 1, name: 'events.window', request: { tape: 't', from: 0, count: 1 } }));
    expect(await answered).toEqual({
      kind: 'answer',
      id: 1,
      result: { ok: true, value: { arrays: Uint32Array.of(7, 8) } },
    });
    socket.close();
  });

  test('answers what no handler may see with a failure', async () => {
    const socket = await connected(withCookie());
    for (const [name, request, code] of [
      ['no.such', {}, 'unknown-call'],
      ['moment.find', { tape: 't' }, 'bad-request'],
    ] as const) {
      const answered = nextMessage(socket);
      socket.send(JSON.stringify({ id: 2, name, request }));
      expect(await answered).toMatchObject({ id: 2, result: { ok: false, failure: { code } } });
    }
    socket.close();
  });

  test('is closed on what is no request', async () => {
    for (const nonsense of ['{', '[]', 'null', '{"id":"1","name":"app.info"}', Buffer.of(1, 2, 3)]) {
      const socket = await connected(withCookie());
      const closed = new Promise<number>((done) => socket.on('close', done));
      socket.send(nonsense);
      expect(await closed).toBe(1003);
    }
  });

  test('stands at its own path alone', async () => {
    expect(await connect(withCookie(), '/')).toBe(404);
    expect(await connect(withCookie(), '/socket/x')).toBe(404);
  });
});

describe('an upload', () => {
  const upload = (name: string, body: string) =>
    get(`${host.origin}/files?name=${encodeURIComponent(name)}`, withCookie({ origin: host.origin }), {
      method: 'POST',
      body,
    });
  const pathOf = (body: string) => (JSON.parse(body) as { value: { path: string } }).value.path;

  test('becomes a read-only copy in a folder that only this user can enter, and openable', async () => {
    const response = await upload('my run.looptape', 'bytes');
    expect(response.status).toBe(200);
    const path = pathOf(response.body);
    expect(path.endsWith('my run.looptape')).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('bytes');
    expect(statSync(path).mode & 0o777).toBe(0o400);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(dirname(path))).mode & 0o777).toBe(0o700);
    expect(host.admitted).toContain(path);
  });

  test('of a name that was taken lies apart, so that neither sees the other', async () => {
    const [one, two] = [await upload('a.json', '1'), await upload('a.json', '2')];
    expect(dirname(pathOf(one.body))).not.toBe(dirname(pathOf(two.body)));
    expect(readFileSync(pathOf(one.body), 'utf8')).toBe('1');
  });

  test("can't choose its place by its name", async () => {
    const folder = dirname(dirname(pathOf((await upload('x', 'x')).body)));
    for (const name of ['../../evil', '/etc/evil', '..\\evil', '..', '.', '', 'a\0b', '.hidden']) {
      const path = pathOf((await upload(name, 'x')).body);
      expect(dirname(dirname(path))).toBe(folder);
      expect(path).not.toContain('..');
    }
  });

  test('whose name stands in the header instead is taken too', async () => {
    const headers = withCookie({ 'x-file-name': encodeURIComponent('ä b.json') });
    const response = await get(`${host.origin}/files`, headers, { method: 'POST', body: '{}' });
    expect(pathOf(response.body).endsWith('ä b.json')).toBe(true);
  });

  test('that is larger than what the disk can spare is refused, announced or not, and nothing of it stays', async () => {
    const small = await hostUnderTest({ freeBytes: 256 * 1024 * 1024 + 10 });
    const send = (body: string, headers: Record<string, string> = {}) =>
      get(`${small.origin}/files?name=a`, { cookie: small.cookie, ...headers }, { method: 'POST', body });
    const path = pathOf((await send('0123456789')).body);
    expect(await send('0123456789+')).toMatchObject({ status: 413, body: expect.stringContaining('upload-too-large') });
    const chunked = await send('0123456789+', { 'transfer-encoding': 'chunked' });
    expect(chunked.status).toBe(413);
    const large = 'x'.repeat(5_000_000);
    expect((await send(large)).status).toBe(413);
    expect((await send(large, { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect(readdirSync(dirname(dirname(path))).flatMap((folder) => readdirSync(join(path, '../..', folder)))).toEqual([
      'a',
    ]);
    expect(existsSync(path)).toBe(true);
    expect(small.admitted).toEqual([path]);
    await small.close();
    expect(existsSync(dirname(dirname(path)))).toBe(false);
  });
});

test('a port that is taken is said in a sentence', async () => {
  const app = { handlers: {}, onPush: () => () => undefined } as never;
  expect(await startWebHost({ app, port: host.port })).toMatchObject({ ok: false, failure: { code: 'port-in-use' } });
});
