// Electron is ready only when its main module has run to the end: an await there that waits for it never returns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseModule } from './parsedModule.ts';
import { ROOT, repositoryFiles } from './repository.ts';

const awaits = (path: string, text: string) =>
  parseModule(path, text).topLevelAwaits.map(({ line }) => `${path}:${line}`);

it('no module that Electron starts with awaits at its top level', () => {
  const paths = repositoryFiles().filter((path) => path === 'main/index.ts' || /^main\/desktop\/.*\.ts$/.test(path));
  expect(paths.flatMap((path) => awaits(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

it('an await is found in every form outside of a function, and only there', () => {
  expect(awaits('x.ts', 'await 1;')).toEqual(['x.ts:1']);
  expect(awaits('x.ts', 'if (1) {\n  for await (const x of []) x;\n}')).toEqual(['x.ts:2']);
  expect(awaits('x.ts', 'export const x = { y: [await 1] };')).toEqual(['x.ts:1']);
  expect(awaits('x.ts', 'async () => { await 1; for await (const x of []) x; };')).toEqual([]);
  expect(awaits('x.ts', 'class X { async y() { await 1; } }')).toEqual([]);
});
