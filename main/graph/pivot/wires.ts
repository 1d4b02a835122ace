// The edges of a graph by the nodes that they touch, and what follows from them alone: reach, order, cycles.

export interface Wire {
  readonly source: string;
  readonly target: string;
}

export interface WireIndex<W extends Wire> {
  readonly edges: readonly W[];
  /** The edges into a node, in the order of declaration. */
  into(node: string): readonly W[];
  outOf(node: string): readonly W[];
}

export function indexWires<W extends Wire>(edges: readonly W[]): WireIndex<W> {
  const into = new Map<string, W[]>();
  const outOf = new Map<string, W[]>();
  const add = (map: Map<string, W[]>, node: string, edge: W): void => {
    const there = map.get(node);
    if (there === undefined) map.set(node, [edge]);
    else there.push(edge);
  };
  for (const edge of edges) {
    add(into, edge.target, edge);
    add(outOf, edge.source, edge);
  }
  return { edges, into: (node) => into.get(node) ?? [], outOf: (node) => outOf.get(node) ?? [] };
}

/** Everything that `next` leads to from `starts`, the starts included. */
export function reachable(starts: readonly string[], next: (node: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...starts];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...next(node));
  }
  return seen;
}

/**
 * The nodes, sources before targets, by declaration among those that are free. Where a cycle leaves none free, the first
 * declared of the rest goes next, so that every node has a place.
 */
export function topologicalOrder(nodes: readonly string[], wires: WireIndex<Wire>): string[] {
  const place = new Map(nodes.map((node, index) => [node, index]));
  const waiting = nodes.map(
    (node) => wires.into(node).filter((edge) => edge.source !== node && place.has(edge.source)).length,
  );
  const done = nodes.map(() => false);
  const free = new Heap();
  for (const [index, count] of waiting.entries()) if (count === 0) free.push(index);
  const order: string[] = [];
  for (let first = 0; order.length < nodes.length; ) {
    let index = free.pop();
    if (index === undefined) {
      while (done[first]) first += 1;
      index = first;
    }
    if (done[index]) continue;
    done[index] = true;
    const node = nodes[index] as string;
    order.push(node);
    for (const edge of wires.outOf(node)) {
      const target = place.get(edge.target);
      if (target === undefined || edge.target === node) continue;
      waiting[target] = (waiting[target] as number) - 1;
      if (waiting[target] === 0) free.push(target);
    }
  }
  return order;
}

/** A heap of whole numbers, the smallest on top. */
class Heap {
  private readonly items: number[] = [];

  push(item: number): void {
    const { items } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((items[above] as number) <= item) break;
      items[at] = items[above] as number;
      at = above;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && (items[below + 1] as number) < (items[below] as number)) below += 1;
      if ((items[below] as number) >= last) break;
      items[at] = items[below] as number;
      at = below;
    }
    items[at] = last;
    return top;
  }
}

/** Nodes that all reach one another. */
export interface Knot {
  /** A shortest cycle from its first declared node back to it, which is not repeated at the end. */
  readonly cycle: readonly string[];
  /** All of its nodes, in the order of declaration. */
  readonly nodes: readonly string[];
}

/** Every knot of the graph; none where the wires have no cycle. */
export function knotsIn(nodes: readonly string[], wires: WireIndex<Wire>): Knot[] {
  const next = (node: string) => wires.outOf(node).map((edge) => edge.target);
  const knotted = new Set(nodes);
  // What has no way in, or no way out, within the rest lies on no cycle.
  for (const step of [wires.into, wires.outOf]) {
    const other = step === wires.into ? 'source' : 'target';
    const back = step === wires.into ? wires.outOf : wires.into;
    const count = new Map([...knotted].map((n) => [n, step(n).filter((e) => knotted.has(e[other])).length]));
    const open = [...knotted].filter((node) => count.get(node) === 0);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!knotted.delete(node)) continue;
      for (const edge of back(node)) {
        const beyond = other === 'source' ? edge.target : edge.source;
        const left = (count.get(beyond) ?? 0) - 1;
        count.set(beyond, left);
        if (left === 0) open.push(beyond);
      }
    }
  }
  const knots: Knot[] = [];
  for (const start of nodes) {
    if (!knotted.has(start)) continue;
    const cycle = pathBack(start, (node) => next(node).filter((target) => knotted.has(target)));
    if (cycle === undefined) continue;
    const back = reachable([start], (node) => wires.into(node).map((edge) => edge.source));
    const forth = reachable([start], next);
    const members = nodes.filter((node) => forth.has(node) && back.has(node));
    for (const node of members) knotted.delete(node);
    knots.push({ cycle, nodes: members });
  }
  return knots;
}

/** The shortest way from a node back to itself, without repeating it at the end. */
function pathBack(start: string, next: (node: string) => readonly string[]): string[] | undefined {
  const cameFrom = new Map<string, string>();
  let front = [start];
  while (front.length > 0) {
    const beyond: string[] = [];
    for (const node of front) {
      for (const target of next(node)) {
        if (target === start) {
          const path = [node];
          for (let at = node; at !== start; path.unshift(at)) at = cameFrom.get(at) as string;
          return path;
        }
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, node);
        beyond.push(target);
      }
    }
    front = beyond;
  }
  return undefined;
}
