// Starts the compiled loopback web host (out/main/serve.js) in a process of its own with a home of its own, for tests in
// a real browser and over plain HTTP. Playwright tests take `test` from here: its `host` fixture is a running host, its
// `app` fixture a page that has opened it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const serve = join(root, 'out/main/serve.js');
const START_MS = 30_000;

export interface HostOptions {
  /** Tapes, graphs and folders to open, as on the command line. */
  readonly paths?: readonly string[];
  /** The user's folder; default: a new temporary one that `close` removes. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: whichever is free. */
  readonly port?: number;
}

export interface Host {
  /** `http://127.0.0.1:PORT/?token=T`, as the host printed it. */
  readonly url: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly home: string;
  /** Everything that the process has written to standard error so far. */
  stderr(): string;
  /** Ends the process as a user's Ctrl+C does, and waits for it. */
  close(): Promise<void>;
}

export async function startHost(options: HostOptions = {}): Promise<Host> {
  if (!existsSync(serve)) throw new Error(`${serve} is not there: build first (npm run build)`);
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'looptape-test-'));
  const args = [serve, '--port', String(options.port ?? 0), ...(options.paths ?? [])];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOOPTAPE_HOME: home, LOOPTAPE_CHECK_ANSWERS: '1', ...options.env },
  });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const url = await printedAddress(child, () => stderr);
  return {
    url,
    origin: new URL(url).origin,
    home,
    stderr: () => stderr,
    async close() {
      await ended(child);
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

function printedAddress(child: ChildProcess, stderr: () => string): Promise<string> {
  return new Promise((done, fail) => {
    let stdout = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(new Error(`the host printed no address within ${START_MS} ms; it said: ${stderr()}`));
    }, START_MS);
    child.stdout?.on('data', (data) => {
      stdout += data;
      const address = stdout.match(/^http:\/\/127\.0\.0\.1:\d+\/\?token=\S+$/m)?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      done(address);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      fail(new Error(`the host ended with ${signal ?? code} before it printed an address; it said: ${stderr()}`));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.on('exit', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGINT');
  });
}

interface HostFixtures {
  /** What the host is started with; set with `test.use({ hostOptions: { paths: [...] } })`. */
  hostOptions: HostOptions;
  host: Host;
  /** A page that has opened the host. */
  app: Page;
}

export const test = base.extend<HostFixtures>({
  hostOptions: [{}, { option: true }],
  host: async ({ hostOptions }, use) => {
    const host = await startHost(hostOptions);
    await use(host);
    await host.close();
  },
  app: async ({ host, page }, use) => {
    await page.goto(host.url);
    await use(page);
  },
});
