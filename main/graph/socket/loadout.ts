// Which graph of a file is meant: the file's own, or one of its loadouts with what the config file shares among them (semantics
// §2, File). A loadout's own word goes before the file's.
import type { SocketGraph } from '../../../shared/model/socketGraph.ts';
import type { ParsedSocketGraph } from './parse.ts';

/** Why no loadout could be taken. */
export interface LoadoutFault {
  readonly code: 'loadout-needed' | 'unknown-loadout';
  /** The name that was asked for; undefined where none was. */
  readonly asked?: string;
  /** True where the name stands in the file, as its `activeLoadout`. */
  readonly isAuthored: boolean;
  /** The loadouts that there are; undefined where the file has none at all. */
  readonly names?: readonly string[];
}

export interface TakenGraph {
  /** Without sockets where there is a fault. */
  readonly graph: SocketGraph;
  /** Undefined for a graph of its own. */
  readonly loadout?: string;
  /** Where a part of the graph stands in the file: in the loadout, or beside the loadouts where it is shared. */
  rootOf(part: PropertyKey | undefined, key: PropertyKey | undefined): readonly string[];
  readonly fault?: LoadoutFault;
}

const NOTHING: SocketGraph = { sockets: {} };
/** What loadouts share. */
const SHARED = ['materia', 'limits', 'state', 'cursors', 'compat'] as const;

export function takeGraph({ authored }: ParsedSocketGraph, asked: string | undefined): TakenGraph {
  if (authored.kind === 'graph') {
    const { graph } = authored;
    if (asked === undefined) return { graph, rootOf: () => [] };
    return { graph: NOTHING, rootOf: () => [], fault: { code: 'unknown-loadout', asked, isAuthored: false } };
  }
  const { config } = authored;
  const names = Object.keys(config.loadouts);
  const wanted = asked ?? config.activeLoadout ?? (names.length === 1 ? names[0] : undefined);
  const nothing = { graph: NOTHING, rootOf: () => [] };
  if (wanted === undefined) return { ...nothing, fault: { code: 'loadout-needed', isAuthored: false, names } };
  const loadout = Object.hasOwn(config.loadouts, wanted) ? config.loadouts[wanted] : undefined;
  if (loadout === undefined) {
    const isAuthored = asked === undefined;
    return { ...nothing, fault: { code: 'unknown-loadout', asked: wanted, isAuthored, names } };
  }
  const graph: SocketGraph = {
    ...loadout,
    materia: config.materia || loadout.materia ? { ...config.materia, ...loadout.materia } : undefined,
    limits: { ...config.limits, ...loadout.limits },
    state: loadout.state ?? config.state,
    cursors: loadout.cursors ?? config.cursors,
    compat: loadout.compat ?? config.compat,
  };
  const isShared = (part: PropertyKey | undefined, key: PropertyKey | undefined) => {
    if (!SHARED.some((name) => name === part)) return false;
    const own: unknown = loadout[part as (typeof SHARED)[number]];
    if (typeof own !== 'object' || own === null) return own === undefined || own === null;
    return key !== undefined && !Object.hasOwn(own, key);
  };
  return {
    graph,
    loadout: wanted,
    rootOf: (part, key) => (isShared(part, key) ? [] : ['loadouts', wanted]),
  };
}

/** The loadouts that a file offers, in its order; undefined for a graph of its own. */
export function loadoutsOf({ authored }: ParsedSocketGraph): string[] | undefined {
  return authored.kind === 'config' ? Object.keys(authored.config.loadouts) : undefined;
}
