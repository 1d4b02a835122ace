import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differences } from '../../../../main/engine/compat/agentcanvas/differences.ts';

const FOLDER = join(import.meta.dirname, '../../../../main/engine/compat/agentcanvas');

it('every difference names the file that makes it, and every file that has one is in the list', () => {
  const listed = new Set(differences.map(({ file }) => file));
  const having = readdirSync(FOLDER).filter((file) =>
    /: Difference = \{/.test(readFileSync(join(FOLDER, file), 'utf8')),
  );
  expect([...listed].sort()).toEqual(having.sort());
  expect(new Set(differences.map(({ what }) => what)).size).toBe(differences.length);
});
