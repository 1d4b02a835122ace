// One command as a child process, from its start until all that it started has ended. What must hold: it always comes to an end that is
// told, whatever the command does: writes for ever, reads nothing, closes its pipes, ignores signals, leaves others running.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { ProcessGuard } from './processGuard.ts';
import { type Kept, KeptOutput } from './processOutput.ts';
import { openPipes } from './processPipes.ts';
import { ProcessTree } from './processTree.ts';

/** How long its pipes may stay open when all that was to end has ended. */
const CLOSE_MS = 1000;
/** How long the system may take to tell of the end of a process that was killed. */
const END_MS = 5000;

export interface ProcessJob {
  readonly argv: readonly string[];
  /** The words, joined by blanks, are the text of the system's shell. */
  readonly shell: boolean;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What all that it starts is found by: it stands in `env`. */
  readonly mark: string;
  /** Its standard input. */
  readonly input: string;
  /** Output and errors as one, in the order in which they came. */
  readonly isMerged: boolean;
  readonly outputLimit: number;
  /** Undefined: as long as it takes. */
  readonly timeoutMs: number | undefined;
  /** How long it has to end after SIGTERM. */
  readonly graceMs: number;
  /** How long what it left behind may go on when it has ended itself. */
  readonly restMs: number;
  readonly abort: AbortSignal;
  /** Takes output as it comes. */
  readonly onText: ((text: string) => void) | undefined;
  readonly guard: ProcessGuard;
}

export type ProcessEnd =
  /** `why` is the rest of a sentence: `there is no program "cargp" in PATH`. */
  | { readonly kind: 'not-started'; readonly why: string }
  | {
      readonly kind: 'ended';
      /** Why it was ended from outside; undefined where it ended itself. */
      readonly cut: 'timeout' | 'cancelled' | undefined;
      readonly exit: number | null;
      readonly signal: NodeJS.Signals | null;
      readonly output: Kept;
      /** Undefined where it is merged with the output. */
      readonly errors: Kept | undefined;
      /** Sentences about what had to be done to bring it to its end. */
      readonly notes: readonly string[];
    };

type Ended = Extract<ProcessEnd, { kind: 'ended' }>;

export async function runProcess(job: ProcessJob): Promise<ProcessEnd> {
  const noFolder = folderFault(job.cwd);
  if (noFolder !== undefined) return { kind: 'not-started', why: noFolder };
  let started: Started;
  try {
    started = startProcess(job);
  } catch (error) {
    return { kind: 'not-started', why: startFault(job, error) };
  }
  const { child, streams } = started;
  const output = new KeptOutput(job.outputLimit);
  const errors = job.isMerged ? undefined : new KeptOutput(job.outputLimit);
  const closed = streams.map((stream, i) => keep(stream, i === 0 ? output : (errors ?? output), job.onText));
  const exited = new Promise<Pick<Ended, 'exit' | 'signal'>>((settle) => {
    child.once('exit', (exit, signal) => settle({ exit, signal }));
  });
  const fault = await new Promise<unknown>((settle) => {
    child.once('spawn', () => settle(undefined)).on('error', settle);
  });
  if (child.pid === undefined) {
    for (const stream of streams) stream.destroy();
    return { kind: 'not-started', why: startFault(job, fault) };
  }
  const tree = new ProcessTree(child.pid, job.mark);
  const notes: string[] = [];
  const cut = await firstOf(exited, job);
  if (cut !== undefined) notes.push(...stillThere(await tree.end('all', job.graceMs)));
  else if (!(await tree.isGone('group', job.restMs))) {
    notes.push(
      'What it had left running was ended with it. What is to stay needs a session of its own, as setsid makes it.',
    );
    notes.push(...stillThere(await tree.end('group', job.graceMs)));
  }
  const isClosed = Promise.all(closed).then(() => true);
  if (!(await within(isClosed, CLOSE_MS, false))) {
    notes.push('Something that it started still holds its output; what that writes from here on is not kept.');
  }
  for (const stream of streams) stream.destroy();
  const { exit, signal } = await within(exited, END_MS, { exit: null, signal: null });
  job.guard.remove(child.pid);
  return { kind: 'ended', cut, exit, signal, output: output.kept(), errors: errors?.kept(), notes };
}

