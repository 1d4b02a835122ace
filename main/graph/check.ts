// Stage 3, check: a parsed graph becomes a checked one, or all of its problems at once. What can be said of a graph that breaks
// rules is said too, so that it can be drawn with its problems beside it.
import { assertNever } from '../../shared/base/assert.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { CheckedBoundedGraph } from '../../shared/model/checkedBoundedGraph.ts';
import type { CheckedGraph, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import type { Hazard } from '../../shared/model/hazard.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { draftBounded } from './bounded/draft.ts';
import type { ParsedBoundedGraph } from './bounded/parse.ts';
import type { CheckOptions } from './checkOptions.ts';
import type { ParsedGraph, ParsedPivotGraph } from './parse.ts';
import { draftPivot } from './pivot/draft.ts';
import type { Rule } from './rules/rule.ts';
import { socketHazards } from './rules/socketHazards.ts';
import { socketRules } from './rules/socketRules.ts';
import type { StaticHazard } from './rules/staticHazard.ts';
import { staticHazards } from './rules/staticHazards.ts';
import { validatorRules } from './rules/validatorRules.ts';
import { draftSocket } from './socket/draft.ts';
import type { ParsedSocketGraph } from './socket/parse.ts';

export type { CheckOptions };

export interface GraphDraft<G extends CheckedGraph = CheckedGraph> {
  /** The graph as it can best be understood: for drawing, not for running while there are problems. */
  readonly graph: G;
  /** Every rule that it breaks, in the order of the list of rules. */
  readonly problems: Problem[];
  /** What refuses nothing: keys that stand twice, and what a public engine takes where its compat is asked for. */
  readonly notes: Problem[];
}

export interface CheckFailure<G extends CheckedGraph = CheckedGraph> {
  readonly problems: Problem[];
  /** The graph as far as it is understood, to be drawn. */
  readonly view: G;
}

/** The graph with everything that was found, whether it may run or not. */
export function draftGraph(parsed: ParsedPivotGraph, options?: CheckOptions): GraphDraft<CheckedPivotGraph>;
export function draftGraph(parsed: ParsedSocketGraph, options?: CheckOptions): GraphDraft<CheckedSocketGraph>;
export function draftGraph(parsed: ParsedBoundedGraph, options?: CheckOptions): GraphDraft<CheckedBoundedGraph>;
export function draftGraph(parsed: ParsedGraph, options?: CheckOptions): GraphDraft;
export function draftGraph(parsed: ParsedGraph, options: CheckOptions = {}): GraphDraft {
  switch (parsed.dialect) {
    case 'pivot': {
      const draft = draftPivot(parsed, options);
      return judged(draft.graph, draft, parsed.notes, validatorRules, staticHazards);
    }
    case 'socket': {
      const draft = draftSocket(parsed, options);
      return judged(draft.graph, draft, parsed.notes, socketRules, socketHazards);
    }
    case 'bounded':
      return draftBounded(parsed, options);
    default:
      return assertNever(parsed);
  }
}

/** The graph that the engine may run, or every problem that it has. */
export function checkGraph(
  parsed: ParsedPivotGraph,
  options?: CheckOptions,
): Result<CheckedPivotGraph, CheckFailure<CheckedPivotGraph>>;
export function checkGraph(
  parsed: ParsedSocketGraph,
  options?: CheckOptions,
): Result<CheckedSocketGraph, CheckFailure<CheckedSocketGraph>>;
export function checkGraph(
  parsed: ParsedBoundedGraph,
  options?: CheckOptions,
): Result<CheckedBoundedGraph, CheckFailure<CheckedBoundedGraph>>;
export function checkGraph(parsed: ParsedGraph, options?: CheckOptions): Result<CheckedGraph, CheckFailure>;
export function checkGraph(parsed: ParsedGraph, options: CheckOptions = {}): Result<CheckedGraph, CheckFailure> {
  const { graph, problems } = draftGraph(parsed, options);
  return problems.length === 0 ? succeeded(graph) : failed({ problems, view: graph });
}

function judged<G extends CheckedGraph, D>(
  graph: G,
  draft: D,
  said: readonly Problem[],
  rules: readonly Rule<D>[],
  hazards: readonly StaticHazard<D>[],
): GraphDraft<G> {
  const problems: Problem[] = [];
  const notes: Problem[] = [...said];
  for (const rule of rules) {
    const isTaken = rule.warnsUnder?.includes(graph.compat ?? '') ?? false;
    for (const { isNote, ...finding } of rule.find(draft)) {
      (isTaken || isNote ? notes : problems).push({ code: rule.code, ...finding });
    }
  }
  const found = hazards.flatMap(({ code, severity, find }) =>
    find(draft).map((finding): Hazard => ({ code, severity, ...finding })),
  );
  return { graph: { ...graph, hazards: found }, problems, notes };
}
