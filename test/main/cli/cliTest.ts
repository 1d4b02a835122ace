// What the tests of the command line share: a folder that is gone after the test, calls in it, and the one JSON document on
// standard output.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { z } from 'zod';
import { command, type Ended, type Running, startCommand } from '../../support/commandLine.ts';

export interface CliTest {
  readonly folder: string;
  write(name: string, content: unknown): string;
  call(...args: readonly string[]): Promise<Ended>;
  start(...args: readonly string[]): Running;
}

/**
 * A folder, the home and the caller's. One for each test, so that a test which is tried again finds nothing of the try before; or one for
 * the tests of a file that only read what stands in it.
 */
export function cliTest(per: 'test' | 'file' = 'test'): CliTest {
  let folder = '';
  const make = (): void => {
    folder = mkdtempSync(join(tmpdir(), 'looptape-cli-'));
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (per === 'test') {
    beforeEach(make);
    afterEach(remove);
  } else {
    make();
    afterAll(remove);
  }
  return {
    get folder() {
      return folder;
    },
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    call: (...args) => command(args, { home: folder }),
    start: (...args) => startCommand(args, { home: folder }),
  };
}

/** Standard output as the one JSON document that it must be, in the shape of the contract. */
export function documentOf<T>({ stdout, stderr }: Ended, shape: z.ZodType<T>): T {
  let data: unknown;
  try {
    data = JSON.parse(stdout);
  } catch (error) {
    throw new Error(`standard output is no JSON document (${error}): ${stdout.slice(0, 500)}; on the other: ${stderr}`);
  }
  return shape.parse(data);
}

/** Waits for a state of files or processes, however long the machine takes. */
export async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue).toBe(true);
}