interface Started {
  readonly child: ChildProcess;
  readonly streams: readonly Readable[];
}

/** Throws what the system says against it. */
function startProcess({ argv, shell, cwd, env, input, isMerged, guard }: ProcessJob): Started {
  guard.begin();
  const pipes = openPipes(input, isMerged);
  const [program = '', ...words] = shell ? [argv.join(' ')] : argv;
  let child: ChildProcess;
  try {
    // A group of its own: what it starts ends with it, and Ctrl+C in the terminal is the program's to handle.
    const detached = process.platform !== 'win32';
    child = spawn(program, words, { cwd, env, shell, stdio: [...pipes.stdio], detached, windowsHide: true });
  } catch (error) {
    for (const stream of pipes.take(undefined)) stream.destroy();
    throw error;
  }
  if (child.pid !== undefined) guard.add(child.pid);
  return { child, streams: pipes.take(child) };
}

/** Resolves when the stream is closed. */
function keep(stream: Readable, output: KeptOutput, onText: ProcessJob['onText']): Promise<void> {
  const decoder = onText && new TextDecoder('utf-8', { ignoreBOM: true });
  stream.on('data', (chunk: Buffer) => {
    output.add(chunk);
    const text = decoder?.decode(chunk, { stream: true });
    if (text) onText?.(text);
  });
  // A pipe that breaks has ended.
  stream.on('error', () => undefined);
  return new Promise((settle) => stream.once('close', settle));
}

/** Why it must be ended, or undefined where it ended first. */
function firstOf(exited: Promise<unknown>, { timeoutMs, abort }: ProcessJob): Promise<Ended['cut']> {
  return new Promise((settle) => {
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => settle('timeout'), timeoutMs);
    const onAbort = () => settle('cancelled');
    abort.addEventListener('abort', onAbort, { once: true });
    if (abort.aborted) onAbort();
    void exited.then(() => {
      clearTimeout(timer);
      abort.removeEventListener('abort', onAbort);
      settle(undefined);
    });
  });
}

/** What has come by the end of the limit counts, also where the program was too busy to look at it before. */
function within<T>(promise: Promise<T>, limitMs: number, otherwise: T): Promise<T> {
  const late = delay(limitMs, undefined, { ref: false }).then(() => turn(otherwise));
  return Promise.race([promise, late]);
}

function stillThere(pids: readonly number[]): string[] {
  if (pids.length === 0) return [];
  return [`The system did not let it be ended: ${pids.map((pid) => `process ${pid}`).join(', ')} still there.`];
}

function folderFault(cwd: string): string | undefined {
  const there = statSync(cwd, { throwIfNoEntry: false });
  return there?.isDirectory() ? undefined : `its folder ${cwd} ${there ? 'is no folder' : 'is not there'}`;
}

function startFault({ argv, cwd, env, shell }: ProcessJob, error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const program = shell ? 'the shell' : (argv[0] ?? '');
  const file = /[\\/]/.test(program) ? resolve(cwd, program) : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      if (file === undefined) return noProgram(program);
      return statSync(file, { throwIfNoEntry: false })
        ? `the interpreter that the first line of ${file} names is not there`
        : `${file} is not there`;
    case 'EACCES':
      // Also where it is nowhere, and a folder of PATH may not be looked into.
      if (file === undefined && !isInPath(program, env.PATH)) return noProgram(program);
      return `${file ?? program} may not be executed`;
    case 'ENOEXEC':
      return `${file ?? program} is no program of this system; a script needs a first line such as #!/bin/sh`;
    case 'E2BIG':
      return 'its command line and its variables are longer than the system takes';
    default:
      return `the system says: ${String(message ?? error)}`;
  }
}

function noProgram(program: string): string {
  return `there is no program ${JSON.stringify(program)} in PATH`;
}

function isInPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => existsSync(join(folder, program)));
}
