// Runs the compiled command line (out/main/cli.js) as processes of their own, with a home of their own, under the Node that
// runs the tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = join(fileURLToPath(new URL('../..', import.meta.url)), 'out/main/cli.js');

export interface CommandOptions {
  /** The user's folder. */
  readonly home: string;
  /** The caller's folder; default: the home. */
  readonly cwd?: string;
  /** No file that it writes grows much beyond this; not on Windows. */
  readonly largestFileBytes?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input can be written to; default: it is empty. */
  readonly stdin?: 'pipe';
}

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Standard error so far. */
  stderr(): string;
  readonly ended: Promise<Ended>;
}

export function startCommand(args: readonly string[], options: CommandOptions): Running {
  if (!existsSync(program)) throw new Error(`${program} is not there: build first (npm run build)`);
  const { INIT_CWD: _, ...inherited } = process.env;
  const limit = options.largestFileBytes;
  const call = [process.execPath, program, ...args];
  const [file = '', ...rest] =
    limit === undefined ? call : ['sh', '-c', `ulimit -f ${Math.ceil(limit / 512)}; exec "$0" "$@"`, ...call];
  const child = spawn(file, rest, {
    cwd: options.cwd ?? options.home,
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    env: { ...inherited, LOOPTAPE_HOME: options.home, ...options.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
  return { child, stderr: () => stderr, ended };
}

export function command(args: readonly string[], options: CommandOptions): Promise<Ended> {
  return startCommand(args, options).ended;
}
