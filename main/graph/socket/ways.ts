// Where a run may go from a socket: along its edges, and along the exits of its loops once a list has run out.
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';

type Ways = (socket: string) => readonly string[];

/** Edges, and for a socket that advances the exits that leave from it: what a completion of it can lead to. */
export function completionWays({ sockets, loops }: CheckedSocketGraph): Ways {
  const ways = new Map(
    sockets.map(({ id, edges, advance }) => {
      const exits = advance ? loops.flatMap((loop) => loop.exits.filter(({ from }) => from === id)) : [];
      return [id, [...edges.map(({ to }) => to), ...exits.map(({ target }) => target)]] as const;
    }),
  );
  return (socket) => ways.get(socket) ?? [];
}

/** The same, and every exit of a loop from each of its members: an empty loop is left where it is entered (semantics §2, Empty-loop entry). */
export function allWays(graph: CheckedSocketGraph): Ways {
  const ways = completionWays(graph);
  const skips = new Map<string, string[]>();
  for (const { sockets, exits } of graph.loops) {
    for (const socket of sockets)
      skips.set(socket, [...(skips.get(socket) ?? []), ...exits.map(({ target }) => target)]);
  }
  return (socket) => [...ways(socket), ...(skips.get(socket) ?? [])];
}

/** The members of a loop that the run comes to from outside of it, in the loop's order: where the entry, an edge or an exit leads in. */
export function enteredAt(graph: CheckedSocketGraph, members: readonly string[]): string[] {
  const inside = new Set(members);
  const ways = completionWays(graph);
  const into = new Set([graph.entry]);
  for (const { id } of graph.sockets) if (!inside.has(id)) for (const target of ways(id)) into.add(target);
  return members.filter((member) => into.has(member));
}
