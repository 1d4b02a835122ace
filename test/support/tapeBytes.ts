// Every byte of a tape, and every byte that it unpacks to. For tests that look for what must not stand there.
import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';

const TABLES = ['blobs', 'chunks', 'keyframes', 'packs'];

export function tapeBytes(path: string): Buffer {
  const parts: Buffer[] = ['', '-wal', '-shm']
    .map((end) => path + end)
    .filter(existsSync)
    .map((file) => readFileSync(file));
  const database = new Database(path, { readonly: true });
  for (const table of TABLES) {
    for (const body of database.prepare(`SELECT body FROM ${table}`).pluck().all() as Buffer[]) {
      parts.push(body);
      try {
        parts.push(zstdDecompressSync(body));
      } catch {
        // It is not compressed.
      }
    }
  }
  database.close();
  return Buffer.concat(parts);
}

/** How many keyframes the tape holds. */
export function keyframeCount(path: string): number {
  const database = new Database(path, { readonly: true });
  const count = database.prepare('SELECT count(*) FROM keyframes').pluck().get() as number;
  database.close();
  return count;
}
