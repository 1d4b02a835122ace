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

/** A lock is held for some milliseconds; one that is older belongs to a process that was killed while it held it. */
const LOCK_STALE_MS = 3_000;
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
      closeSync(openSync(path, 'wx', 0o600));
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

/** Renamed before it is removed: of two that see the same stale lock only one gets it. */
function breakStale(path: string): void {
  const grave = `${path}.${process.pid}.stale`;
  try {
    if (Date.now() - statSync(path).mtimeMs < LOCK_STALE_MS) return;
    renameSync(path, grave);
    rmSync(grave, { force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
