// The page's own scheme, `app://bundle/`: the built page under the headers that confine it, and nothing else.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { protocol } from 'electron';
import { pageFile, securityHeaders } from '../app/page.ts';

const SCHEME = 'app';
const HOST = 'bundle';
export const PAGE_URL = `${SCHEME}://${HOST}/`;

/** Must run before Electron is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

/** @param folder the built page */
export function servePage(folder: string): void {
  protocol.handle(SCHEME, (request) => answer(folder, request));
}

async function answer(folder: string, request: Request): Promise<Response> {
  const headers = { ...securityHeaders() };
  const url = new URL(request.url);
  if (url.host !== HOST) return new Response('There is no such host.', { status: 404, headers });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Only GET and HEAD are served.', { status: 405, headers });
  }
  const file = await pageFile(folder, url.pathname);
  if (file === undefined) return new Response('There is no such file.', { status: 404, headers });
  const isHead = request.method === 'HEAD';
  return new Response(isHead ? null : (Readable.toWeb(createReadStream(file.path)) as ReadableStream), {
    headers: { ...headers, 'content-type': file.type, 'content-length': String(file.sizeBytes) },
  });
}

/** Whether a frame's address is our page: all others may ask nothing of main. */
export function isPage(url: string, developmentUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol: scheme, host } = new URL(url);
  if (scheme === `${SCHEME}:`) return host === HOST;
  if (developmentUrl === undefined) return false;
  const development = new URL(developmentUrl);
  return scheme === development.protocol && host === development.host;
}
