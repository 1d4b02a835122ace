// Whether processes that a test started are gone, and files that they tell of themselves by. A busy machine may take long for
// everything: what is waited for here is a state, and no test asserts how long that took.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';

const PATIENCE = { timeout: 60_000, interval: 20 };

/** A process that ended and was taken note of has no pid any more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * What was orphaned is taken note of by the system's first process, which may take its time for that, and in some containers never does:
 * until then it is a name without a process, which can't be killed any more.
 */
function hasEnded(pid: number): boolean {
  if (!isAlive(pid)) return true;
  if (process.platform === 'win32') return false;
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('Z');
  } catch {
    // It went meanwhile; `ps` fails where there is none.
    return !isAlive(pid);
  }
}

export async function expectGone(...pids: readonly number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(pids.filter((pid) => !hasEnded(pid))).toEqual([]), PATIENCE);
}

/** The process ids that a file lists, one a line, once there are `count` of them; without it as they are now. */
export async function pidsIn(file: string, count?: number): Promise<number[]> {
  return await vi.waitFor(() => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    if (count !== undefined) expect(lines).toHaveLength(count);
    return lines.map(Number);
  }, PATIENCE);
}

/** Waits until the file is there. */
export async function fileThere(file: string): Promise<void> {
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), PATIENCE);
}

/**
 * Does something that runs into its time limit, which is given. Where the machine is so busy that it had not `begun` by then, it is done
 * again with a limit of ten times the length.
 */
export async function pastLimit<T>(
  limitMs: number,
  act: (limitMs: number) => Promise<T>,
  begun: (made: T) => boolean,
): Promise<T> {
  const made = await act(limitMs);
  return begun(made) || limitMs > 10_000 ? made : await pastLimit(limitMs * 10, act, begun);
}
