// Who writes a tape, and whether that process still lives: what tells a run that goes on from one that was interrupted.
// What must hold: a killed writer is never taken for a living one, not even where its number was given out again.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** One row of `writers`. */
export interface WriterMark {
  readonly pid: number;
  readonly host: string;
  /** What tells two processes of one number apart: the start time, where the system tells it. */
  readonly process: string | null;
  readonly endedAtMs: number | null;
}

export function ownMark(): Omit<WriterMark, 'endedAtMs'> {
  return { pid: process.pid, host: hostname(), process: processStart(process.pid) };
}

/** False for a writer on another machine too: SQLite's log cannot be shared over a network, so it is a copy. */
export function isAlive(mark: WriterMark): boolean {
  if (mark.endedAtMs !== null || mark.host !== hostname()) return false;
  if (!Number.isSafeInteger(mark.pid) || mark.pid <= 0) return false;
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return mark.process === null || mark.process === processStart(mark.pid);
}

/** On Linux the boot's id and the start in clock ticks since then; elsewhere null. */
function processStart(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the start is the 20th field after it.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return start === undefined ? null : `${boot} ${start}`;
  } catch {
    // Without /proc, or the process is gone: nothing is known.
    return null;
  }
}
