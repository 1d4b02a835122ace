// The plan of a pivot graph: what never changes during a run, as arrays and indexes, so that one iteration costs one pass
// over its body. An item of a region is what settles once in each of the region's iterations: a node that runs there, or an
// inner scope as a whole, which stands under the index of its iterIn.
import { present } from '../../../shared/base/assert.ts';
import type { CheckedNode, CheckedPivotGraph, SlotSpec } from '../../../shared/model/checkedGraph.ts';
import { accessOf, type StateSpec } from '../../../shared/model/container.ts';
import { turnsIn } from './turns.ts';

export interface PlanInput {
  readonly port: string;
  /** `node.port`, as decisions about it say. */
  readonly subject: string;
  readonly required: boolean;
  /** Edges into it, in the order of declaration. */
  readonly edges: readonly number[];
}

export interface PlanNode {
  readonly index: number;
  readonly node: CheckedNode;
  /** Index of the scope in whose iterations it settles. */
  readonly region: number;
  readonly inputs: readonly PlanInput[];
  readonly inEdges: readonly number[];
  readonly outEdges: readonly number[];
  /** Settles on its own: operators, graph boundaries with wires, and scopes (under their iterIn). */
  readonly item: boolean;
  /** Items of the same region that feed it, and that it feeds; each once. */
  readonly feeders: readonly number[];
  readonly followers: readonly number[];
  /** Nodes of the same region that have their turn at a container before it, and after it. They feed it nothing. */
  readonly turnAfter: readonly number[];
  readonly turnBefore: readonly number[];
  /** Containers that it has access to, by their place in the graph's list. */
  readonly containers: readonly number[];
  /** Of an iterIn or iterOut: its scope's index; of a latch: the scope at whose end it releases. Else -1. */
  readonly scope: number;
}

export interface PlanEdge {
  readonly index: number;
  readonly source: number;
  readonly handle: string;
  readonly target: number;
  readonly port: string;
  /** Where it leaves an iterIn's slot: how that slot is written. `step` is none. */
  readonly slotWriter?: 'init' | 'iterout';
  /** `node.handle`, as candidates are called. */
  readonly candidate: string;
}

export interface PlanScope {
  readonly index: number;
  readonly scope: string;
  /** -1 for the graph scope. */
  readonly iterIn: number;
  readonly iterOut: number;
  /** Index of the parent; -1 for the graph scope itself. */
  readonly parent: number;
  /** 0 for the graph scope. */
  readonly depth: number;
  readonly slots: ReadonlyMap<string, SlotSpec>;
  readonly carries: readonly {
    readonly port: string;
    readonly slot: string;
    readonly persist: boolean;
    readonly required: boolean;
  }[];
  readonly stop: PlanInput | undefined;
  readonly carryInputs: readonly PlanInput[];
  readonly items: readonly number[];
  /** Edges that end inside, inner scopes included: what an iteration did not read is gone at its boundary. */
  readonly innerEdges: readonly number[];
  /** Latches that release when it ends. */
  readonly latches: readonly number[];
  readonly budget: number;
}

export interface Plan {
  readonly graph: CheckedPivotGraph;
  readonly nodes: readonly PlanNode[];
  readonly edges: readonly PlanEdge[];
  /** 0 is the graph scope; the others stand in the order of their iterIns. */
  readonly scopes: readonly PlanScope[];
  readonly nodeIndex: ReadonlyMap<string, number>;
  readonly scopeIndex: ReadonlyMap<string, number>;
  /** Every state of every container, by its slot. */
  readonly states: ReadonlyMap<string, StateSpec>;
}

const plans = new WeakMap<CheckedPivotGraph, Plan>();

export function planOf(graph: CheckedPivotGraph): Plan {
  const known = plans.get(graph);
  if (known) return known;
  const made = makePlan(graph);
  plans.set(graph, made);
  return made;
}

