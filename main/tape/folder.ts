// Making the folder that a tape goes into, with those above it. Node's own recursive way never returns where a file system
// answers "not there" to making a folder in one that is, as /proc does.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './damage.ts';

/** Throws the file system's error where one of them can't be made. `mode` is for those that are made. */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
