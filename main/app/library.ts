// The library: recent tapes and graphs with what a list shows of them, the examples, and what can be done to a file on the
// list. What must hold: nothing but a tape is renamed or removed, none while it is being recorded, and no file is replaced.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { Example, LibraryItem } from '../../shared/contract/library.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import type { RecentEntry, Recents } from '../settings/recent.ts';
import { cantRead } from './openFile.ts';
import type { Readers } from './readers.ts';

const TAPE_ENDING = '.looptape';
/** What SQLite lays beside a tape that is being written, or that was left by a killed process. */
const SIDE_ENDINGS = ['-wal', '-shm', '-journal'];
/** More are read at the next look. */
const MOST_READ_AT_ONCE = 20;

export interface Library {
  list(): Promise<{ recent: LibraryItem[]; examples: Example[] }>;
  isKnown(path: string): boolean;
  /** Puts what was opened on top of the list. */
  note(path: string, kind: 'tape' | 'graph', summary?: TapeSummary): Promise<void>;
  /** Puts what lies in a folder on the list; nothing of it is opened. */
  noteFolder(folder: string): Promise<void>;
  rename(path: string, name: string): Promise<Result<{ path: string }, Failure>>;
  remove(path: string): Promise<Result<Record<string, never>, Failure>>;
  forget(path: string): Promise<void>;
}

export interface LibraryParts {
  readonly recents: Recents;
  readonly readers: Readers;
  readonly examples: string;
  readonly isLive: (path: string) => boolean;
  /** Told when a file lies elsewhere. */
  readonly moved: (from: string, to: string) => void;
  /** Told when the list is another one. */
  readonly changed: () => void;
}

export function createLibrary(parts: LibraryParts): Library {
  const { recents, readers, isLive } = parts;

  const factsOf = async (path: string, seen: RecentEntry['seen']) => {
    const result = await readers.ask('tape.summary', path, {});
    const { status, reason, head } = result.ok ? result.value : { status: 'unreadable', reason: null, head: -1 };
    const facts = { status, reason, events: head + 1, ...(seen && { seen }) };
    await recents.describe(path, facts);
    return facts;
  };

  const itemOf = async (entry: RecentEntry, budget: { left: number }): Promise<LibraryItem> => {
    const { seen, ...shown } = entry;
    const stats = statSync(entry.path, { throwIfNoEntry: false });
    const item = { ...shown, name: nameOf(entry.path), sizeBytes: stats?.size ?? 0, missing: !stats?.isFile() };
    if (item.missing || entry.kind === 'graph' || stats === undefined) return item;
    if (isLive(entry.path)) return { ...item, status: 'running', reason: null };
    const now = { mtimeMs: stats.mtimeMs, sizeBytes: stats.size };
    if (seen?.mtimeMs === now.mtimeMs && seen.sizeBytes === now.sizeBytes) return item;
    if (budget.left === 0) return item;
    budget.left -= 1;
    const { status, reason, events } = await factsOf(entry.path, now);
    return { ...item, status, reason, events };
  };

  const refusal = (path: string, what: string): Failure | undefined => {
    if (extname(path) !== TAPE_ENDING) {
      return failure('not-a-tape', `${path} is not a tape; only tapes can be ${what} here.`);
    }
    if (isLive(path)) return failure('tape-live', `${path} is being recorded; stop the run before it is ${what}.`);
    return undefined;
  };

  return {
    async list() {
      const budget = { left: MOST_READ_AT_ONCE };
      const recent: LibraryItem[] = [];
      for (const entry of recents.list()) recent.push(await itemOf(entry, budget));
      return { recent, examples: await examplesIn(parts.examples) };
    },
    isKnown: (path) =>
      recents.list().some((entry) => entry.path === path) ||
      (dirname(path) === parts.examples && extname(path) === '.json'),
    async note(path, kind, summary) {
      const facts = summary && { status: summary.status, reason: summary.reason, events: summary.head + 1 };
      try {
        await recents.note({ path, kind, openedAtMs: Date.now(), ...facts });
      } catch (error) {
        // Where nothing can be remembered, opening works all the same.
        console.warn(`looptape: the recent list could not be written: ${String(error)}`);
      }
      parts.changed();
    },
    async noteFolder(folder) {
      const known = new Set(recents.list().map(({ path }) => path));
      for (const name of readdirSync(folder).sort()) {
        const path = join(folder, name);
        const kind = extname(name) === TAPE_ENDING ? 'tape' : extname(name) === '.json' ? 'graph' : undefined;
        const stats = statSync(path, { throwIfNoEntry: false });
        if (kind === undefined || known.has(path) || !stats?.isFile()) continue;
        await recents.note({ path, kind, openedAtMs: Math.round(stats.mtimeMs) });
      }
      parts.changed();
    },
    async rename(path, name) {
      const refused = refusal(path, 'renamed');
      if (refused) return failed(refused);
      const to = join(dirname(path), name.endsWith(TAPE_ENDING) ? name : name + TAPE_ENDING);
      if (/[/\\\0]/.test(name) || name.startsWith('.') || basename(to) === TAPE_ENDING) {
        return failed(
          failure('bad-name', `"${name}" can't be the name of a file: it must be a plain name without folders.`),
        );
      }
      if (to === path) return succeeded({ path });
      const result = await readers.without(path, () => move(path, to));
      if (!result.ok) return result;
      parts.moved(path, to);
      await recents.rename(path, to);
      parts.changed();
      return succeeded({ path: to });
    },
    async remove(path) {
      const refused = refusal(path, 'deleted');
      if (refused) return failed(refused);
      const result = await readers.without(path, () => removeTape(path));
      if (!result.ok) return result;
      await recents.forget(path);
      parts.changed();
      return succeeded({});
    },
    async forget(path) {
      await recents.forget(path);
      parts.changed();
    },
  };
}

function nameOf(path: string): string {
  return basename(path, extname(path));
}

async function examplesIn(folder: string): Promise<Example[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Promise.all(
    files.sort().map(async (file) => {
      const path = join(folder, file);
      return { path, name: nameOf(path), sentence: descriptionOf(await readFile(path, 'utf8')) };
    }),
  );
}

/** A graph may say in `description` what it is for; our examples do. */
function descriptionOf(text: string): string {
  try {
    const { description } = JSON.parse(text) as { description?: unknown };
    return typeof description === 'string' ? description : '';
  } catch {
    return ''; // it is listed, and says what is wrong with it when it is opened
  }
}

/** Never over another file: a link, unlike a rename, fails where something is. */
async function move(from: string, to: string): Promise<Result<void, Failure>> {
  try {
    if (existsSync(to)) return failed(failure('name-taken', `There is a file ${to} already.`));
    for (const ending of SIDE_ENDINGS) if (existsSync(from + ending)) await rename(from + ending, to + ending);
    await link(from, to)
      .then(() => rm(from))
      .catch((error: unknown) => {
        const { code } = error as { code?: unknown };
        // Some file systems know no links.
        if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return rename(from, to);
        throw error;
      });
    return succeeded(undefined);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST') {
      return failed(failure('name-taken', `There is a file ${to} already.`));
    }
    return failed(cantRead(from, error));
  }
}

async function removeTape(path: string): Promise<Result<void, Failure>> {
  try {
    await rm(path);
    for (const ending of SIDE_ENDINGS) await rm(path + ending, { force: true });
    return succeeded(undefined);
  } catch (error) {
    return failed(cantRead(path, error));
  }
}
