// Holds source files against the import table and gives every breach as one sentence.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { Debt, Row } from './importTable.ts';
import { type Import, parseModule } from './parsedModule.ts';

export interface Sources {
  /** Path from the repository's root → text, for every source file that is checked. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether a path from the root is there at all (styles, SQL, tests, …). */
  readonly exists: (path: string) => boolean;
}

const BUILTINS = new Set(builtinModules);

/** The folder or file of a pattern that covers a path: `renderer/views/*` covers renderer/views/carpet/… as that. */
function covered(pattern: string, path: string): string | undefined {
  const names = path.split('/');
  const wanted = pattern.split('/');
  if (names.length < wanted.length) return undefined;
  if (wanted.some((name, index) => name !== '*' && name !== names[index])) return undefined;
  return names.slice(0, wanted.length).join('/');
}

export function rowFor(path: string, rows: readonly Row[]): { row: Row; own: string } | undefined {
  for (const row of rows) {
    const own = covered(row.from, path);
    if (own !== undefined) return { row, own };
  }
  return undefined;
}

/** `node`, `npm:<package>`, or a path from the root; undefined for a relative path to nothing. */
function target(from: string, specifier: string, sources: Sources): string | undefined {
  const [plain = ''] = specifier.split('?');
  if (plain.startsWith('node:')) return 'node';
  if (!plain.startsWith('.')) {
    const name = plain
      .split('/')
      .slice(0, plain.startsWith('@') ? 2 : 1)
      .join('/');
    return BUILTINS.has(name) ? `${name}, written without node:,` : `npm:${name}`;
  }
  const path = posix.join(posix.dirname(from), plain);
  return sources.files.has(path) || sources.exists(path) ? path : undefined;
}

/** What `new URL(…)` starts. A built file's name beside the caller stands for the worker it is built from, a path into
 * out/ for nothing. */
function urlTarget(from: string, specifier: string, sources: Sources): string | undefined {
  const worker = `main/workers/${posix.basename(specifier).replace(/\.js$/, '.ts')}`;
  if (specifier.startsWith('./') && specifier.endsWith('.js') && sources.files.has(worker)) return worker;
  if (specifier.includes(':')) return undefined;
  return target(from, specifier, sources);
}

const isListed = (to: string, list: readonly string[]) =>
  list.some((each) => covered(each, to) !== undefined || each === to);

function refusal(from: string, own: string, row: Row, found: Import, sources: Sources): { to: string } | undefined {
  if (found.specifier === undefined) {
    return row.mayComputed || found.kind === 'url' ? undefined : { to: 'what is known only at run time' };
  }
  if (found.kind === 'url') {
    const to = urlTarget(from, found.specifier, sources);
    if (to === undefined || !(sources.files.has(to) || to.startsWith('npm:'))) return undefined;
    return isListed(to, [...row.may, ...(row.mayUrls ?? [])]) || covered(own, to) ? undefined : { to };
  }
  const to = target(from, found.specifier, sources);
  if (to === undefined) return { to: `${found.specifier}, which is not there` };
  if (own !== from && covered(own, to) !== undefined) return undefined;
  if (isListed(to, row.may)) return undefined;
  if (found.kind === 'type' && isListed(to, row.mayTypes ?? [])) return undefined;
  return { to };
}

export function importViolations(sources: Sources, rows: readonly Row[], debts: readonly Debt[] = []): string[] {
  const violations: string[] = [];
  const paid = new Set(debts);
  for (const [path, text] of sources.files) {
    const match = rowFor(path, rows);
    if (!match) {
      violations.push(`${path} is covered by no row of the import table`);
      continue;
    }
    const { row, own } = match;
    const module = parseModule(path, text);
    for (const found of module.imports) {
      const refused = refusal(path, own, row, found, sources);
      if (!refused) continue;
      const debt = debts.find((each) => each.from === path && each.to === refused.to);
      if (debt) paid.delete(debt);
      else violations.push(`${path}:${found.line} (${row.from}) may not import ${refused.to}`);
    }
    if (!row.isPure) continue;
    for (const { what, line } of module.impurities) {
      violations.push(`${path}:${line} (${row.from}) is pure and may not use ${what}`);
    }
  }
  for (const debt of paid) violations.push(`the debt ${debt.from} → ${debt.to} is paid: remove it from the list`);
  return violations;
}
