// The one WebSocket of a page: calls in, answers and pushes out, framed by shared/contract/frame.ts. A transport for
// main/ipc.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { encodeFrame, type HostFrame, type RequestFrame } from '../../shared/contract/frame.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import type { Answerer, Transport } from '../ipc/serve.ts';

/** No request is larger than the inputs of a run; a longer frame ends the connection. */
const LONGEST_REQUEST_BYTES = 64 * 1024 * 1024;
/** Beyond this much that the page has not taken yet, it is not told of a run's advance: it will ask again anyway. */
const BACKLOG_BYTES = 1024 * 1024;
const UNSUPPORTED_DATA = 1003;

export interface Sockets extends Transport {
  /** Takes over an HTTP request that was judged already. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  push(push: Push): void;
  close(): void;
}

export function createSockets(): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_REQUEST_BYTES, perMessageDeflate: false });
  const open = new Set<WebSocket>();
  let answer: Answerer | undefined;

  const receive = async (socket: WebSocket, text: string): Promise<void> => {
    const frame = requestOf(text);
    if (frame === undefined || answer === undefined) {
      socket.close(UNSUPPORTED_DATA, 'a request is {"id", "name", "request"}');
      return;
    }
    send(socket, { kind: 'answer', id: frame.id, result: await answer(frame.name, frame.request) });
  };

  return {
    serve(given) {
      answer = given;
    },
    accept(request, socket, head) {
      server.handleUpgrade(request, socket, head, (connection) => {
        open.add(connection);
        connection.on('close', () => open.delete(connection));
        // A frame that is too long or broken: ws closes the connection after this, and the page opens a new one.
        connection.on('error', (error) => console.error(`looptape: a page's connection broke: ${error.message}`));
        connection.on('message', (data, isBinary) => {
          if (isBinary) connection.close(UNSUPPORTED_DATA, 'a request is text');
          else void receive(connection, String(data));
        });
      });
    },
    push(push) {
      const isSkippable = push.kind === 'run.advanced' && push.state === 'running';
      for (const socket of open) {
        if (isSkippable && socket.bufferedAmount > BACKLOG_BYTES) continue;
        send(socket, { kind: 'push', push });
      }
    },
    close() {
      for (const socket of open) socket.terminate();
      server.close();
    },
  };
}

function send(socket: WebSocket, frame: HostFrame): void {
  if (socket.readyState === socket.OPEN) socket.send(encodeFrame(frame));
}

function requestOf(text: string): RequestFrame | undefined {
  try {
    const data = JSON.parse(text) as Partial<RequestFrame> | null;
    if (typeof data?.id !== 'number' || typeof data.name !== 'string') return undefined;
    return { id: data.id, name: data.name, request: data.request };
  } catch {
    return undefined;
  }
}
