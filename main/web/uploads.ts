// Files that were dropped or picked in the page, as read-only copies in a folder that only this user can enter and that
// goes when the host does (interfaces §5). What must hold: a name never chooses the place; nothing half-written stays; the
// disk is never filled.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { failed, succeeded } from '../../shared/base/result.ts';
import { failure } from '../../shared/contract/failure.ts';
import type { UploadAnswer } from '../../shared/contract/frame.ts';

/** What must stay free on the disk beside an upload. */
const RESERVE_BYTES = 256 * 1024 * 1024;

export interface Uploads {
  /** @param announcedBytes the length that the sender says it has, where it says so */
  take(name: string, body: Readable, announcedBytes: number | undefined): Promise<UploadAnswer>;
  close(): void;
}

/** @param freeBytes the room on the disk of a folder; for tests */
export function createUploads(freeBytes: (folder: string) => Promise<number> = freeBytesOf): Uploads {
  let folder: string | undefined;
  let count = 0;
  const place = (name: string): string => {
    folder ??= mkdtempSync(join(tmpdir(), 'looptape-files-')); // made with mode 0700
    // A folder each: files of one name don't meet, and none finds another beside itself.
    const own = join(folder, String(count++));
    mkdirSync(own, { mode: 0o700 });
    return join(own, fileName(name));
  };
  return {
    async take(name, body, announcedBytes) {
      const path = place(name);
      const room = Math.max(0, (await freeBytes(dirname(path))) - RESERVE_BYTES);
      const tooLarge = failed(
        failure('upload-too-large', `${fileName(name)} is larger than the ${room} bytes that there is room for here.`),
      );
      if (announcedBytes !== undefined && announcedBytes > room) {
        body.resume(); // the sender hears of it only when it has sent all
        return tooLarge;
      }
      try {
        if (await isKept(body, path, room)) return succeeded({ path });
        await rm(path, { force: true });
        return tooLarge;
      } catch (error) {
        body.resume();
        await rm(path, { force: true });
        return failed(failure('upload-failed', `${fileName(name)} did not arrive whole: ${(error as Error).message}`));
      }
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

/** Writes the body to a new file, or as much as there is room for; false where it was more. All of the body is taken. */
async function isKept(body: Readable, path: string, roomBytes: number): Promise<boolean> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes <= roomBytes) await file.appendFile(chunk);
    }
    await file.chmod(0o400);
  } finally {
    await file.close();
  }
  return bytes <= roomBytes;
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A plain name that is legal on every system; what the sender calls the file, as far as it is one. */
export function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}<>:"|?*]/gu, '-').replace(/[. ]+$/, '');
  return clean.replace(/^\.+/, '').slice(-120) || 'file';
}
