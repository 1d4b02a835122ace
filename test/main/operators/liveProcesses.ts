// Whether processes that a test started are gone, and files that they tell of themselves by.
import { existsSync, readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';

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
 * What was orphaned is taken note of by the system's first process, which may take its time for that: until then it is a name without a
 * process, which can't be killed any more.
 */
export async function expectGone(...pids: readonly number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 20_000, interval: 50 });
}

/** The process ids that a file lists, one a line, once there are `count` of them; without it as they are now. */
export async function pidsIn(file: string, count?: number): Promise<number[]> {
  return await vi.waitFor(
    () => {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
      if (count !== undefined) expect(lines).toHaveLength(count);
      return lines.map(Number);
    },
    { timeout: 20_000, interval: 20 },
  );
}
