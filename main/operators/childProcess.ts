// The life of a child process beside the program's own: what keeps the program waiting, and how a process ends.
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { LIFELINE_FD } from '../../shared/model/scriptMessage.ts';

/** A process that runs a fire keeps the program alive, an idle one does not. */
export function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

export function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  for (const pipe of [child.stderr, child.stdio[LIFELINE_FD]]) if (pipe instanceof Socket) pipe.unref();
}

/** The process and all that it started. */
export function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else signalGroup(child.pid, 'SIGKILL');
}

/** Every process of the group that may be signalled; a group that is gone needs none. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    const { code } = error as { code?: unknown };
    // EPERM: all that is left of it is somebody else's; on macOS also where it is gone but for its leader's remains.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
