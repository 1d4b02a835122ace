// Starts the compiled out/main/index.js with out/preload/index.cjs under the stand-in, in a process of its own.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Remote, RemoteAnswer } from './standin/control.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'out/main/index.js');

type Asynchronous<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
};

export interface StandinProcess extends Asynchronous<Remote> {
  readonly home: string;
  stderr(): string;
  /** Resolves with the exit code once the process has ended by itself. */
  readonly ended: Promise<number | null>;
  /** Quits as a user does, and removes the home where it was made here. */
  stop(): Promise<void>;
}

export interface StandinOptions {
  readonly paths?: readonly string[];
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startStandin(options: StandinOptions = {}): Promise<StandinProcess> {
  if (!existsSync(main)) throw new Error(`${main} is not there: build first (npm run build)`);
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'looptape-desktop-'));
  const child = fork(main, [...(options.paths ?? [])], {
    // Electron's argv has the app's folder before the user's arguments.
    execArgv: ['--import', join(root, 'test/desktop/standin/register.mjs')],
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...process.env, LOOPTAPE_HOME: home, LOOPTAPE_CHECK_ANSWERS: '1', INIT_CWD: root, ...options.env },
  });
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  const waiting = new Map<number, (answer: RemoteAnswer) => void>();
  child.on('message', (answer: RemoteAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  void ended.then(() => {
    for (const settle of waiting.values()) settle({ id: -1, error: `the process has ended; it said: ${stderr}` });
  });
  let lastId = 0;
  const call = async (name: keyof Remote, args: readonly unknown[]): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const answer = await new Promise<RemoteAnswer>((done) => {
      waiting.set(id, done);
      child.send({ id, name, args }, (error) => {
        if (error) done({ id, error: `${error.message}; it said: ${stderr}` });
      });
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  const remote = new Proxy({} as Asynchronous<Remote>, {
    get: (_target, name) => (name === 'then' ? undefined : (...args: unknown[]) => call(name as keyof Remote, args)),
  });
  const own = {
    home,
    ended,
    stderr: () => stderr,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        await remote.quit().catch(() => undefined); // it may end before it has answered
        const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
        await ended;
        clearTimeout(timer);
      }
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
  return new Proxy(own as StandinProcess, {
    get: (target, name) => (name in target ? target[name as keyof StandinProcess] : remote[name as keyof Remote]),
  });
}
