// Requests to servers of this machine (semantics §4). No host but those that the graph names is ever talked to.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpOperator } from '../../../main/operators/http.ts';
import type { OperatorAnswer } from '../../../main/runner/ports.ts';
import { Bytes } from '../../../shared/model/value.ts';
import { type CallParts, callOf } from './call.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Handler = (request: Seen, answer: ServerResponse) => void;

const servers: Server[] = [];
let operator = httpOperator();
beforeEach(() => {
  operator = httpOperator();
});
afterEach(async () => {
  await operator.close();
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((settle) => server.close(settle));
    }),
  );
});

/** A server that keeps what it was asked. */
async function serve(handler: Handler): Promise<{ at: string; host: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts).toString() };
      seen.push(one);
      handler(one, answer);
    });
  });
  servers.push(server);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { at: `http://${host}`, host, seen };
}

const json =
  (data: unknown, status = 200): Handler =>
  (_, answer) =>
    answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(data));
const text =
  (body: string | Buffer, type = 'text/plain', status = 200): Handler =>
  (_, answer) =>
    answer.writeHead(status, { 'content-type': type }).end(body);

type Parts = Omit<CallParts, 'config'>;
const ask = async (config: object, parts: Parts = {}): Promise<OperatorAnswer> =>
  await operator.run(callOf({ operator: 'http', config, ...parts }));

