// The pipes between the program and a command. What must hold: a command may open them as /dev/stdin, /dev/stdout and /dev/stderr, as
// scripts do, and its output and errors come in the order in which they were written. The pipes that Node makes are sockets, with which
// the first is an error, and one for each, with which the second is lost.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

export interface ProcessPipes {
  /** For `stdio` of `spawn`. */
  readonly stdio: readonly (number | 'pipe')[];
  /**
   * Once the child has been spawned, or has not: its ends are its own then. Its output and its errors; one stream of both where they are
   * merged.
   */
  take(child: ChildProcess | undefined): readonly Readable[];
}

/**
 * @param input what the child reads
 * @param isMerged as a shell's `2>&1`; where the system has no pipes with names there are two streams all the same
 */
export function openPipes(input: string, isMerged: boolean): ProcessPipes {
  if (process.platform === 'win32') return socketPipes('pipe', input);
  const folder = mkdtempSync(join(tmpdir(), 'looptape-pipes-'));
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const fd = openSync(path, flags);
    opened.push(fd);
    return fd;
  };
  try {
    // A file, which nobody has to write to while the child reads, or does not. It has no name any more when the child begins.
    const source = join(folder, 'in');
    writeFileSync(source, input, { mode: 0o600 });
    const itsInput = open(source, O_RDONLY);
    const pipes = (isMerged ? ['out'] : ['out', 'err']).map((name) => join(folder, name));
    if (spawnSync('mkfifo', ['-m', '600', ...pipes], { stdio: 'ignore' }).status !== 0) {
      return socketPipes(itsInput, '');
    }
    // To open one end waits for the other, but for a reader who does not block.
    const ends = pipes.map((path) => [open(path, O_RDONLY | O_NONBLOCK), open(path, O_WRONLY)] as const);
    const its = ends.map(([, end]) => end);
    return {
      stdio: [itsInput, ...its, ...(isMerged ? its : [])],
      take() {
        for (const end of [itsInput, ...its]) closeSync(end);
        return ends.map(([end]) => new Socket({ fd: end, readable: true, writable: false }));
      },
    };
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `itsInput`: a file that it reads, or a pipe that gets `input`. */
function socketPipes(itsInput: number | 'pipe', input: string): ProcessPipes {
  return {
    stdio: [itsInput, 'pipe', 'pipe'],
    take(child) {
      if (itsInput !== 'pipe') closeSync(itsInput);
      // It need not read its input, or not all of it.
      child?.stdin?.on('error', () => undefined).end(input);
      return [child?.stdout, child?.stderr].filter((stream) => stream instanceof Socket);
    },
  };
}
