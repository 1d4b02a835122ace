// The shape of a socket graph file, or of a config file with loadouts (semantics §2, File). Which loadout counts is asked when
// the graph is checked, so that one parsed file answers for all of them.
import { failed, type Result, succeeded } from '../../../shared/base/result.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { SocketConfig, SocketGraph } from '../../../shared/model/socketGraph.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { ParseFailure } from '../parse.ts';
import { shapeProblem } from '../shapeProblem.ts';

export interface ParsedSocketGraph {
  readonly dialect: 'socket';
  /** The file's name without folder and ending, else the graph's own name. */
  readonly name: string;
  /** A graph of its own, or a config file that holds several. */
  readonly authored: SocketFile;
  /** The file as authored: what the tape keeps. */
  readonly source: Value;
  /** What is worth saying and refuses nothing, such as a key that stands twice. */
  readonly notes: readonly Problem[];
}

export type SocketFile =
  | { readonly kind: 'graph'; readonly graph: SocketGraph }
  | { readonly kind: 'config'; readonly config: SocketConfig };

/** `name` is the file's, or "". Problems: `wrong-shape`. */
export function parseSocket(
  source: Value,
  name: string,
  notes: readonly Problem[],
): Result<ParsedSocketGraph, ParseFailure> {
  const file = fileOf(source);
  if (!file.ok) return file;
  const own = file.value.kind === 'graph' ? file.value.graph.name : file.value.config.name;
  return succeeded({ dialect: 'socket', name: name || own || 'graph', authored: file.value, source, notes });
}

/** Sockets of its own make a file a graph, whatever stands beside them. */
function fileOf(source: Value): Result<SocketFile, ParseFailure> {
  const isConfig = isRecord(source) && source.sockets === undefined && source.loadouts !== undefined;
  if (isConfig) {
    const config = SocketConfig.safeParse(source);
    if (config.success) return succeeded({ kind: 'config', config: config.data });
    return failed({ problems: config.error.issues.map((issue) => shapeProblem(issue, source, [])) });
  }
  const graph = SocketGraph.safeParse(source);
  if (graph.success) return succeeded({ kind: 'graph', graph: graph.data });
  return failed({ problems: graph.error.issues.map((issue) => shapeProblem(issue, source, [])) });
}
