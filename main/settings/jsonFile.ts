// One small JSON file of the user's that several processes may change at the same time. What must hold: a reader sees
// the old or the new content, never half of one; no change of another process is lost; what can't be read is set aside,
// never overwritten.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A lock is held for some milliseconds, on a busy disk for seconds. One that is older than this, and whose owner is not to be found, belongs
 * to a process that was killed while it held it; not sooner, because an owner in another container is not to be found either.
 */
const LOST_STALE_MS = 3_000;
/** Whoever bears the owner's number after so long is another. */
const LOCK_STALE_MS = 60_000;
const LOCK_RETRY_MS = 10;

export interface JsonFile<T> {
  /** The content as it is now; what `parse` gives for undefined where there is no file or it could not be read. */
  read(): T;
  /** Reads, changes and writes while no other process does. Rejects where the folder can't be written. */
  update(change: (current: T) => T): Promise<T>;
}

export interface JsonFileOptions<T> {
  readonly path: string;
  /** The content that the data stands for, the empty content for undefined, or nothing where the data is foreign. */
  readonly parse: (data: unknown) => T | undefined;
  /** Told in one sentence when a damaged file was set aside. */
  readonly warn?: (sentence: string) => void;
}

export function jsonFile<T>(options: JsonFileOptions<T>): JsonFile<T> {
  const { path, parse } = options;
  const warn = options.warn ?? ((sentence) => console.warn(`looptape: ${sentence}`));
  let queue: Promise<unknown> = Promise.resolve();

  const empty = (): T => {
    const made = parse(undefined);
    if (made === undefined) throw new Error(`no empty content for ${path}`);
    return made;
  };

  const read = (): T => {
    const text = textOf(path);
    if (text === undefined) return empty();
    const content = parse(dataOf(text));
    if (content !== undefined) return content;
    setAside();
    return empty();
  };

  const setAside = (): void => {
    const aside = `${path}.damaged-${Date.now()}`;
    try {
      renameSync(path, aside);
      warn(`${path} could not be read as what it should be; it lies as ${basename(aside)} beside a new one.`);
    } catch (error) {
      // Another process was quicker.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  };

  const change = async (with_: (current: T) => T): Promise<T> => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const release = await lock(`${path}.lock`);
    try {
      const next = with_(read());
      replace(path, `${JSON.stringify(next, null, 2)}\n`);
      return next;
    } finally {
      release();
    }
  };

  return {
    read,
    update(with_) {
      const done = queue.then(() => change(with_));
      queue = done.catch(() => undefined);
      return done;
    },
  };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Data that no parser accepts where the text is no JSON. */
const NO_JSON = Symbol('no JSON');

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NO_JSON;
  }
}

/** Written beside the file and moved over it, so that nobody sees half of it, a power cut included. */
function replace(path: string, text: string): void {
  const fresh = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}

async function lock(path: string): Promise<() => void> {
  for (;;) {
    try {
      const file = openSync(path, 'wx', 0o600);
      try {
        writeSync(file, String(process.pid));
      } finally {
        closeSync(file);
      }
      return () => rmSync(path, { force: true });
    } catch (error) {
      // Windows says EPERM while the other process is removing it.
      const isHeld = codeOf(error) === 'EEXIST' || (codeOf(error) === 'EPERM' && process.platform === 'win32');
      if (!isHeld) throw error;
      breakStale(path);
      await pause(LOCK_RETRY_MS);
    }
  }
}

/** Renamed before it is removed: of two that see the same stale lock only one gets it, and what another took meanwhile is put back. */
function breakStale(path: string): void {
  const grave = `${path}.${process.pid}.stale`;
  try {
    if (!isStale(path)) return;
    renameSync(path, grave);
    if (isStale(grave)) rmSync(grave, { force: true });
    else renameSync(grave, path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function isStale(path: string): boolean {
  const ageMs = Date.now() - statSync(path).mtimeMs;
  const owner = Number(readFileSync(path, 'utf8'));
  // It is empty for the instant before its owner stands in it.
  const isFound = Number.isSafeInteger(owner) && owner > 0 && isAlive(owner);
  return ageMs >= (isFound ? LOCK_STALE_MS : LOST_STALE_MS);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
