// Folding a tape's side files into the tape, so that a finished one is a single file. SQLite allows it only while nobody
// else has the file open; readers let go as soon as they see that the writer has ended (tapeSession.ts).
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './damage.ts';
import { setBusyTimeout, type WriteConnection } from './driver.ts';

/** How long readers get to let go, and how often it is tried. */
const LET_GO_MS = 3_000;
const LET_GO_STEP_MS = 15;

/** True when the tape is one file; false where a reader held on, and then the side file is left empty. */
export async function fold(connection: WriteConnection): Promise<boolean> {
  for (let waitedMs = 0; !foldNow(connection); waitedMs += LET_GO_STEP_MS) {
    if (waitedMs >= LET_GO_MS) {
      connection.pragma('wal_checkpoint(TRUNCATE)');
      return false;
    }
    await pause(LET_GO_STEP_MS);
  }
  return true;
}

/** One try, without waiting. */
export function foldNow(connection: WriteConnection): boolean {
  setBusyTimeout(connection, 0);
  try {
    return connection.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}
