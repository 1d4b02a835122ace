// Values enter a loop by its init side or a graphIn and leave it by a final side or a graphOut, never past them.
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { CheckedEdge, NodeRole } from '../../../shared/model/checkedGraph.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import type { Finding, Rule } from './rule.ts';

export const crossScopeWire: Rule = {
  code: 'cross-scope-wire',
  source: 'seed 001 §8, semantics §1, Scopes',
  sentence:
    "A wire stays in its scope, but for those into an iterIn's init side from the scope around it, out of a root iterOut's final side, from a body to a side read-out, from the graph scope into a root loop's body, and through graphIn and graphOut.",
  example: "`outer_body.y → inner_body.x`, past the inner loop's graphIn and init side",
  find: (draft) => draft.graph.edges.flatMap((edge) => (isLegal(edge, draft) ? [] : [finding(edge, draft)])),
};

function isLegal(edge: CheckedEdge, draft: PivotDraft): boolean {
  const { placement, graph, scopeOf, pairs, overlaps } = draft;
  const source = roleIn(draft, edge.source);
  const target = roleIn(draft, edge.target);
  // What leaves a root's final side, or the band, is judged by band-purity and band-pivot.
  if (placement.isFinal(edge) || placement.isInBand(edge.source) || placement.isInBand(edge.target)) return true;
  // A read-out between two loops is told by readout-two-scopes.
  if (placement.conflicts.some((conflict) => conflict.node === edge.target)) return true;
  // Nor has a node that two loops share a side of a boundary to be on.
  if (overlaps.some(({ shared }) => shared.includes(edge.source) || shared.includes(edge.target))) return true;
  // A pivot without a partner bounds no scope.
  if (isUnpaired(edge.source, draft) || isUnpaired(edge.target, draft)) return true;
  const from = placement.feeds(edge);
  const scope = scopeOf(edge.target);
  if (graph.compat === 'agentcanvas' && isLegalThere(source, target, scopeOf(edge.source), scope)) return true;
  // The final side of an inner loop leaves it through a graphOut, which is its latch.
  if (source === 'iterOut' && target !== 'graphOut') return false;
  const around = placement.parentOf(scope);
  switch (target) {
    case 'iterIn':
      return from === around;
    case 'graphIn':
      return scope === GRAPH_SCOPE
        ? placement.holds(from, graph.runsIn[edge.target] as string)
        : from === around || from === scope;
    case 'graphOut':
      return scope === GRAPH_SCOPE
        ? placement.holds(from, graph.runsIn[edge.target] as string)
        : placement.holds(from, scope);
    case 'iterOut':
    case 'operator': {
      if (scope === GRAPH_SCOPE) return placement.holds(from, graph.runsIn[edge.target] as string);
      if (from === scope) return true;
      const isRoot = pairs.outOf.has(scope) && around === GRAPH_SCOPE;
      return (
        (isRoot && from === GRAPH_SCOPE && source !== 'graphOut') ||
        (source === 'graphIn' && scopeOf(edge.source) === scope)
      );
    }
  }
}

/** The public engine lets more pass: all to and from the graph scope, and all that a pivot or boundary stands at. */
function isLegalThere(source: NodeRole, target: NodeRole, from: string, to: string): boolean {
  if (from === to || from === GRAPH_SCOPE || to === GRAPH_SCOPE) return true;
  return source === 'graphOut' || source === 'iterOut' || target === 'graphIn' || target === 'iterIn';
}

function finding(edge: CheckedEdge, draft: PivotDraft): Finding {
  const { placement, scopeOf } = draft;
  const source = roleIn(draft, edge.source);
  const target = roleIn(draft, edge.target);
  const from = source === 'graphOut' || source === 'iterOut' ? scopeOf(edge.source) : placement.feeds(edge);
  const to = target === 'iterIn' ? placement.parentOf(scopeOf(edge.target)) : scopeOf(edge.target);
  const where = { node: edge.target, port: edge.targetHandle, edge: edge.id };
  const wire = `Edge ${edge.id} (${edge.source}.${edge.sourceHandle} → ${edge.target}.${edge.targetHandle})`;
  if (source === 'graphOut' && scopeOf(edge.source) === scopeOf(edge.target) && from !== GRAPH_SCOPE) {
    return {
      message: `${wire} reads the latch of ${from} inside ${from}; a latch releases its value only when its loop has ended.`,
      where,
      hint: `Wire ${edge.target} to what feeds ${edge.source}.`,
    };
  }
  if (target === 'iterIn') {
    return {
      message: `${wire} starts the loop ${edge.target} from ${called(from)}, but ${edge.target} lies in ${called(to)}.`,
      where,
      hint:
        to === GRAPH_SCOPE
          ? `Lead what ${edge.target}'s loop makes back into ${from}, through a graphOut, so that it is nested there.`
          : `Hand the value into ${to} first, for example as an init port of ${to}, and wire it on from there.`,
    };
  }
  return {
    message: `${wire} goes from ${called(from)} into ${called(to)} past the boundary between them.`,
    where,
    hint:
      placement.holds(from, to) && from !== to
        ? `Hand the value in through an init port of ${to} or a graphIn.`
        : 'Lead it out through a graphOut, which releases its last value when the loop ends, or carry it and read the final side.',
  };
}

function roleIn(draft: PivotDraft, id: string): NodeRole {
  return draft.node(id)?.role ?? 'operator';
}

function isUnpaired(id: string, { node, pairs }: PivotDraft): boolean {
  const role = node(id)?.role;
  return (role === 'iterIn' && !pairs.outOf.has(id)) || (role === 'iterOut' && !pairs.inOf.has(id));
}

function called(scope: string): string {
  return scope === GRAPH_SCOPE ? 'the graph scope' : `the loop ${scope}`;
}
