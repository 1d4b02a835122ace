// Where a run may go from a socket: along its edges, and along the exits of its loops once a list has run out.
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';

type Ways = (socket: string) => readonly string[];

/** Edges, and for a socket that advances the exits that leave from it: what a completion of it can lead to. */
export function completionWays({ sockets, loops }: CheckedSocketGraph): Ways {
  const ways = new Map(sockets.map(({ id, edges }) => [id, edges.map(({ to }) => to)] as const));
  const moving = new Set(sockets.flatMap(({ id, advance }) => (advance ? [id] : [])));
  for (const { exits } of loops)
    for (const { from, target } of exits) if (moving.has(from)) ways.get(from)?.push(target);
  return (socket) => ways.get(socket) ?? [];
}

/** The same, and every exit of a loop from each of its members: an empty loop is left where it is entered (semantics §2, Empty-loop entry). */
export function allWays(graph: CheckedSocketGraph): Ways {
  const ways = completionWays(graph);
  const skips = new Map<string, string[]>();
  for (const { sockets, exits } of graph.loops) {
    const targets = exits.map(({ target }) => target);
    for (const socket of sockets) skips.set(socket, [...(skips.get(socket) ?? []), ...targets]);
  }
  return (socket) => [...ways(socket), ...(skips.get(socket) ?? [])];
}

/** Sockets → those that lead to them. */
const sourcesOf = new WeakMap<CheckedSocketGraph, ReadonlyMap<string, ReadonlySet<string>>>();

/** The members of a loop that the run comes to from outside of it, in the loop's order: where the entry, an edge or an exit leads in. */
export function enteredAt(graph: CheckedSocketGraph, members: readonly string[]): string[] {
  const inside = new Set(members);
  const known = sourcesOf.get(graph);
  const sources = known ?? sourcesIn(graph);
  if (!known) sourcesOf.set(graph, sources);
  return members.filter((member) => {
    if (member === graph.entry) return true;
    return [...(sources.get(member) ?? [])].some((source) => !inside.has(source));
  });
}

function sourcesIn(graph: CheckedSocketGraph): Map<string, Set<string>> {
  const ways = completionWays(graph);
  const sources = new Map<string, Set<string>>();
  for (const { id } of graph.sockets) {
    for (const target of ways(id)) {
      const there = sources.get(target);
      if (there) there.add(id);
      else sources.set(target, new Set([id]));
    }
  }
  return sources;
}