const gives = (outputs: object) => ({ ok: true, outputs });
const fails = (code: string, message: unknown, beside: object = {}) => ({
  ok: false,
  error: { code, message },
  ...beside,
});
const saying = (...parts: string[]) =>
  expect.stringMatching(new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*')));

it('reaches outside, so that its start is on the tape before it is sent', () => {
  expect(operator.outward).toBe(true);
});

describe('a request', () => {
  it('is a GET with the inputs in its address, and without a body', async () => {
    const { at, seen } = await serve(json({ x: 1 }));
    const inputs = { item: { id: 'a/b c?', n: 3 }, list: ['é'] };
    const url = `${at}/tasks/{item.id}/{list.0}?n={item.n}&all={list}`;
    expect(await ask({ url, outputs: ['x'] }, { inputs })).toEqual(gives({ x: 1 }));
    expect(seen).toMatchObject([
      { method: 'GET', body: '', url: '/tasks/a%2Fb%20c%3F/%C3%A9?n=3&all=%5B%22%C3%A9%22%5D' },
    ]);
  });

  it('that is no GET sends the inputs as JSON', async () => {
    const { at, seen } = await serve(json({}));
    await ask({ url: at, method: 'put', outputs: [] }, { inputs: { a: 1, nan: Number.NaN } });
    expect(seen).toMatchObject([
      { method: 'PUT', body: '{"a":1,"nan":{"$value":"NaN"}}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  it('with a body is a POST of that, a text as it is and anything else as JSON', async () => {
    const { at, seen } = await serve(json({}));
    await ask({ url: at, body: { q: ['é'] }, outputs: [] }, { inputs: { a: 1 } });
    await ask({ url: at, body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, outputs: [] });
    expect(seen).toMatchObject([
      { method: 'POST', body: '{"q":["é"]}', headers: { 'content-type': 'application/json' } },
      { method: 'POST', body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
  });

  it('has the headers of its config', async () => {
    const { at, seen } = await serve(json({}));
    await ask({ url: at, headers: { Authorization: 'Bearer k', accept: 'application/json' }, outputs: [] });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer k', accept: 'application/json' });
  });

  it.each([
    ['has no value', { id: undefined }, '/{id}', '{id} of config.url of node "n" has no value'],
    ['is null', { id: null }, '/{id}', '{id} of config.url of node "n" has no value'],
    ['lacks the key', { id: { a: 1 } }, '/{id.b}', '{id.b}'],
    ['would lead to another path', { id: '..' }, '/tasks/{id}/delete', 'another path'],
  ])('is not sent where an input of its address %s', async (_, inputs, path, said) => {
    const { at, seen } = await serve(json({}));
    const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined));
    expect(await ask({ url: at + path, outputs: [] }, { inputs: given })).toEqual(fails('bad-url', saying(said)));
    expect(seen).toEqual([]);
  });

  it.each([
    ['url', {}],
    ['url', { url: 'https://{host}/' }],
    ['headers', { url: 'http://127.0.0.1:1', headers: 'a' }],
    ['headers', { url: 'http://127.0.0.1:1', headers: { a: 'b\nc' } }],
    ['hosts', { url: 'http://127.0.0.1:1', hosts: 'a' }],
    ['retries', { url: 'http://127.0.0.1:1', retries: -1 }],
    ['timeoutMs', { url: 'http://127.0.0.1:1', timeoutMs: 0 }],
    ['outputLimit', { url: 'http://127.0.0.1:1', outputLimit: 'x' }],
  ])('is not sent with a %s that can not be', async (key, config) => {
    expect(await ask(config)).toEqual(fails('bad-config', saying(`config.${key} of node "n"`)));
  });
});

describe('an answer', () => {
  it('gives a node what it declares: its parts, and keys of its body', async () => {
    const { at } = await serve(json({ x: 1, status: 'open', extra: true }, 201));
    expect(await ask({ url: at, outputs: ['x', 'status', 'body', 'gone'] })).toEqual(
      gives({ x: 1, status: 201, body: { x: 1, status: 'open', extra: true } }),
    );
    const answer = await ask({ url: at, outputs: ['headers'] });
    expect(answer).toMatchObject(gives({ headers: { 'content-type': 'application/json; charset=utf-8' } }));
  });

  it('gives a node its body as text where it is no JSON', async () => {
    const { at } = await serve(text('{"x":1}'));
    expect(await ask({ url: at, outputs: ['body'] })).toEqual(gives({ body: '{"x":1}' }));
    expect(await ask({ url: at, outputs: ['x'] })).toEqual(gives({ x: 1 }));
  });

  it('without a body has no value for it', async () => {
    const { at } = await serve((_, answer) => answer.writeHead(204, { 'content-type': 'application/json' }).end());
    expect(await ask({ url: at, outputs: ['body', 'status'] })).toEqual(gives({ status: 204 }));
  });

  it('keeps a foreign $value as the object that it is', async () => {
    const { at } = await serve(json({ x: { $value: 'NaN' } }));
    expect(await ask({ url: at, outputs: ['x'] })).toEqual(gives({ x: { $value: 'NaN' } }));
  });

  it.each([
    ['no JSON', text('<html>', 'application/json'), 'is no JSON', '<html>'],
    ['no object', json([1]), 'a list where an object', [1]],
  ])('that is %s fails a node that asks for keys of it, and is kept', async (_, handler, said, raw) => {
    const { at } = await serve(handler);
    expect(await ask({ url: at, outputs: ['x'] })).toEqual(fails('bad-output', saying('GET', said), { raw }));
  });

  it('gives a socket or a judge its text', async () => {
    const { at } = await serve(json({ satisfied: true }));
    expect(await ask({ url: at }, { form: 'whole' })).toEqual(gives({ output: '{"satisfied":true}' }));
  });

  it('gives an attempt its text, and no exit code', async () => {
    const { at, seen } = await serve(text('p95 = 180ms'));
    const inputs = { prompt: 'tune it', attempt: 2, max_iters: 4 };
    expect(await ask({ url: `${at}/{attempt}`, method: 'POST' }, { form: 'attempt', inputs })).toEqual(
      gives({ output: 'p95 = 180ms' }),
    );
    expect(seen).toMatchObject([{ url: '/2', body: JSON.stringify(inputs) }]);
  });

  it('is read in its charset, and unpacked', async () => {
    const { at } = await serve((request, answer) =>
      request.url === '/latin'
        ? answer.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from('café', 'latin1'))
        : answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('café')),
    );
    expect(await ask({ url: `${at}/latin` }, { form: 'whole' })).toEqual(gives({ output: 'café' }));
    expect(await ask({ url: `${at}/packed` }, { form: 'whole' })).toEqual(gives({ output: 'café' }));
  });

  it('that is no text stays bytes of its type', async () => {
    const bytes = new Bytes(Uint8Array.of(137, 80, 78, 71), 'image/png');
    const { at } = await serve(text(Buffer.from(bytes.data), 'image/png'));
    expect(await ask({ url: at, outputs: ['body'] })).toEqual(gives({ body: bytes }));
    expect(await ask({ url: at }, { form: 'attempt' })).toEqual(gives({ output: bytes }));
    expect(await ask({ url: at }, { form: 'whole' })).toMatchObject(fails('bad-output', saying('returned bytes')));
  });
});

describe('a request fails', () => {
  it('with any status that is not of the kind 2xx, and keeps the start of the body', async () => {
    const { at } = await serve(text(`no such task ${'x'.repeat(100_000)}`, 'text/plain', 404));
    const answer = await ask({ url: `${at}/tasks?key=secret`, outputs: ['body'] });
    expect(answer).toMatchObject(
      fails('http-status', saying(`GET ${at}/tasks of node "n" was answered by 404 Not Found: no such`)),
    );
    expect(answer).not.toMatchObject(fails('http-status', saying('secret')));
    expect(!answer.ok && String(answer.raw).length).toBe(65_536);
  });

  it('with a status alone where there is no body', async () => {
    const { at } = await serve((_, answer) => answer.writeHead(500).end());
    expect(await ask({ url: at }, { form: 'attempt' })).toEqual(
      fails('http-status', saying('of the attempt was answered by 500 Internal Server Error.')),
    );
  });

  it('where nothing answers', async () => {
    const { at, host } = await serve(json({}));
    servers[0]?.close();
    expect(await ask({ url: at })).toEqual(fails('http-failed', saying(`nothing answers at ${host}.`)));
  });

  it('where there is no such host', async () => {
    // A name that must never be one (RFC 6761).
    const answer = await ask({ url: 'http://no-such-host.invalid/' });
    expect(answer).toMatchObject(fails('http-failed', saying('no-such-host.invalid')));
  });

  it('where no secure connection comes about', async () => {
    const { host } = await serve(json({}));
    expect(await ask({ url: `https://${host}/` })).toEqual(fails('http-failed', saying('no secure connection', host)));
  });

  it('where the connection is closed before there is an answer, or in the middle of it', async () => {
    const { at, host } = await serve((request, answer) => {
      if (request.url === '/half') answer.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => answer.destroy(), 20);
    });
    expect(await ask({ url: at })).toEqual(fails('http-failed', saying(`${host} closed the connection`)));
    expect(await ask({ url: `${at}/half` })).toMatchObject(fails('http-failed', expect.anything()));
  });

  it.each([
    ['does not come', () => undefined],
    ['begins and does not end', (_: Seen, answer: ServerResponse) => answer.writeHead(200).write('a')],
  ])('at its time limit where the answer %s', async (_, handler) => {
    const { at } = await serve((seen, answer) => void handler(seen, answer));
    expect(await ask({ url: at, timeoutMs: 200 })).toEqual(fails('timeout', saying('within 200 ms', 'timeoutMs')));
  });

  it('with more than it takes, and does not read on', async () => {
    let isCut = false;
    const { at } = await serve((_, answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write('x'.repeat(10_000)));
      };
      answer.on('drain', more).on('close', () => {
        isCut = true;
      });
      more();
    });
    const answer = await ask({ url: at, outputLimit: 1000, outputs: ['body'] });
    expect(answer).toEqual(
      fails('too-large', saying('more than 1,000 bytes', 'outputLimit'), { raw: 'x'.repeat(1000) }),
    );
    await expect.poll(() => isCut).toBe(true);
  });

  it('as cancelled when the run is, or when the set of operators is closed', async () => {
    const { at, seen } = await serve(() => undefined);
    const abort = new AbortController();
    const answers = [ask({ url: at }, { abort: abort.signal }), ask({ url: at }, { form: 'attempt' })];
    await expect.poll(() => seen.length).toBe(2);
    abort.abort();
    expect(await answers[0]).toEqual(fails('cancelled', 'Node "n" was cancelled.'));
    await operator.close();
    expect(await answers[1]).toEqual(fails('cancelled', 'The attempt was cancelled.'));
    expect(await ask({ url: at })).toEqual(fails('cancelled', 'Node "n" was cancelled.'));
    expect(seen).toHaveLength(2);
  });
});

