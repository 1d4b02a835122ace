// The way over the loopback socket. What must hold: every call is answered, also when the connection goes; the way opens
// itself again, waiting longer each time, and says in what state it is.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import {
  decodeFrame,
  encodeFrame,
  FILE_NAME_HEADER,
  type HostFrame,
  SOCKET_PATH,
  UPLOAD_PATH,
  type UploadAnswer,
} from '../../shared/contract/frame.ts';
import type { Connection, Transport } from './transport.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

/** The part of a WebSocket that is used, so that a test can stand in for it. */
export interface SocketLike {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  addEventListener(kind: 'open' | 'close', listener: () => void): void;
  addEventListener(kind: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export interface SocketOptions {
  readonly open: () => SocketLike;
  readonly post: (path: string, init: RequestInit) => Promise<Response>;
  readonly wait: (run: () => void, ms: number) => void;
}

const LOST = failure(
  'connection-lost',
  'The connection to Looptape is lost. It comes back by itself while the program runs; if it was ended, start it again.',
);

export function pageSocketOptions(location: Location): SocketOptions {
  const url = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${SOCKET_PATH}`;
  return {
    open: () => new WebSocket(url) as SocketLike,
    post: (path, init) => fetch(path, init),
    wait: (run, ms) => void setTimeout(run, ms),
  };
}

export function createSocketTransport(options: SocketOptions): Transport {
  const pushes = new Set<(push: unknown) => void>();
  const watchers = new Set<(connection: Connection) => void>();
  const waiting = new Map<number, (result: Result<unknown, Failure>) => void>();
  let beforeOpen: (() => void)[] = [];
  let connection: Connection = 'connecting';
  let socket: SocketLike | undefined;
  let lastId = 0;
  let waitMs = FIRST_WAIT_MS;

  const setConnection = (next: Connection): void => {
    if (next === connection) return;
    connection = next;
    for (const watcher of watchers) watcher(next);
  };

  const receive = (data: unknown): void => {
    const frame = decodeFrame(data as string | ArrayBuffer) as HostFrame;
    if (frame.kind === 'push') {
      for (const listener of pushes) listener(frame.push);
      return;
    }
    const settle = waiting.get(frame.id);
    waiting.delete(frame.id);
    settle?.(frame.result);
  };

  const connect = (): void => {
    const made = options.open();
    made.binaryType = 'arraybuffer';
    socket = made;
    made.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS;
      setConnection('open');
      const held = beforeOpen;
      beforeOpen = [];
      for (const send of held) send();
    });
    made.addEventListener('message', (event) => receive(event.data));
    made.addEventListener('close', () => {
      setConnection('lost');
      const unanswered = [...waiting.values()];
      waiting.clear();
      beforeOpen = [];
      for (const settle of unanswered) settle(failed(LOST));
      options.wait(connect, waitMs);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    });
  };
  connect();

  return {
    call(name, request) {
      if (connection === 'lost') return Promise.resolve(failed(LOST));
      return new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        waiting.set(id, resolve);
        const send = (): void => socket?.send(encodeFrame({ id, name, request }));
        if (connection === 'open') send();
        else beforeOpen.push(send);
      });
    },
    onPush(listener) {
      pushes.add(listener);
      return () => pushes.delete(listener);
    },
    onConnection(listener) {
      watchers.add(listener);
      listener(connection);
      return () => watchers.delete(listener);
    },
    async localPath(file) {
      try {
        const response = await options.post(UPLOAD_PATH, {
          method: 'POST',
          headers: { [FILE_NAME_HEADER]: encodeURIComponent(file.name), 'content-type': 'application/octet-stream' },
          body: file,
        });
        const answer = (await response.json()) as UploadAnswer;
        return answer.ok ? succeeded(answer.value.path) : answer;
      } catch (error) {
        return failed(failure('upload-failed', `${file.name} could not be handed to Looptape: ${String(error)}`));
      }
    },
  };
}
