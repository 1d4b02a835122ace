// What stands at the top of the repository: this list and nothing else.
import { expect, it } from 'vitest';
import { repositoryFiles } from './repository.ts';

const TOP = [
  '.ci',
  '.gitignore',
  'LICENSE',
  'README.md',
  'docs',
  'electron.vite.config.ts',
  'examples',
  'main',
  'package-lock.json',
  'package.json',
  'preload',
  'renderer',
  'shared',
  'test',
];

it('the top level holds exactly what the architecture names', () => {
  const found = new Set(repositoryFiles().map((path) => path.split('/')[0]));
  expect([...found].sort()).toEqual([...TOP].sort());
});
