// The loopback web host: the built page, the calls of the contract and uploads over HTTP on 127.0.0.1 (interfaces §5).
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { FILE_NAME_HEADER, SOCKET_PATH, UPLOAD_PATH } from '../../shared/contract/frame.ts';
import type { App } from '../app/compose.ts';
import { pageFile, securityHeaders } from '../app/page.ts';
import { serve } from '../ipc/serve.ts';
import { type Access, createAccess, targetOf } from './access.ts';
import { createSockets } from './socket.ts';
import { createUploads, type Uploads } from './uploads.ts';

const LOOPBACK = '127.0.0.1';

export interface WebHostOptions {
  readonly app: App;
  /** 0 for whichever is free. */
  readonly port: number;
  /** For tests. */
  readonly uploads?: Uploads;
}

export interface WebHost {
  /** The address to print, with the token. */
  readonly url: string;
  /** Ends every connection and removes the uploads. The app stays. */
  close(): Promise<void>;
}

/** Failures: `port-in-use`, `port-refused`. */
export async function startWebHost(options: WebHostOptions): Promise<Result<WebHost, Failure>> {
  const { app } = options;
  const uploads = options.uploads ?? createUploads();
  const sockets = createSockets();
  serve(app.handlers, sockets);
  const unsubscribe = app.onPush((push) => sockets.push(push));

  const server = createServer({ requestTimeout: 0 }); // a large upload may take long
  const port = await listen(server, options.port);
  if (!port.ok) return port;
  const access = createAccess(port.value);
  const headers = securityHeaders([access.origin.replace('http:', 'ws:')]);

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer({ app, access, uploads }, request, response).catch((error) => {
      console.error('looptape: a request failed:', error);
      if (response.headersSent) response.destroy();
      else say(response, 500, 'Looptape failed to answer; its standard error says more.');
    });
  });
  server.on('upgrade', (request, socket, head) => {
    if (access.judge(request).kind !== 'admitted') return refuseUpgrade(socket, '403 Forbidden');
    if (targetOf(request).pathname !== SOCKET_PATH) return refuseUpgrade(socket, '404 Not Found');
    sockets.accept(request, socket, head);
  });

  return succeeded({
    url: access.url,
    async close() {
      unsubscribe();
      sockets.close();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      uploads.close();
    },
  });
}

function listen(server: Server, port: number): Promise<Result<number, Failure>> {
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    return Promise.resolve(failed(failure('port-refused', `${port} is no port; choose one from 1 to 65535, or 0.`)));
  }
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isUsed = error.code === 'EADDRINUSE';
      const why = isUsed ? 'something else listens there' : error.message;
      const sentence = `Port ${port} on ${LOOPBACK} can't be opened: ${why}. Choose another with --port, or none.`;
      done(failed(failure(isUsed ? 'port-in-use' : 'port-refused', sentence)));
    });
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      done(succeeded(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

interface Parts {
  readonly app: App;
  readonly access: Access;
  readonly uploads: Uploads;
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const verdict = parts.access.judge(request);
  if (verdict.kind === 'refused') return say(response, 403, verdict.why);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (verdict.kind === 'welcome') {
    if (!isRead) return notAllowed(response, 'GET, HEAD');
    response.writeHead(303, { location: '/', 'set-cookie': verdict.cookie, 'cache-control': 'no-store' }).end();
    return;
  }
  if (targetOf(request).pathname === UPLOAD_PATH) return takeUpload(parts, request, response);
  if (!isRead) return notAllowed(response, 'GET, HEAD');
  await sendFile(parts.app.folders.page, request, response);
}

async function sendFile(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await pageFile(folder, targetOf(request).pathname);
  if (file === undefined) return say(response, 404, 'There is no such file.');
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': file.sizeBytes,
    // The next start is another program on perhaps the same port.
    'cache-control': 'no-cache',
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

async function takeUpload(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return notAllowed(response, 'POST');
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const result = await parts.uploads.take(nameOf(request), request, Number.isFinite(length) ? length : undefined);
  if (result.ok) parts.app.admit(result.value.path, 'upload');
  const isTooLarge = !result.ok && result.failure.code === 'upload-too-large';
  const body = JSON.stringify(result);
  response.writeHead(result.ok ? 200 : isTooLarge ? 413 : 400, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(body);
}

function nameOf(request: IncomingMessage): string {
  const inHeader = request.headers[FILE_NAME_HEADER];
  if (typeof inHeader !== 'string') return targetOf(request).query.get('name') ?? '';
  try {
    return decodeURIComponent(inHeader);
  } catch {
    return inHeader;
  }
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${sentence}\n`);
}

function notAllowed(response: ServerResponse, allowed: string): void {
  response.setHeader('allow', allowed);
  say(response, 405, `That is served with ${allowed} alone.`);
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
