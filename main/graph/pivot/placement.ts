// Where each node runs: the scope in whose iterations it fires, the after-loop band, and for every edge the scope in whose
// iterations it delivers. All of it follows from the forest and the wires (semantics §1, Scopes, After-loop band).
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { ScopeForest } from '../../../shared/model/scope.ts';
import { reachable, type Wire, type WireIndex } from './wires.ts';

export interface PlacementInput {
  readonly nodes: readonly { readonly id: string; readonly type: string }[];
  readonly wires: WireIndex<Wire>;
  readonly forest: ScopeForest;
  /** Sources before targets. */
  readonly order: readonly string[];
}

/** A side read-out that two scopes feed, neither of which holds the other. */
export interface ReadoutConflict {
  readonly node: string;
  readonly scopes: readonly [string, string];
}

export interface Placement {
  readonly runsIn: Readonly<Record<string, string>>;
  readonly band: readonly string[];
  isInBand(node: string): boolean;
  readonly conflicts: readonly ReadoutConflict[];
  /** The scope in whose iterations the edge delivers; the graph scope for a root's final side. */
  feeds(edge: Wire): string;
  /** Whether the edge leaves a root iterOut: it delivers once, after the loop. */
  isFinal(edge: Wire): boolean;
  /** Whether `outer` is `inner` or holds it; the graph scope holds all. */
  holds(outer: string, inner: string): boolean;
  /** The scope around this one; the graph scope for a root. */
  parentOf(scope: string): string;
}

export function placeNodes({ nodes, wires, forest, order }: PlacementInput): Placement {
  const types = new Map(nodes.map((node) => [node.id, node.type]));
  const scopeOf = (node: string): string => forest.node_to_scope[node] ?? GRAPH_SCOPE;
  const parentOf = (scope: string): string => forest.scopes[scope]?.parent_scope_id ?? GRAPH_SCOPE;
  const holds = (outer: string, inner: string): boolean => {
    for (let at = inner; at !== outer; at = parentOf(at)) if (at === GRAPH_SCOPE) return false;
    return true;
  };
  const isFinal = (edge: Wire): boolean =>
    types.get(edge.source) === 'iterOut' &&
    scopeOf(edge.source) !== GRAPH_SCOPE &&
    parentOf(scopeOf(edge.source)) === GRAPH_SCOPE;
  const isInScope = (node: string): boolean => scopeOf(node) !== GRAPH_SCOPE || isPivot(types.get(node));
  const afterLoop = reachable(
    wires.edges.filter(isFinal).map((edge) => edge.target),
    (node) => (isInScope(node) ? [] : wires.outOf(node).map((edge) => edge.target)),
  );
  const band = new Set(nodes.map((node) => node.id).filter((id) => afterLoop.has(id) && !isInScope(id)));

  const runsIn = new Map<string, string>();
  const feeds = (edge: Wire): string => {
    const scope = scopeOf(edge.source);
    const type = types.get(edge.source);
    if (type === 'iterIn') return scope;
    if (type === 'iterOut' || (type === 'graphOut' && scope !== GRAPH_SCOPE)) return parentOf(scope);
    return runsIn.get(edge.source) ?? GRAPH_SCOPE;
  };
  const conflicts: ReadoutConflict[] = [];
  const readoutScope = (node: string): string => {
    let innermost = GRAPH_SCOPE;
    for (const scope of wires.into(node).map(feeds)) {
      if (holds(innermost, scope)) innermost = scope;
      else if (!holds(scope, innermost) && !conflicts.some((conflict) => conflict.node === node)) {
        conflicts.push({ node, scopes: [innermost, scope] });
      }
    }
    return innermost;
  };
  for (const node of order) {
    const scope = scopeOf(node);
    const type = types.get(node);
    if (type === 'graphIn' && scope !== GRAPH_SCOPE) {
      // A parameter of its scope is handed over by the scope around it; in mid-body it is a mere pass-through.
      runsIn.set(node, wires.into(node).some((edge) => holds(scope, feeds(edge))) ? scope : parentOf(scope));
    } else if (scope !== GRAPH_SCOPE || isPivot(type) || band.has(node)) runsIn.set(node, scope);
    else runsIn.set(node, readoutScope(node));
  }
  return {
    runsIn: Object.fromEntries(nodes.map(({ id }) => [id, runsIn.get(id) ?? GRAPH_SCOPE])),
    band: nodes.map((node) => node.id).filter((id) => band.has(id)),
    isInBand: (node) => band.has(node),
    conflicts,
    feeds,
    isFinal,
    holds,
    parentOf,
  };
}

function isPivot(type: string | undefined): boolean {
  return type === 'iterIn' || type === 'iterOut';
}
