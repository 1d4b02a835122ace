// Stage 2, parse: a text becomes a graph of a dialect, or problems. Shape only: no rule is looked at here, and nothing of the
// file is lost (`source` holds all of it, unknown keys included).
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { PivotGraph } from '../../shared/model/graph.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { adopt, isRecord, type Value } from '../../shared/model/value.ts';
import { type ParsedBoundedGraph, parseBounded } from './bounded/parse.ts';
import { dialectOf } from './dialect.ts';
import { filePath } from './filePath.ts';
import { MAX_DEPTH, scanJson } from './jsonScan.ts';
import { shape, shapeProblem } from './shapeProblem.ts';
import { type ParsedSocketGraph, parseSocket } from './socket/parse.ts';

export interface ParsedPivotGraph {
  readonly dialect: 'pivot';
  /** The file's name without folder and ending, else the graph's own name. */
  readonly name: string;
  readonly authored: PivotGraph;
  /** The graph as authored: what the tape keeps. */
  readonly source: Value;
  /** What is worth saying and refuses nothing, such as a key that stands twice. */
  readonly notes: readonly Problem[];
}
export type ParsedGraph = ParsedPivotGraph | ParsedSocketGraph | ParsedBoundedGraph;

export interface ParseFailure {
  readonly problems: Problem[];
}

/**
 * The graph that a file's text holds. `fileName` is the file's name or path, for sentences and for the graph's name.
 * Problems: `not-json` (with line and column), `too-deep`, `unknown-dialect`, `wrong-shape`.
 */
export function parseGraph(text: string, fileName: string): Result<ParsedGraph, ParseFailure> {
  // An editor's byte order mark is no part of the JSON.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const shown = baseName(fileName) || 'The file';
  if (json.trim() === '') {
    return refused(
      'not-json',
      `${shown} is empty, so it holds no graph.`,
      'Write a graph into it: nodes and edges, or an entry and sockets.',
    );
  }
  const scan = scanJson(json);
  if (scan.fault !== undefined) {
    const { line, column, what } = scan.fault;
    if (what.startsWith('more than')) {
      return refused(
        'too-deep',
        `${shown}, line ${line}: ${what}.`,
        `Nest objects and lists ${MAX_DEPTH} deep at most.`,
      );
    }
    return refused(
      'not-json',
      `${shown} is not JSON: at line ${line}, column ${column}, ${what}.`,
      'Mend the JSON at that place.',
    );
  }
  const notes = scan.duplicates.map(
    (twice): Problem => ({
      code: 'duplicate-key',
      message: `${shown}, line ${twice.line}, column ${twice.column}: the key ${JSON.stringify(twice.key)} stands twice in ${
        twice.path === '' ? 'the graph' : twice.path
      }; the last one counts.`,
      where: { path: twice.path === '' ? filePath([twice.key]) : `${twice.path}${afterwards(twice.key)}` },
      hint: 'Remove the one that does not count.',
    }),
  );
  return parseGraphValue(adopt(JSON.parse(json)), fileName, notes);
}

/** The same for a graph that is a value already, such as a tape's `run.started.graph`. */
export function parseGraphValue(
  source: Value,
  fileName: string,
  notes: readonly Problem[] = [],
): Result<ParsedGraph, ParseFailure> {
  const shown = baseName(fileName) || 'The graph';
  const dialect = dialectOf(source);
  switch (dialect) {
    case 'pivot':
      return parsePivot(source, fileName, notes);
    case 'socket':
      return parseSocket(source, graphName(fileName), notes);
    case 'bounded':
      return parseBounded(source, graphName(fileName), notes);
    case undefined:
      return refused(
        'unknown-dialect',
        `${shown} is no graph of a known kind: it is ${shape(source)}, with neither nodes and edges (pivot), nor sockets or loadouts, nor a prompt (bounded).`,
        'Give it nodes and edges, or an entry and sockets.',
      );
  }
}

function parsePivot(source: Value, fileName: string, notes: readonly Problem[]): Result<ParsedGraph, ParseFailure> {
  const problems: Problem[] = [];
  const checked = PivotGraph.safeParse(source);
  if (!checked.success) problems.push(...checked.error.issues.map((issue) => shapeProblem(issue, source, [])));
  checkSubgraphs(source, [], problems);
  if (!checked.success || problems.length > 0) return failed({ problems });
  const name = graphName(fileName) || checked.data.name || 'graph';
  return succeeded({ dialect: 'pivot', name, authored: checked.data, source, notes });
}

/** A composite's `subgraph` has the shape of a graph, at any depth. */
function checkSubgraphs(graph: Value, path: readonly PropertyKey[], problems: Problem[]): void {
  const nodes = isRecord(graph) ? graph.nodes : undefined;
  if (!Array.isArray(nodes)) return;
  for (const [index, node] of nodes.entries()) {
    const subgraph = isRecord(node) ? node.subgraph : undefined;
    if (subgraph === undefined || subgraph === null) continue;
    const inner = [...path, 'nodes', index, 'subgraph'];
    const checked = PivotGraph.safeParse(subgraph);
    if (!checked.success) problems.push(...checked.error.issues.map((issue) => shapeProblem(issue, subgraph, inner)));
    checkSubgraphs(subgraph, inner, problems);
  }
}

/** What a graph is called after its file; "" where that has no name. */
function graphName(fileName: string): string {
  return baseName(fileName).replace(/\.json$/i, '');
}

/** The file's own name: what stands after the last slash of either kind. */
function baseName(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
}

function afterwards(key: string): string {
  const part = filePath([key]);
  return part.startsWith('[') ? part : `.${part}`;
}

function refused(code: string, message: string, hint: string): Result<never, ParseFailure> {
  return failed({ problems: [{ code, message, where: {}, hint }] });
}
