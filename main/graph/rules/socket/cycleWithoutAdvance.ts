// Sockets that lead to one another for ever, while no cursor moves and no edge is limited.

import { indexWires, knotsIn } from '../../pivot/wires.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { listed } from '../../wording.ts';
import type { HazardFinding, StaticHazard } from '../staticHazard.ts';

/** How often an item may come back, where a limit is proposed. */
const PROPOSED = 3;

export const cycleWithoutAdvance: StaticHazard<SocketDraft> = {
  code: 'cycle-without-advance',
  severity: 'warning',
  source: 'seed 000, Terms, semantics §2, Edges',
  sentence:
    'A way of edges leads from a socket back to it, none of the sockets on it advances, and none of the edges has maxTraversals: one item can go round until the run is stopped.',
  example: '`Eval` with `{"when": "not_satisfied", "to": "Build"}` and `Build` with `{"when": "always", "to": "Eval"}`',
  find: ({ graph, taken }) => {
    const standing = new Set(graph.sockets.flatMap(({ id, advance }) => (advance ? [] : [id])));
    const edges = graph.sockets.flatMap((socket) =>
      socket.edges.flatMap(({ to, when, maxTraversals }, index) =>
        standing.has(socket.id) && standing.has(to) && maxTraversals === undefined
          ? [{ source: socket.id, target: to, when, index }]
          : [],
      ),
    );
    const wires = indexWires(edges);
    return knotsIn([...standing], wires).map(({ nodes, cycle }): HazardFinding => {
      const inside = new Set(nodes);
      const place = new Map([...standing].map((id, index) => [id, index]));
      const isBack = (from: string, to: string) => (place.get(to) ?? 0) <= (place.get(from) ?? 0);
      const within = edges.filter(({ source, target }) => inside.has(source) && inside.has(target));
      const backs = within.filter(({ source, target }) => isBack(source, target));
      const back = backs.find(({ when }) => when !== 'always') ?? backs[0] ?? within[0];
      const way = [...cycle, cycle[0]].join(' → ');
      return {
        title: 'Can go round for ever',
        message: `${way}: no cursor moves on this way and none of its edges is limited, so one item can go round until the run is stopped${nodes.length > cycle.length ? ` (it shares sockets with other such ways: ${listed(nodes)})` : ''}.`,
        where: { scope: graph.runsIn[cycle[0] as string] ?? '', node: back?.source ?? (cycle[0] as string) },
        writers: within.map(({ source, index }) => `${source}.edges[${index}]`),
        ...(back === undefined
          ? {}
          : {
              fix: {
                sentence: `Limit edges[${back.index}] of ${back.source}: set its maxTraversals to ${PROPOSED}.`,
                path: [
                  ...taken.rootOf('sockets', back.source),
                  'sockets',
                  back.source,
                  'edges',
                  back.index,
                  'maxTraversals',
                ],
                from: undefined,
                to: PROPOSED,
              },
            }),
      };
    });
  },
};