function makePlan(graph: CheckedPivotGraph): Plan {
  const nodeIndex = new Map(graph.nodes.map((node, index) => [node.id, index]));
  const scopeIds = ['', ...Object.keys(graph.scopes)];
  const scopeIndex = new Map(scopeIds.map((id, index) => [id, index]));
  const index = (id: string): number => present(nodeIndex.get(id), `node ${id}`);
  const scopeOf = (id: string): number => present(scopeIndex.get(id), `scope ${id}`);

  const parents = scopeIds.map((id) => (id === '' ? -1 : scopeOf(graph.forest.scopes[id]?.parent_scope_id ?? '')));
  const depths = scopeIds.map((_, s) => {
    let depth = 0;
    for (let up = parents[s] as number; up >= 0; up = parents[up] as number) depth++;
    return depth;
  });
  const isWithin = (inner: number, outer: number): boolean => {
    for (let s = inner; s >= 0; s = parents[s] as number) if (s === outer) return true;
    return false;
  };

  // Which scope a pivot belongs to.
  const pivotScope = new Map<number, number>();
  for (const id of scopeIds.slice(1)) {
    pivotScope.set(index(id), scopeOf(id));
    pivotScope.set(index((graph.scopes[id] as { iterOut: string }).iterOut), scopeOf(id));
  }

  const edges: PlanEdge[] = graph.edges.map((edge, i) => {
    const source = index(edge.source);
    const spec = graph.scopes[edge.source]?.slots.find((slot) => slot.name === edge.sourceHandle);
    return {
      index: i,
      source,
      handle: edge.sourceHandle,
      target: index(edge.target),
      port: edge.targetHandle,
      ...(spec ? { slotWriter: spec.writer === 'iterout' ? ('iterout' as const) : ('init' as const) } : {}),
      candidate: `${edge.source}.${edge.sourceHandle}`,
    };
  });
  const inEdges: number[][] = graph.nodes.map(() => []);
  const outEdges: number[][] = graph.nodes.map(() => []);
  for (const edge of edges) {
    (inEdges[edge.target] as number[]).push(edge.index);
    (outEdges[edge.source] as number[]).push(edge.index);
  }

  const isLatch = (i: number): boolean => {
    const node = graph.nodes[i] as CheckedNode;
    return (
      node.role === 'graphOut' &&
      graph.forest.node_to_scope[node.id] !== undefined &&
      graph.forest.node_to_scope[node.id] !== ''
    );
  };
  // The region in which a node's values come to be, and the item there that they wait for; -1: there from the start.
  const emits = graph.nodes.map((node, i): { region: number; item: number } => {
    if (node.role === 'iterIn') return { region: pivotScope.get(i) ?? 0, item: -1 };
    if (node.role === 'iterOut') {
      const scope = pivotScope.get(i) as number;
      return { region: parents[scope] as number, item: index(scopeIds[scope] as string) };
    }
    if (isLatch(i)) {
      const scope = scopeOf(graph.forest.node_to_scope[node.id] as string);
      return { region: parents[scope] as number, item: index(scopeIds[scope] as string) };
    }
    return { region: scopeOf(graph.runsIn[node.id] ?? ''), item: i };
  });
  // The region in which what arrives at a node is read.
  const regions = graph.nodes.map((node, i) => {
    if (node.role === 'iterIn') return parents[pivotScope.get(i) as number] as number;
    if (node.role === 'iterOut') return pivotScope.get(i) as number;
    if (isLatch(i)) return scopeOf(graph.forest.node_to_scope[node.id] as string);
    return scopeOf(graph.runsIn[node.id] ?? '');
  });
  const isItem = graph.nodes.map((node, i) => {
    if (node.role === 'iterOut') return false;
    // A latch that only a final side feeds is written when its scope ends, never within an iteration.
    if (isLatch(i))
      return (inEdges[i] as number[]).some((e) => emits[(edges[e] as PlanEdge).source]?.region === regions[i]);
    return true;
  });

  const feeders = graph.nodes.map(() => new Set<number>());
  for (const edge of edges) {
    const source = emits[edge.source] as { region: number; item: number };
    if (source.item < 0) continue;
    const target = edge.target;
    const readIn = regions[target] as number;
    if (source.region === readIn) {
      if (isItem[target] && source.item !== target) (feeders[target] as Set<number>).add(source.item);
    } else if (isWithin(readIn, source.region)) {
      // Whatever outside feeds a body directly must be at rest before the scope is entered (semantics §1).
      let child = readIn;
      while ((parents[child] as number) !== source.region) child = parents[child] as number;
      const item = index(scopeIds[child] as string);
      if (source.item !== item) (feeders[item] as Set<number>).add(source.item);
    }
  }
  const followers: number[][] = graph.nodes.map(() => []);
  feeders.forEach((set, i) => {
    for (const f of set) (followers[f] as number[]).push(i);
  });

  const inputsOf = (node: CheckedNode, i: number): PlanInput[] =>
    node.inputs.map(({ port, required }) => ({
      port,
      subject: `${node.id}.${port}`,
      required,
      edges: (inEdges[i] as number[]).filter((e) => (edges[e] as PlanEdge).port === port),
    }));

  const place = new Map(graph.containers.map((container, i) => [container.id, i]));
  const containers = graph.nodes.map((node) =>
    accessOf(graph.grants, node.id).map((grant) => present(place.get(grant.container), `container ${grant.container}`)),
  );
  const turns = turnsIn({ isItem, regions, feeders, containers });

  const nodes: PlanNode[] = graph.nodes.map((node, i) => ({
    index: i,
    node,
    region: regions[i] as number,
    inputs: inputsOf(node, i),
    inEdges: inEdges[i] as number[],
    outEdges: outEdges[i] as number[],
    item: isItem[i] as boolean,
    feeders: [...(feeders[i] as Set<number>)],
    followers: followers[i] as number[],
    turnAfter: turns.after[i] ?? [],
    turnBefore: turns.before[i] ?? [],
    containers: containers[i] as number[],
    scope: pivotScope.get(i) ?? (isLatch(i) ? (regions[i] as number) : -1),
  }));

  const scopes: PlanScope[] = scopeIds.map((id, s) => {
    const spec = graph.scopes[id];
    const iterOut = spec ? index(spec.iterOut) : -1;
    const input = (port: string): PlanInput => ({
      port,
      subject: `${spec?.iterOut}.${port}`,
      required: false,
      edges: iterOut < 0 ? [] : (inEdges[iterOut] as number[]).filter((e) => (edges[e] as PlanEdge).port === port),
    });
    const carries = (spec?.carries ?? []).map((carry) => ({
      port: carry.port,
      slot: `iterout_${carry.port}`,
      persist: spec?.slots.find((slot) => slot.name === `iterout_${carry.port}`)?.persist ?? true,
      required: carry.required,
    }));
    const stop = input('stop');
    return {
      index: s,
      scope: id,
      iterIn: spec ? index(id) : -1,
      iterOut,
      parent: parents[s] as number,
      depth: depths[s] as number,
      slots: new Map((spec?.slots ?? []).map((slot) => [slot.name, slot])),
      carries,
      stop: stop.edges.length > 0 ? stop : undefined,
      carryInputs: carries.map((carry) => ({ ...input(carry.port), required: carry.required })),
      items: nodes.filter((node) => node.item && node.region === s).map((node) => node.index),
      innerEdges:
        s === 0 ? [] : edges.filter((edge) => isWithin(regions[edge.target] as number, s)).map((edge) => edge.index),
      latches:
        s === 0
          ? []
          : nodes.filter((node) => node.node.role === 'graphOut' && node.scope === s).map((node) => node.index),
      budget: graph.forest.scopes[id]?.effective_budget ?? 0,
    };
  });

  const states = new Map(graph.containers.flatMap((container) => container.states.map((state) => [state.slot, state])));
  return { graph, nodes, edges, scopes, nodeIndex, scopeIndex, states };
}
