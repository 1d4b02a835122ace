// Which graphs may run code on this machine, as `consent.json`: the user said yes once per hash of a graph and of every
// local module that it imports (interfaces §6). What must hold: only a yes is kept, and a file that can't be read means
// that everyone is asked again.
import { join } from 'node:path';
import { jsonFile } from './jsonFile.ts';

const LONGEST = 2000;

export interface Grant {
  /** What `usesOf` of main/app/modules.ts gives. */
  readonly hash: string;
  /** The graph's path when it was asked, for a person who reads the file; nothing depends on it. */
  readonly graph: string;
  readonly grantedAtMs: number;
}

export interface Consents {
  isGranted(hash: string): boolean;
  /** Remembers a yes. Rejects where the settings folder can't be written. */
  grant(hash: string, graph: string): Promise<void>;
}

export function createConsents(folder: string, warn?: (sentence: string) => void): Consents {
  const file = jsonFile<readonly Grant[]>({
    path: join(folder, 'consent.json'),
    parse: grantsOf,
    ...(warn && { warn }),
  });
  return {
    isGranted: (hash) => file.read().some((grant) => grant.hash === hash),
    async grant(hash, graph) {
      const fresh: Grant = { hash, graph, grantedAtMs: Date.now() };
      await file.update((grants) => [fresh, ...grants.filter((grant) => grant.hash !== hash)].slice(0, LONGEST));
    },
  };
}

function grantsOf(data: unknown): readonly Grant[] | undefined {
  if (data === undefined) return [];
  return Array.isArray(data) && data.every(isGrant) ? data : undefined;
}

function isGrant(item: unknown): item is Grant {
  if (typeof item !== 'object' || item === null) return false;
  const { hash, graph, grantedAtMs } = item as Partial<Grant>;
  return typeof hash === 'string' && hash !== '' && typeof graph === 'string' && typeof grantedAtMs === 'number';
}
