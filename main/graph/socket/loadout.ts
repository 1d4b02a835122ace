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
  /** Where the graph's own parts stand in the file. */
  readonly root: readonly string[];
  /** Where its materia stand: beside the loadouts, or in the loadout itself. */
  materiaRoot(name: string): readonly string[];
  readonly fault?: LoadoutFault;
}

const NOTHING: SocketGraph = { sockets: {} };

export function takeGraph({ authored }: ParsedSocketGraph, asked: string | undefined): TakenGraph {
  if (authored.kind === 'graph') {
    const { graph } = authored;
    const own = { root: [], materiaRoot: () => [] };
    if (asked === undefined) return { graph, ...own };
    return { graph: NOTHING, ...own, fault: { code: 'unknown-loadout', asked, isAuthored: false } };
  }
  const { config } = authored;
  const names = Object.keys(config.loadouts);
  const wanted = asked ?? config.activeLoadout ?? (names.length === 1 ? names[0] : undefined);
  const nothing = { graph: NOTHING, root: [], materiaRoot: () => [] };
  if (wanted === undefined) return { ...nothing, fault: { code: 'loadout-needed', isAuthored: false, names } };
  const loadout = Object.hasOwn(config.loadouts, wanted) ? config.loadouts[wanted] : undefined;
  if (loadout === undefined) {
    const isAuthored = asked === undefined;
    return { ...nothing, fault: { code: 'unknown-loadout', asked: wanted, isAuthored, names } };
  }
  const root = ['loadouts', wanted];
  const graph: SocketGraph = {
    ...loadout,
    materia: config.materia || loadout.materia ? { ...config.materia, ...loadout.materia } : undefined,
    limits: { ...config.limits, ...loadout.limits },
    state: loadout.state ?? config.state,
    cursors: loadout.cursors ?? config.cursors,
    compat: loadout.compat ?? config.compat,
  };
  return {
    graph,
    loadout: wanted,
    root,
    materiaRoot: (name) => (Object.hasOwn(loadout.materia ?? {}, name) ? root : []),
  };
}

/** The loadouts that a file offers, in its order; undefined for a graph of its own. */
export function loadoutsOf({ authored }: ParsedSocketGraph): string[] | undefined {
  return authored.kind === 'config' ? Object.keys(authored.config.loadouts) : undefined;
}
