// No test is left out: every file that holds tests is one that a runner picks up.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BROWSER_FOLDERS } from '../playwright.config.ts';
import { UNIT_FOLDERS } from '../vitest.config.ts';
import { ROOT, repositoryFiles } from './repository.ts';

/** Folders under test/ that hold no tests. */
const OTHER_FOLDERS = ['bench', 'fixtures', 'support'];

const unit = new RegExp(`^test/(${UNIT_FOLDERS.join('|')})/.*\\.test\\.tsx?$`);
const browser = new RegExp(`^test/(${BROWSER_FOLDERS.join('|')})/.*\\.spec\\.ts$`);
const isPicked = (path: string) => unit.test(path) || browser.test(path);

const code = repositoryFiles().filter((path) => /\.([cm]?[jt]s|[jt]sx)$/.test(path));

it('every file that is named as a test is picked up by a runner', () => {
  expect(code.filter((path) => /[._-](test|tests|spec)\.\w+$/.test(path) && !isPicked(path))).toEqual([]);
});

it('every file that calls for a test is picked up by a runner', () => {
  const calls = /^\s*(it|test|describe)(\.(each|skip|only|todo|concurrent|skipIf|runIf|describe))*\s*\(/m;
  const imports = /from '(vitest|@playwright\/test)'/;
  const holdsTests = (path: string) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return imports.test(text) && calls.test(text);
  };
  expect(code.filter((path) => holdsTests(path) && !isPicked(path))).toEqual([]);
});

it('every folder of tests belongs to a runner', () => {
  const known = [...UNIT_FOLDERS, ...BROWSER_FOLDERS, ...OTHER_FOLDERS];
  const found = readdirSync(join(ROOT, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(found.map((entry) => entry.name).filter((name) => !known.includes(name))).toEqual([]);
});

it('no test is the only one that runs', () => {
  const only = /\b(it|test|describe)\.only\b/;
  const texts = code.filter(isPicked).filter((path) => path !== 'test/architecture/testFiles.test.ts');
  expect(texts.filter((path) => only.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
