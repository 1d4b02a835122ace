// The import table holds for every source file, and the checker that says so finds planted breaches.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEBTS, ROWS } from './importTable.ts';
import { importViolations } from './importViolations.ts';
import { parseModule } from './parsedModule.ts';
import { ROOT, repositoryFiles } from './repository.ts';

const SOURCE = /^(main|preload|renderer|shared)\/.*\.([cm]?[jt]s|[jt]sx)$/;

const sourcePaths = repositoryFiles().filter((path) => SOURCE.test(path));
const real = {
  files: new Map(sourcePaths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])),
  exists: (path: string) => existsSync(join(ROOT, path)),
};

/** A small repository of the given files; what they import from each other must be among them. */
function planted(files: Record<string, string>): string[] {
  return importViolations({ files: new Map(Object.entries(files)), exists: (path) => path in files }, ROWS);
}

describe('the sources', () => {
  it('import only what the table allows', () => {
    expect(importViolations(real, ROWS, DEBTS)).toEqual([]);
  });

  it('of main need at run time only packages that an installed app has', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const missing: string[] = [];
    for (const [path, text] of real.files) {
      for (const { kind, specifier } of parseModule(path, text).imports) {
        if (kind !== 'value' || !specifier || /^(\.|node:)/.test(specifier)) continue;
        const name = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/');
        const isBundled = path.startsWith('renderer/') || path.startsWith('preload/');
        const has = name in dependencies || name === 'electron' || (isBundled && name in devDependencies);
        if (!has) missing.push(`${path}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('carry a debt only with its day', () => {
    for (const debt of DEBTS) expect(debt.since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('the checker', () => {
  const base = { 'shared/base/ids.ts': '', 'shared/model/graph.ts': '' };

  it('lets through what the table allows', () => {
    const files = {
      ...base,
      'shared/model/event.ts': "import { z } from 'zod'; import { id } from '../base/ids.ts'; import './graph.ts';",
      'main/graph/parse.ts': "import type { Graph } from '../../shared/model/graph.ts';",
      'main/engine/pivot/apply.ts': "import { step } from '../step.ts';",
      'main/engine/step.ts': '',
    };
    expect(planted(files)).toEqual([]);
  });

  it.each([
    ['a value import', "import { x } from '../../main/tape/driver.ts';"],
    ['a type import', "import type { X } from '../../main/tape/driver.ts';"],
    ['an import for its effect', "import '../../main/tape/driver.ts';"],
    ['a re-export', "export { x } from '../../main/tape/driver.ts';"],
    ['a re-export of all', "export * from '../../main/tape/driver.ts';"],
    ['a re-export of types', "export type { X } from '../../main/tape/driver.ts';"],
    ['a dynamic import', "export const f = () => import('../../main/tape/driver.ts');"],
    ['an import in a type', "export type X = import('../../main/tape/driver.ts').X;"],
    ['a URL', "export const f = new URL('../../main/tape/driver.ts', import.meta.url);"],
    ['a require', "export const x = require('../../main/tape/driver.ts');"],
  ])('refuses %s of what is not listed', (_name, text) => {
    const found = planted({ 'main/tape/driver.ts': '', 'shared/model/a.ts': text });
    expect(found).toEqual(['shared/model/a.ts:1 (shared/model) may not import main/tape/driver.ts']);
  });

  it('refuses a file that no row covers', () => {
    expect(planted({ 'main/utils/x.ts': '' })).toEqual(['main/utils/x.ts is covered by no row of the import table']);
  });

  it('refuses a package that is not listed, an alias, and a Node module where there may be none', () => {
    const text = "import 'ws';\nimport 'node:fs';\nimport 'fs';\nimport '@/x';";
    expect(planted({ 'main/engine/x.ts': text })).toHaveLength(4);
  });

  it('refuses an import of nothing', () => {
    expect(planted({ 'main/engine/x.ts': "import './y.ts';" })).toHaveLength(1);
  });

  it('refuses one view in another, and lets a view have its own parts', () => {
    const files = {
      'renderer/views/carpet/Carpet.tsx': "import '../timeline/Timeline.tsx'; import './cells.ts';",
      'renderer/views/carpet/cells.ts': '',
      'renderer/views/timeline/Timeline.tsx': '',
    };
    expect(planted(files)).toHaveLength(1);
  });

  it('refuses React in the store and Electron in ipc', () => {
    const files = { 'renderer/store/reducer.ts': "import 'react';", 'main/ipc/handle.ts': "import 'electron';" };
    expect(planted(files)).toHaveLength(2);
  });

  it('lets the preload have types of shared, and its values only of the channels', () => {
    const files = {
      ...base,
      'shared/contract/channels.ts': '',
      'preload/index.ts': "import '../shared/contract/channels.ts'; import type { G } from '../shared/model/graph.ts';",
      'preload/bridge.ts': "import { G } from '../shared/model/graph.ts';",
    };
    expect(planted(files)).toEqual(['preload/bridge.ts:1 (preload) may not import shared/model/graph.ts']);
  });

  it('lets the app start a worker by URL, under its source and its built name, and not import it', () => {
    const url = "new URL(import.meta.url.endsWith('.ts') ? '../workers/run.ts' : './run.js', import.meta.url)";
    const files = { 'main/workers/run.ts': '', 'main/app/workers.ts': `export const url = ${url};` };
    expect(planted(files)).toEqual([]);
    expect(planted({ ...files, 'main/app/x.ts': "import '../workers/run.ts';" })).toHaveLength(1);
    expect(planted({ ...files, 'main/web/x.ts': `export const url = ${url};` })).toHaveLength(2);
  });

  it('refuses an import that is known only at run time', () => {
    expect(planted({ 'main/app/x.ts': 'export const f = (name: string) => import(name);' })).toHaveLength(1);
  });

  it.each([
    'export const x = Date.now();',
    'export const x = new Date();',
    'export const x = Math.random();',
    'export const x = process.env;',
    'export const x = performance.now();',
    'export const x = crypto.randomUUID();',
    'setTimeout(() => {}, 1);',
    'export async function x() {}',
    'export const x = async () => {};',
  ])('refuses in a pure folder: %s', (text) => {
    expect(planted({ 'main/engine/x.ts': text })).toHaveLength(1);
    expect(planted({ 'main/app/x.ts': text })).toEqual([]);
  });

  it('takes a property, a type or a parameter of such a name for what it is', () => {
    const text =
      'export const x = (process: { crypto: Date }, y: typeof process) => process.crypto ?? new Date(3) ?? y;';
    expect(planted({ 'main/engine/x.ts': text })).toEqual([]);
  });

  it('reports a debt that is paid', () => {
    const debt = { from: 'shared/base/ids.ts', to: 'npm:zod', since: '2026-12-01', why: 'none' };
    const sources = (text: string) => ({ files: new Map([['shared/base/ids.ts', text]]), exists: () => false });
    expect(importViolations(sources("import 'zod';"), ROWS, [debt])).toEqual([]);
    expect(importViolations(sources(''), ROWS, [debt])).toHaveLength(1);
  });
});
