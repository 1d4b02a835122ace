// All that one command started, and its end. What must hold: when `end` has answered with none, nothing of it runs any more; also what
// left its parent, and what left the command's group, which is found by a mark in its environment.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup } from './childProcess.ts';

/** The variable that holds the mark, and those of the commands around it, if this program was started by one. */
export const MARK_VARIABLE = 'LOOPTAPE_COMMAND';

const POLL_MS = 25;
/** How long the system may take to end what was killed. */
const END_MS = 5000;

/** `group`: what still belongs to the command's process group; `all`: what carries its mark as well. */
export type Reach = 'group' | 'all';

export class ProcessTree {
  readonly #group: number;
  readonly #mark: string;

  /** @param group the process id of the command, which leads its group */
  constructor(group: number, mark: string) {
    this.#group = group;
    this.#mark = mark;
  }

  /** Asks everything to end, and ends after `graceMs` what has not. The process ids of what could not be ended. */
  async end(reach: Reach, graceMs: number): Promise<readonly number[]> {
    if (process.platform === 'win32') {
      // Windows has no signal that asks.
      spawnSync('taskkill', ['/pid', String(this.#group), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    } else {
      this.#signal(reach, 'SIGTERM');
      if (await this.isGone(reach, graceMs)) return [];
      const untilMs = performance.now() + END_MS;
      // Again, for what was started meanwhile.
      do this.#signal(reach, 'SIGKILL');
      while (!(await this.isGone(reach, 2 * POLL_MS)) && performance.now() < untilMs);
    }
    return this.#living(reach);
  }

  /** True as soon as nothing of it is left, false where that has not come within `limitMs`. */
  async isGone(reach: Reach, limitMs: number): Promise<boolean> {
    const untilMs = performance.now() + limitMs;
    // One look at all processes, one after another, misses what is started by one that ends just then.
    const looks = reach === 'all' ? 2 : 1;
    for (let empty = 0; ; ) {
      empty = this.#living(reach).length === 0 ? empty + 1 : 0;
      if (empty === looks) return true;
      if (empty === 0 && performance.now() >= untilMs) return false;
      await delay(POLL_MS);
    }
  }

  #signal(reach: Reach, signal: 'SIGTERM' | 'SIGKILL'): void {
    const others = reach === 'all' ? this.#living('all') : [];
    signalGroup(this.#group, signal);
    for (const pid of others) signalProcess(pid, signal);
  }

  #living(reach: Reach): number[] {
    const hasGroup = isThere(process.platform === 'win32' ? this.#group : -this.#group);
    if (!hasGroup && reach === 'group') return [];
    switch (process.platform) {
      case 'linux':
        return linuxProcesses(this.#group, reach === 'all' ? this.#mark : undefined);
      case 'darwin':
        return [...(hasGroup ? [this.#group] : []), ...(reach === 'all' ? macProcesses(this.#mark) : [])];
      default:
        return hasGroup ? [this.#group] : [];
    }
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // What belongs to somebody else is there too.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, or somebody else's: who counts what is left sees that.
  }
}

/** Without those that have ended and were not yet taken note of: a container's first process may never do that. */
function linuxProcesses(group: number, mark: string | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      // `pid (name) state parent group …`, where the name may hold anything.
      const stat = textOf(`/proc/${name}/stat`);
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (stat === '' || state === 'Z' || state === 'X') return false;
      return Number(itsGroup) === group || (mark !== undefined && textOf(`/proc/${name}/environ`).includes(mark));
    })
    .map(Number);
}

function macProcesses(mark: string): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,stat=,command='], { encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n').filter((line) => line.includes(mark));
  return lines.flatMap((line) => {
    const [, pid, state] = /^\s*(\d+)\s+(\S+)/.exec(line) ?? [];
    return pid === undefined || state?.startsWith('Z') ? [] : [Number(pid)];
  });
}

/** Empty where the process is gone or is somebody else's. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
