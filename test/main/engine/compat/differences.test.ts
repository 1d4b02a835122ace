import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences as agentcanvas } from '../../../../main/engine/compat/agentcanvas/differences.ts';
import { differences as piMateria } from '../../../../main/engine/compat/piMateria/differences.ts';

const PROJECT = join(import.meta.dirname, '../../../..');

describe.each([
  ['agentcanvas', agentcanvas],
  ['piMateria', piMateria],
])('the differences of %s', (name, differences) => {
  const folder = join(PROJECT, 'main/engine/compat', name);

  it('name the file that makes each, and every file that has one is in the list', () => {
    const listed = new Set(differences.map(({ file }) => file).filter((file) => !file.includes('/')));
    const having = readdirSync(folder)
      // What is done outside of the engine is told in a file of its own.
      .filter((file) => file !== 'loading.ts')
      .filter((file) => /: Difference = \{/.test(readFileSync(join(folder, file), 'utf8')));
    expect([...listed].sort()).toEqual(having.sort());
    expect(new Set(differences.map(({ what }) => what)).size).toBe(differences.length);
  });

  it('name files that are there', () => {
    for (const { file } of differences)
      expect(existsSync(join(file.includes('/') ? PROJECT : folder, file))).toBe(true);
  });
});
