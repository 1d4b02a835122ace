import { expect, it } from 'vitest';
import { createSocketTransport, type SocketLike } from '../../../renderer/api/socket.ts';
import type { Connection } from '../../../renderer/api/transport.ts';
import { decodeFrame, encodeFrame } from '../../../shared/contract/frame.ts';

/** A socket whose other end is the test. */
class FakeSocket implements SocketLike {
  binaryType = '';
  readyState = 0;
  readonly sent: unknown[] = [];
  readonly #listeners: { kind: string; listener: (event: { data: unknown }) => void }[] = [];
  send(data: string | Uint8Array<ArrayBuffer>): void {
    this.sent.push(decodeFrame(data));
  }
  addEventListener(kind: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.push({ kind, listener });
  }
  say(kind: 'open' | 'close' | 'message', message?: unknown): void {
    const frame = message === undefined ? undefined : encodeFrame(message);
    const data = frame instanceof Uint8Array ? frame.buffer : frame;
    for (const one of this.#listeners) if (one.kind === kind) one.listener({ data });
  }
}

function setup() {
  const sockets: FakeSocket[] = [];
  const waits: { run: () => void; ms: number }[] = [];
  const posts: { path: string; name: string | null }[] = [];
  const transport = createSocketTransport({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    wait: (run, ms) => void waits.push({ run, ms }),
    post: async (path, init) => {
      posts.push({ path, name: new Headers(init.headers).get('x-file-name') });
      return Response.json({ ok: true, value: { path: '/private/copy.looptape' } });
    },
  });
  const states: Connection[] = [];
  transport.onConnection((state) => states.push(state));
  return { transport, sockets, waits, posts, states };
}

it('holds calls back until the socket is open, and answers each with its own result', async () => {
  const { transport, sockets } = setup();
  const one = transport.call('app.info', {});
  const two = transport.call('library.list', {});
  expect(sockets[0]?.sent).toEqual([]);
  sockets[0]?.say('open');
  expect(sockets[0]?.sent).toEqual([
    { id: 1, name: 'app.info', request: {} },
    { id: 2, name: 'library.list', request: {} },
  ]);
  sockets[0]?.say('message', { kind: 'answer', id: 2, result: { ok: true, value: 'two' } });
  sockets[0]?.say('message', { kind: 'answer', id: 1, result: { ok: true, value: new Uint32Array([1, 2, 3]) } });
  expect(await two).toEqual({ ok: true, value: 'two' });
  expect(await one).toEqual({ ok: true, value: new Uint32Array([1, 2, 3]) });
});

it('answers what is in the air with connection-lost when the socket closes, and says so', async () => {
  const { transport, sockets, states } = setup();
  sockets[0]?.say('open');
  const call = transport.call('app.info', {});
  sockets[0]?.say('close');
  expect(await call).toMatchObject({ ok: false, failure: { code: 'connection-lost' } });
  expect(await transport.call('app.info', {})).toMatchObject({ ok: false, failure: { code: 'connection-lost' } });
  expect(states).toEqual(['connecting', 'open', 'lost']);
});

it('opens again by itself, waiting twice as long each time up to five seconds', () => {
  const { sockets, waits, states } = setup();
  for (let i = 0; i < 6; i++) {
    sockets.at(-1)?.say('close');
    waits.at(-1)?.run();
  }
  expect(waits.map((wait) => wait.ms)).toEqual([250, 500, 1000, 2000, 4000, 5000]);
  sockets.at(-1)?.say('open');
  expect(states.at(-1)).toBe('open');
});

it('gives pushes to everyone who listens', () => {
  const { transport, sockets } = setup();
  const heard: unknown[] = [];
  const off = transport.onPush((push) => heard.push(push));
  sockets[0]?.say('open');
  sockets[0]?.say('message', { kind: 'push', push: { kind: 'library.changed' } });
  off();
  sockets[0]?.say('message', { kind: 'push', push: { kind: 'library.changed' } });
  expect(heard).toEqual([{ kind: 'library.changed' }]);
});

it('streams a file to the host and gives the path of the copy', async () => {
  const { transport, posts } = setup();
  const path = await transport.localPath(new File(['x'], 'mein Band.looptape'));
  expect(path).toEqual({ ok: true, value: '/private/copy.looptape' });
  expect(posts).toEqual([{ path: '/files', name: 'mein%20Band.looptape' }]);
});
