// The repository's files as git sees them: tracked ones, and new ones that no rule ignores.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Paths from the root with forward slashes. */
export function repositoryFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  const paths = [...new Set(output.split('\0').filter(Boolean))];
  return paths.filter((path) => existsSync(join(ROOT, path)));
}
