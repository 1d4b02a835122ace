// Child processes that run a TypeScript file of the tests, spoken to by lines, and gone after the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

export interface Child {
  readonly pid: number;
  /** The next line of its standard output, parsed as JSON; rejects where it ends before. */
  next(): Promise<unknown>;
  /** Lines up to the first that is `last`, which is left out. */
  until(last: unknown): Promise<unknown[]>;
  kill(): Promise<void>;
}

/** `file` lies beside this one. */
export function startChild(file: string, ...args: readonly string[]): Child {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} ended`);
    return JSON.parse(value) as unknown;
  };
  return {
    pid: child.pid ?? 0,
    next,
    async until(last) {
      const found: unknown[] = [];
      for (let line = await next(); line !== last; line = await next()) found.push(line);
      return found;
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
