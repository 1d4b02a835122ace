// Scope analysis (seed 001 §7, §8): from nodes, wires and pairs to the forest of loops. A pure function of the flat graph.
// Always gives a whole forest, also for a graph that breaks rules; `overlaps` says where loops are neither nested nor apart.

import { byName } from '../../../shared/base/byName.ts';
import { GRAPH_SCOPE } from '../../../shared/base/ids.ts';
import type { ScopeForest, ScopeInfo } from '../../../shared/model/scope.ts';
import { indexWires, reachable, topologicalOrder, type Wire, type WireIndex } from './wires.ts';

export interface ScopeInput {
  /** Every node once, in the order of declaration. */
  readonly nodes: readonly { readonly id: string; readonly type: string }[];
  readonly edges: readonly Wire[];
  /** iterIn → iterOut. */
  readonly pairs: ReadonlyMap<string, string>;
  /** iterIn → its own budget, where it has one that counts. */
  readonly ownBudgets: ReadonlyMap<string, number>;
  /** What holds for a scope that has none, nor an ancestor that has. */
  readonly graphBudget: number;
}

/** Two scopes that share nodes although neither holds the other's pivots. */
export interface ScopeOverlap {
  readonly scopes: readonly [string, string];
  readonly shared: readonly string[];
}

export interface ScopeAnalysis {
  readonly forest: ScopeForest;
  readonly overlaps: readonly ScopeOverlap[];
}

export function analyzeScopes(input: ScopeInput): ScopeAnalysis {
  const wires = indexWires(input.edges);
  const bodies = new Map(
    [...input.pairs].map(([iterIn, iterOut]) => [iterIn, bodyOf(iterIn, iterOut, wires, input.pairs)]),
  );
  const parents = parentsIn(bodies, input.pairs);
  const depth = (scope: string): number => {
    const parent = parents.get(scope) ?? null;
    return parent === null ? 1 : 1 + depth(parent);
  };
  const depths = new Map([...bodies.keys()].map((scope) => [scope, depth(scope)]));
  const deepest = (scopes: readonly string[]): string => {
    let best = GRAPH_SCOPE;
    for (const scope of scopes) if ((depths.get(scope) ?? 0) > (depths.get(best) ?? 0)) best = scope;
    return best;
  };
  const nodeToScope = new Map<string, string>();
  for (const { id } of input.nodes) nodeToScope.set(id, GRAPH_SCOPE);
  for (const [scope, body] of bodies) {
    for (const node of body) {
      const other = nodeToScope.get(node) ?? GRAPH_SCOPE;
      if ((depths.get(scope) ?? 0) > (depths.get(other) ?? 0)) nodeToScope.set(node, scope);
    }
  }
  for (const iterIn of bodies.keys()) nodeToScope.set(iterIn, iterIn);
  for (const [iterIn, iterOut] of input.pairs) nodeToScope.set(iterOut, iterIn);
  attachBoundaries(input, wires, nodeToScope, parents, deepest);
  return { forest: forestOf(input, nodeToScope, parents), overlaps: overlapsOf(bodies, parents) };
}

/**
 * What lies forward from the iterIn and backward from the iterOut, pivots included. A loop nested inside joins the way from
 * its iterOut back to its iterIn, so that it belongs to the body as a whole even where its final side leads nowhere. Loops
 * around this one do not: their way back leads out of it.
 */
function bodyOf(
  iterIn: string,
  iterOut: string,
  wires: WireIndex<Wire>,
  pairs: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const drawn = reachable([iterIn], (node) => (node === iterOut ? [] : wires.outOf(node).map((edge) => edge.target)));
  const inner = new Map([...pairs].filter(([other]) => other !== iterIn && drawn.has(other)));
  const innerIns = new Map([...inner].map(([start, end]) => [end, start]));
  const forward = reachable([iterIn], (node) => {
    if (node === iterOut) return [];
    const targets = wires.outOf(node).map((edge) => edge.target);
    const back = innerIns.get(node);
    return back === undefined ? targets : [...targets, back];
  });
  const backward = reachable([iterOut], (node) => {
    if (node === iterIn) return [];
    const sources = wires.into(node).map((edge) => edge.source);
    const back = inner.get(node);
    return back === undefined ? sources : [...sources, back];
  });
  const body = new Set([...forward].filter((node) => backward.has(node)));
  body.add(iterIn);
  body.add(iterOut);
  return body;
}

