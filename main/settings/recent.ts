// The files that were opened or made lately, newest first, in `recent.json`. Of a tape it keeps what a list shows, with
// the time and size of the file that it was read from, so that a list need not open every tape.
import { join } from 'node:path';
import { LibraryItem } from '../../shared/contract/library.ts';
import { jsonFile } from './jsonFile.ts';

const LONGEST = 200;

/** One line of the list. `path` is absolute and names the entry. */
const Entry = LibraryItem.pick({ path: true, kind: true, openedAtMs: true, status: true, reason: true, events: true });
export type RecentEntry = ReturnType<typeof Entry.parse> & {
  /** Modification time and size of the file when status, reason and events were read. */
  readonly seen?: { readonly mtimeMs: number; readonly sizeBytes: number };
};

export interface Recents {
  /** Newest first. */
  list(): readonly RecentEntry[];
  /** Puts an entry on top, or takes the place of the one with its path. */
  note(entry: RecentEntry): Promise<void>;
  /** Changes what is kept of a path without moving it; nothing where it is not on the list. */
  describe(path: string, facts: Partial<Pick<RecentEntry, 'status' | 'reason' | 'events' | 'seen'>>): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  forget(path: string): Promise<void>;
}

export function createRecents(folder: string, warn?: (sentence: string) => void): Recents {
  const file = jsonFile<readonly RecentEntry[]>({
    path: join(folder, 'recent.json'),
    parse: entriesOf,
    ...(warn && { warn }),
  });
  const change = async (next: (entries: readonly RecentEntry[]) => readonly RecentEntry[]): Promise<void> => {
    await file.update((entries) => next(entries).slice(0, LONGEST));
  };
  return {
    list: () => file.read(),
    note: (entry) => change((entries) => [entry, ...entries.filter(({ path }) => path !== entry.path)]),
    describe: (path, facts) =>
      change((entries) => entries.map((entry) => (entry.path === path ? { ...entry, ...facts } : entry))),
    rename: (from, to) =>
      change((entries) =>
        entries
          .filter(({ path }) => path !== to)
          .map((entry) => (entry.path === from ? { ...entry, path: to } : entry)),
      ),
    forget: (path) => change((entries) => entries.filter((entry) => entry.path !== path)),
  };
}

function entriesOf(data: unknown): readonly RecentEntry[] | undefined {
  if (data === undefined) return [];
  if (!Array.isArray(data)) return undefined;
  const entries: RecentEntry[] = [];
  for (const item of data as unknown[]) {
    const parsed = Entry.safeParse(item);
    if (!parsed.success) return undefined;
    const seen = (item as { seen?: Partial<NonNullable<RecentEntry['seen']>> }).seen;
    const { mtimeMs, sizeBytes } = seen ?? {};
    const known = typeof mtimeMs === 'number' && typeof sizeBytes === 'number';
    entries.push(known ? { ...parsed.data, seen: { mtimeMs, sizeBytes } } : parsed.data);
  }
  return entries;
}