describe('an answer that leads on', () => {
  const to =
    (location: string, status = 302): Handler =>
    (_, answer) =>
      answer.writeHead(status, { location }).end('moved');

  it('is followed on the same host', async () => {
    const { at, seen } = await serve((request, answer) =>
      (request.url === '/a' ? to('/b?x#y', 301) : json({ x: 1 }))(request, answer),
    );
    expect(await ask({ url: `${at}/a`, outputs: ['x'], headers: { authorization: 'k' } })).toEqual(gives({ x: 1 }));
    expect(seen[1]).toMatchObject({ url: '/b?x', headers: { authorization: 'k' } });
  });

  it('to another host is refused, and nothing is sent there', async () => {
    const other = await serve(json({ x: 1 }));
    const { at } = await serve(to(`${other.at}/b`));
    expect(await ask({ url: at, outputs: ['x'] })).toEqual(
      fails('redirect-refused', saying('the answer 302 leads to another host', other.host, 'hosts')),
    );
    expect(other.seen).toEqual([]);
  });

  it('to a host that the graph names is followed, without what was meant for the first alone', async () => {
    const other = await serve(json({ x: 1 }));
    const { at } = await serve(to(`${other.at}/b`));
    const headers = { authorization: 'k', cookie: 'c', accept: 'application/json' };
    expect(await ask({ url: at, outputs: ['x'], hosts: [other.host], headers })).toEqual(gives({ x: 1 }));
    expect(other.seen[0]?.headers).toMatchObject({ accept: 'application/json' });
    expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(other.seen[0]?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [302, 'PUT', 'PUT', '{"a":1}'],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', '{"a":1}'],
    [308, 'POST', 'POST', '{"a":1}'],
  ])('by %i turns a %s into a %s', async (status, method, then, body) => {
    const { at, seen } = await serve((request, answer) =>
      (request.url === '/a' ? to('/b', status) : json({}))(request, answer),
    );
    await ask({ url: `${at}/a`, method, outputs: [] }, { inputs: { a: 1 } });
    expect(seen[1]).toMatchObject({ method: then, body });
  });

  it.each([
    ['round and round', '/again', 'leads on more than 10 times'],
    ['out of the web', 'file:///etc/passwd', 'no address of the web'],
    ['nowhere', 'http://', 'no address of the web'],
  ])('%s fails', async (_, location, said) => {
    const { at } = await serve(to(location));
    expect(await ask({ url: at })).toEqual(fails('redirect-refused', saying(said)));
  });
});

describe('a try again', () => {
  const busy =
    (times: number, status: number, header: object = { 'retry-after': '0' }): Handler =>
    (request, answer) => {
      if (times-- > 0) answer.writeHead(status, { ...header }).end('busy');
      else json({ x: 1 })(request, answer);
    };

  it('is made only where the config asks for it', async () => {
    const { at, seen } = await serve(busy(1, 429));
    expect(await ask({ url: at, outputs: ['x'] })).toMatchObject(fails('http-status', saying('429'), { raw: 'busy' }));
    expect(seen).toHaveLength(1);
  });

  it('follows when the host says so, whatever the method, and stands in the log', async () => {
    const { at, seen } = await serve(busy(2, 503, { 'retry-after': new Date(0).toUTCString() }));
    expect(await ask({ url: at, method: 'POST', retries: 2, outputs: ['x'] })).toEqual({
      ...gives({ x: 1 }),
      log: [
        { level: 'warn', text: 'Try 2 of 3 follows in 0 s, because the answer was 503.' },
        { level: 'warn', text: 'Try 3 of 3 follows in 0 s, because the answer was 503.' },
      ],
    });
    expect(seen).toHaveLength(3);
  });

  it('waits as long as the host asks', async () => {
    const { at } = await serve(busy(1, 429, { 'retry-after': '1' }));
    const began = performance.now();
    expect(await ask({ url: at, retries: 1, outputs: ['x'] })).toMatchObject(gives({ x: 1 }));
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it('is not waited for beyond the time limit', async () => {
    const { at } = await serve(busy(1, 429, { 'retry-after': '3600' }));
    expect(await ask({ url: at, retries: 3, timeoutMs: 20_000 })).toMatchObject(fails('http-status', saying('429')));
  });

  it('is over with the last', async () => {
    const { at, seen } = await serve(busy(9, 503));
    expect(await ask({ url: at, retries: 2 })).toMatchObject(fails('http-status', saying('503')));
    expect(seen).toHaveLength(3);
  });

  it('is called off with the run', async () => {
    const { at, seen } = await serve(busy(9, 503, { 'retry-after': '3600' }));
    const abort = new AbortController();
    const answer = ask({ url: at, retries: 2, timeoutMs: 7_200_000 }, { abort: abort.signal });
    await expect.poll(() => seen.length).toBe(1);
    setTimeout(() => abort.abort(), 50);
    expect(await answer).toMatchObject(fails('cancelled', expect.anything()));
  });

  it('follows a failed connection only where nothing can be done twice by it', async () => {
    const fail: Handler = (_, answer) => answer.destroy();
    const [read, write] = [await serve(fail), await serve(fail)];
    expect(await ask({ url: read.at, retries: 1 })).toMatchObject(fails('http-failed', expect.anything()));
    expect(await ask({ url: write.at, retries: 1, method: 'POST' })).toMatchObject(
      fails('http-failed', expect.anything()),
    );
    expect([read.seen.length, write.seen.length]).toEqual([2, 1]);
  });
});