/** The innermost scope that holds both pivots; null for a root. */
function parentsIn(
  bodies: ReadonlyMap<string, ReadonlySet<string>>,
  pairs: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | null> {
  const holds = (outer: string, inner: string): boolean =>
    outer !== inner &&
    bodies.get(outer)?.has(inner) === true &&
    bodies.get(outer)?.has(pairs.get(inner) as string) === true &&
    // In a graph with a cycle two loops can each seem to hold the other; then neither does.
    !(bodies.get(inner)?.has(outer) === true && bodies.get(inner)?.has(pairs.get(outer) as string) === true);
  const parents = new Map<string, string | null>();
  for (const scope of bodies.keys()) {
    const around = [...bodies.keys()].filter((other) => holds(other, scope));
    const innermost = around.find((one) => !around.some((other) => holds(one, other))) ?? null;
    parents.set(scope, innermost !== null && leadsTo(innermost, scope, parents) ? null : innermost);
  }
  return parents;
}

/** Whether the chain of parents from `start` comes by `scope`; possible only where the drawn graph has a cycle. */
function leadsTo(start: string, scope: string, parents: ReadonlyMap<string, string | null>): boolean {
  for (let at: string | null = start; at !== null; at = parents.get(at) ?? null) if (at === scope) return true;
  return false;
}

/**
 * A graphIn belongs to the deepest scope among its targets, a graphOut to the deepest among its sources: the scope that it
 * serves, not the one it is reached from (seed 001 §8). A root's final side does not count, since it is read after the loop.
 * A boundary that is next to another boundary serves the scope around the one that the other serves.
 */
function attachBoundaries(
  input: ScopeInput,
  wires: WireIndex<Wire>,
  nodeToScope: Map<string, string>,
  parents: ReadonlyMap<string, string | null>,
  deepest: (scopes: readonly string[]) => string,
): void {
  const types = new Map(input.nodes.map((node) => [node.id, node.type]));
  const order = topologicalOrder([...types.keys()], wires);
  const scopeSeen = (neighbour: string, boundary: 'graphIn' | 'graphOut'): string => {
    const scope = nodeToScope.get(neighbour) ?? GRAPH_SCOPE;
    if (types.get(neighbour) !== boundary) return scope;
    return parents.get(scope) ?? GRAPH_SCOPE;
  };
  const isRootsEnd = (node: string): boolean =>
    types.get(node) === 'iterOut' && (parents.get(nodeToScope.get(node) ?? GRAPH_SCOPE) ?? null) === null;
  for (const node of [...order].reverse()) {
    if (types.get(node) !== 'graphIn') continue;
    const scope = deepest(wires.outOf(node).map((edge) => scopeSeen(edge.target, 'graphIn')));
    if (scope !== GRAPH_SCOPE) nodeToScope.set(node, scope);
  }
  for (const node of order) {
    if (types.get(node) !== 'graphOut') continue;
    const sources = wires.into(node).map((edge) => edge.source);
    const scope = deepest(
      sources.filter((source) => !isRootsEnd(source)).map((source) => scopeSeen(source, 'graphOut')),
    );
    if (scope !== GRAPH_SCOPE) nodeToScope.set(node, scope);
  }
}

function forestOf(
  input: ScopeInput,
  nodeToScope: ReadonlyMap<string, string>,
  parents: ReadonlyMap<string, string | null>,
): ScopeForest {
  const effective = (scope: string): number => {
    const own = input.ownBudgets.get(scope);
    if (own !== undefined) return own;
    const parent = parents.get(scope) ?? null;
    return parent === null ? input.graphBudget : effective(parent);
  };
  const members = Map.groupBy(input.nodes, ({ id }) => nodeToScope.get(id) ?? GRAPH_SCOPE);
  const idsIn = (scope: string, type?: string): string[] =>
    (members.get(scope) ?? []).filter((node) => type === undefined || node.type === type).map(({ id }) => id);
  const scopeInfo = (scope: string, iterOut: string): ScopeInfo => ({
    scope_id: scope,
    iter_out_id: iterOut,
    parent_scope_id: parents.get(scope) ?? null,
    child_scope_ids: [...input.pairs.keys()].filter((child) => parents.get(child) === scope),
    member_node_ids: idsIn(scope),
    graphin_node_ids: idsIn(scope, 'graphIn'),
    graphout_node_ids: idsIn(scope, 'graphOut'),
    step_budget: input.ownBudgets.get(scope) ?? null,
    effective_budget: effective(scope),
  });
  return {
    scopes: byName([...input.pairs].map(([scope, iterOut]) => [scope, scopeInfo(scope, iterOut)])),
    root_scope_ids: [...input.pairs.keys()].filter((scope) => (parents.get(scope) ?? null) === null),
    node_to_scope: Object.fromEntries(input.nodes.map(({ id }) => [id, nodeToScope.get(id) ?? GRAPH_SCOPE])),
    graph_scope_node_ids: idsIn(GRAPH_SCOPE),
  };
}

function overlapsOf(
  bodies: ReadonlyMap<string, ReadonlySet<string>>,
  parents: ReadonlyMap<string, string | null>,
): ScopeOverlap[] {
  const isInside = (inner: string, outer: string): boolean => {
    const parent = parents.get(inner) ?? null;
    return parent !== null && (parent === outer || isInside(parent, outer));
  };
  const holders = new Map<string, string[]>();
  for (const [scope, body] of bodies) {
    for (const node of body) {
      const there = holders.get(node);
      if (there === undefined) holders.set(node, [scope]);
      else there.push(scope);
    }
  }
  const place = new Map([...bodies.keys()].map((scope, index) => [scope, index]));
  const placeOf = (scope: string): number => place.get(scope) as number;
  return [...bodies].flatMap(([a, body]): ScopeOverlap[] => {
    const sharedWith = new Map<string, string[]>();
    for (const node of body) {
      for (const b of holders.get(node) ?? []) {
        if (placeOf(b) <= placeOf(a) || isInside(a, b) || isInside(b, a)) continue;
        const shared = sharedWith.get(b);
        if (shared === undefined) sharedWith.set(b, [node]);
        else shared.push(node);
      }
    }
    return [...sharedWith]
      .sort(([b], [c]) => placeOf(b) - placeOf(c))
      .map(([b, shared]) => ({ scopes: [a, b] as const, shared }));
  });
}
