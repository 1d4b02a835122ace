// Stage 3, check: a parsed graph becomes a checked one, or all of its problems at once. What can be said of a graph that breaks
// rules is said too, so that it can be drawn with its problems beside it.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { Hazard } from '../../shared/model/hazard.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { ParsedGraph } from './parse.ts';
import { type CheckOptions, draftPivot } from './pivot/draft.ts';
import { staticHazards } from './rules/staticHazards.ts';
import { validatorRules } from './rules/validatorRules.ts';

export type { CheckOptions };

export interface GraphDraft {
  /** The graph as it can best be understood: for drawing, not for running while there are problems. */
  readonly graph: CheckedPivotGraph;
  /** Every rule that it breaks, in the order of the list of rules. */
  readonly problems: Problem[];
  /** What refuses nothing: keys that stand twice, and what a public engine takes where its compat is asked for. */
  readonly notes: Problem[];
}

export interface CheckFailure {
  readonly problems: Problem[];
  /** The graph as far as it is understood, to be drawn. */
  readonly view: CheckedPivotGraph;
}

/** The graph with everything that was found, whether it may run or not. */
export function draftGraph(parsed: ParsedGraph, options: CheckOptions = {}): GraphDraft {
  const draft = draftPivot(parsed, options);
  const problems: Problem[] = [];
  const notes: Problem[] = [...parsed.notes];
  for (const rule of validatorRules) {
    const isTaken = rule.warnsUnder?.includes(draft.graph.compat ?? '') ?? false;
    for (const { isNote, ...finding } of rule.find(draft)) {
      (isTaken || isNote ? notes : problems).push({ code: rule.code, ...finding });
    }
  }
  const hazards = staticHazards.flatMap(({ code, severity, find }) =>
    find(draft).map((finding): Hazard => ({ code, severity, ...finding })),
  );
  return { graph: { ...draft.graph, hazards }, problems, notes };
}

/** The graph that the engine may run, or every problem that it has. */
export function checkGraph(parsed: ParsedGraph, options: CheckOptions = {}): Result<CheckedPivotGraph, CheckFailure> {
  const { graph, problems } = draftGraph(parsed, options);
  return problems.length === 0 ? succeeded(graph) : failed({ problems, view: graph });
}
