// A socket that nothing leads to never runs; that may be meant, so it is only said.
import { reachable } from '../../pivot/wires.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { allWays } from '../../socket/ways.ts';
import type { Rule } from '../rule.ts';

export const unreachableSocket: Rule<SocketDraft> = {
  code: 'unreachable-socket',
  source: 'seed 000, Decision order',
  sentence: 'A note, no fault: no way of edges and exits leads from the entry to a socket.',
  example: '`"Socket-9": {…}` that no edge and no exit names',
  find: ({ graph, socket, pathOf }) => {
    if (socket(graph.entry) === undefined) return [];
    const reached = reachable([graph.entry], allWays(graph));
    return graph.sockets.flatMap(({ id }) =>
      reached.has(id)
        ? []
        : [
            {
              message: `No way of edges and exits leads to ${id}, so it never runs.`,
              where: { node: id, path: pathOf('sockets', id) },
              hint: 'Let an edge or an exit lead to it, or remove it.',
              isNote: true,
            },
          ],
    );
  },
};
