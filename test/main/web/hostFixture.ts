// A web host over an app that answers little, with a page folder of its own, for tests over real HTTP and WebSockets.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../main/app/compose.ts';
import { createUploads } from '../../../main/web/uploads.ts';
import { startWebHost } from '../../../main/web/webHost.ts';
import type { Handlers } from '../../../shared/contract/calls.ts';
import { CALL_NAMES } from '../../../shared/contract/channels.ts';
import type { Push } from '../../../shared/contract/pushes.ts';

export interface HostUnderTest {
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  /** `name=value`, as a browser sends it back. */
  readonly cookie: string;
  readonly admitted: readonly string[];
  push(push: Push): void;
  close(): Promise<void>;
}

export async function hostUnderTest(
  options: { handlers?: Partial<Handlers>; freeBytes?: number } = {},
): Promise<HostUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'looptape-page-'));
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'outside of the page');
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(page, 'assets', 'app.js'), 'export {};');
  const listeners = new Set<(push: Push) => void>();
  const admitted: string[] = [];
  const none = async () => ({ ok: false as const, failure: { code: 'not-here', message: 'not here' } });
  const app: App = {
    folders: { home: folder, tapes: folder, settings: folder, examples: folder, page, preload: '' },
    handlers: { ...Object.fromEntries(CALL_NAMES.map((name) => [name, none])), ...options.handlers } as Handlers,
    onPush: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push: (push) => {
      for (const listener of listeners) listener(push);
    },
    admit: (path) => admitted.push(path),
    close: async () => undefined,
  } as Partial<App> as App;
  const { freeBytes } = options;
  const uploads = freeBytes === undefined ? createUploads() : createUploads(async () => freeBytes);
  const host = await startWebHost({ app, port: 0, uploads });
  if (!host.ok) throw new Error(host.failure.message);
  const url = new URL(host.value.url);
  const welcome = await get(url.href, {});
  return {
    origin: url.origin,
    port: Number(url.port),
    token: url.searchParams.get('token') ?? '',
    cookie: (welcome.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '',
    admitted,
    push: (push) => app.push(push),
    async close() {
      await host.value.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Response {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined> & { 'set-cookie'?: string[] | undefined };
  readonly body: string;
}

/** A request just as it is given: no redirect is followed and no path made tidy, unlike `fetch`. */
export function get(
  url: string,
  headers: Record<string, string>,
  options: { method?: string; path?: string; body?: string | Uint8Array } = {},
): Promise<Response> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((done, fail) => {
    const call = httpRequest(
      {
        hostname,
        port,
        path: options.path ?? pathname + search,
        method: options.method ?? 'GET',
        headers,
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
        response.on('error', fail);
      },
    );
    call.on('error', fail);
    call.end(options.body);
  });
}
