// A private copy of a tape, side files folded in, for tapes that SQLite could not read without writing beside them: in a
// folder that can't be written, or left by a killed writer without their side files.
import { chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToWrite } from './driver.ts';

export interface PrivateCopy {
  readonly path: string;
  remove(): void;
}

/** Throws what the file system and SQLite throw. */
export function privateCopy(path: string): PrivateCopy {
  const folder = mkdtempSync(join(tmpdir(), 'looptape-'));
  const copy = join(folder, 'copy.looptape');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    copyWhole(path, copy);
    const folding = connectToWrite(copy);
    try {
      folding.pragma('journal_mode = DELETE');
    } finally {
      folding.close();
    }
    return { path: copy, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A writer may move pages from the side file into the tape while both are copied; then they are copied again. */
function copyWhole(path: string, copy: string): void {
  for (let left = 3; left > 0; left--) {
    const before = statSync(path);
    for (const ending of ['', '-wal', '-journal']) {
      rmSync(copy + ending, { force: true });
      if (ending !== '' && !existsSync(path + ending)) continue;
      copyFileSync(path + ending, copy + ending, constants.COPYFILE_FICLONE);
      chmodSync(copy + ending, 0o600);
    }
    const after = statSync(path);
    if (after.mtimeMs === before.mtimeMs && after.size === before.size) return;
  }
}
