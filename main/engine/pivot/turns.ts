// Turns at a container (semantics §1): nodes with access to one container run one after another in node order, within what is
// ready. Within one region the order is fixed here, so that no operator's speed changes what another reads; between regions,
// which run side by side, a node merely waits until nobody else is at its container (readiness.ts).

export interface TurnInput {
  readonly isItem: readonly boolean[];
  readonly regions: readonly number[];
  /** By item: the items of its region that feed it. */
  readonly feeders: readonly ReadonlySet<number>[];
  /** By node: the containers that it has access to. */
  readonly containers: readonly (readonly number[])[];
}

/** By node: those whose turn comes right before its own, and right after; what feeds it already is left out. */
export interface Turns {
  readonly after: readonly (readonly number[])[];
  readonly before: readonly (readonly number[])[];
}

export function turnsIn({ isItem, regions, feeders, containers }: TurnInput): Turns {
  const after: number[][] = [];
  const before: number[][] = [];
  const users = containers.flatMap((list, node) => (list.length > 0 && isItem[node] ? [node] : []));
  for (const [region, inRegion] of Map.groupBy(users, (node) => regions[node] as number)) {
    if (inRegion.length < 2) continue;
    const order = orderOf(
      regions.flatMap((other, item) => (other === region && isItem[item] ? [item] : [])),
      feeders,
    );
    const last = new Map<number, number>();
    for (const node of order) {
      for (const container of containers[node] as readonly number[]) {
        const previous = last.get(container);
        last.set(container, node);
        if (previous === undefined || feeders[node]?.has(previous) || after[node]?.includes(previous)) continue;
        after[node] = [...(after[node] ?? []), previous];
        before[previous] = [...(before[previous] ?? []), node];
      }
    }
  }
  return { after, before };
}

/** The items, what feeds before what is fed; the lowest among those that are free goes next. */
function orderOf(items: readonly number[], feeders: readonly ReadonlySet<number>[]): number[] {
  const waiting = new Map(items.map((item) => [item, (feeders[item] as ReadonlySet<number>).size]));
  const followers = new Map<number, number[]>();
  for (const item of items)
    for (const feeder of feeders[item] as ReadonlySet<number>)
      followers.set(feeder, [...(followers.get(feeder) ?? []), item]);
  const order: number[] = [];
  const free = new Set(items.filter((item) => waiting.get(item) === 0));
  while (free.size > 0) {
    const next = Math.min(...free);
    free.delete(next);
    order.push(next);
    for (const follower of followers.get(next) ?? []) {
      const left = (waiting.get(follower) as number) - 1;
      waiting.set(follower, left);
      if (left === 0) free.add(follower);
    }
  }
  return order;
}
