// Files of the user's settings: nothing is lost, whoever writes at the same time and whatever lies there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonFile } from '../../../main/settings/jsonFile.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looptape-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const numbers = (path: string, warn: (sentence: string) => void = () => undefined) =>
  jsonFile<readonly number[]>({
    path,
    warn,
    parse: (data) => (data === undefined ? [] : Array.isArray(data) ? (data as number[]) : undefined),
  });

describe('a settings file', () => {
  test('that is not there is empty, and reading it creates nothing', () => {
    expect(numbers(join(folder, 'deep', 'n.json')).read()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps every change of one process that makes many at once', async () => {
    const file = numbers(join(folder, 'deep', 'n.json'));
    await Promise.all(Array.from({ length: 20 }, (_, i) => file.update((now) => [...now, i])));
    expect(file.read()).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(readdirSync(join(folder, 'deep'))).toEqual(['n.json']);
  });

  test('keeps every change of several processes that write at the same time', async () => {
    const path = join(folder, 'n.json');
    const source = fileURLToPath(new URL('../../../main/settings/jsonFile.ts', import.meta.url));
    const program = (first: number) => `
      import { jsonFile } from ${JSON.stringify(source)};
      const file = jsonFile({ path: ${JSON.stringify(path)}, parse: (data) => data ?? [] });
      for (let i = 0; i < 15; i++) await file.update((now) => [...now, ${first} + i]);`;
    const ends = [0, 100, 200].map(
      (first) =>
        new Promise((done) => {
          const args = ['--input-type=module', '-e', program(first)];
          spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).on('exit', done);
        }),
    );
    expect(await Promise.all(ends)).toEqual([0, 0, 0]);
    const written = [...numbers(path).read()].sort((a, b) => a - b);
    expect(written).toEqual([0, 100, 200].flatMap((first) => Array.from({ length: 15 }, (_, i) => first + i)));
  });

  test('that is damaged is set aside with a warning, and its bytes are kept', async () => {
    for (const text of ['[1, 2', '{"foreign": true}', '']) {
      const path = join(folder, 'n.json');
      writeFileSync(path, text);
      const warnings: string[] = [];
      const file = numbers(path, (sentence) => warnings.push(sentence));
      expect(file.read()).toEqual([]);
      await file.update((now) => [...now, 7]);
      expect(file.read()).toEqual([7]);
      const aside = readdirSync(folder).filter((name) => name.startsWith('n.json.damaged-'));
      expect(aside).toHaveLength(1);
      expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toBe(text);
      expect(warnings).toEqual([expect.stringContaining(path)]);
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    }
  });

  test('whose lock a killed process left behind is written all the same', async () => {
    const path = join(folder, 'n.json');
    const killed = spawn(process.execPath, ['-e', '']);
    await once(killed, 'exit');
    // Killed while it held the lock, or as it took it; or its number was given out again, here to this very process.
    for (const [text, ageMs] of [
      [String(killed.pid), 5_000],
      ['', 60_000],
      [String(process.pid), 90_000],
    ] as const) {
      writeFileSync(`${path}.lock`, text);
      const then = new Date(Date.now() - ageMs);
      utimesSync(`${path}.lock`, then, then);
      await numbers(path).update((now) => [...now, ageMs]);
      expect(existsSync(`${path}.lock`)).toBe(false);
    }
    expect(numbers(path).read()).toEqual([5_000, 60_000, 90_000]);
  });

  test('waits for a process that holds the lock, however long that takes', async () => {
    const path = join(folder, 'n.json');
    writeFileSync(`${path}.lock`, String(process.pid));
    // Longer than one that is not to be found is waited for.
    const then = new Date(Date.now() - 20_000);
    utimesSync(`${path}.lock`, then, then);
    const updated = numbers(path).update(() => [1]);
    await new Promise((settle) => setTimeout(settle, 100));
    expect(existsSync(path)).toBe(false);
    rmSync(`${path}.lock`);
    expect(await updated).toEqual([1]);
  });

  test('stays as it was when a change throws, and the next change goes through', async () => {
    const file = numbers(join(folder, 'n.json'));
    await file.update(() => [1]);
    const thrown = file.update(() => {
      throw new Error('no');
    });
    await expect(thrown).rejects.toThrow('no');
    expect(file.read()).toEqual([1]);
    expect(await file.update((now) => [...now, 2])).toEqual([1, 2]);
  });
});
