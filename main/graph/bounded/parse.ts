// The shape of a bounded loop's file (semantics §3, File). What it asks for is read when it is checked.
import { failed, type Result, succeeded } from '../../../shared/base/result.ts';
import { BoundedGraph } from '../../../shared/model/boundedGraph.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { ParseFailure } from '../parse.ts';
import { shapeProblem } from '../shapeProblem.ts';

export interface ParsedBoundedGraph {
  readonly dialect: 'bounded';
  /** The file's name without folder and ending, else the graph's own name. */
  readonly name: string;
  readonly authored: BoundedGraph;
  /** The file as authored: what the tape keeps. */
  readonly source: Value;
  /** What is worth saying and refuses nothing, such as a key that stands twice. */
  readonly notes: readonly Problem[];
}

/** `name` is the file's, or "". Problems: `wrong-shape`. */
export function parseBounded(
  source: Value,
  name: string,
  notes: readonly Problem[],
): Result<ParsedBoundedGraph, ParseFailure> {
  const checked = BoundedGraph.safeParse(source);
  if (!checked.success)
    return failed({ problems: checked.error.issues.map((issue) => shapeProblem(issue, source, [])) });
  return succeeded({
    dialect: 'bounded',
    name: name || checked.data.name || 'loop',
    authored: checked.data,
    source,
    notes,
  });
}
