// Sockets that lead to one another for ever, while no cursor moves and no edge is limited.
import type { Condition } from '../../../../shared/model/socketGraph.ts';
import { indexWires, type Knot, knotsIn, type WireIndex } from '../../pivot/wires.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { counted } from '../../wording.ts';
import type { HazardFinding, StaticHazard } from '../staticHazard.ts';

/** How often an item may come back, where a limit is proposed. */
const PROPOSED = 3;
/** Sockets of a way that a sentence still names one by one. */
const NAMED = 8;

export const cycleWithoutAdvance: StaticHazard<SocketDraft> = {
  code: 'cycle-without-advance',
  severity: 'warning',
  source: 'seed 000, Terms, semantics §2, Edges',
  sentence:
    'A way of edges leads from a socket back to it, none of the sockets on it advances, and none of the edges has maxTraversals: one item can go round until the run is stopped.',
  example: '`Eval` with `{"when": "not_satisfied", "to": "Build"}` and `Build` with `{"when": "always", "to": "Eval"}`',
  find: (draft) => {
    const standing = draft.graph.sockets.filter(({ advance }) => advance === undefined);
    const place = new Map(standing.map(({ id }, index) => [id, index]));
    const free = standing.flatMap(({ id, edges }) =>
      edges.flatMap(({ to, when, maxTraversals }, index): FreeEdge[] => {
        const goesBack = (place.get(to) ?? 0) <= (place.get(id) ?? 0);
        return place.has(to) && maxTraversals === undefined ? [{ source: id, target: to, when, index, goesBack }] : [];
      }),
    );
    const wires = indexWires(free);
    return knotsIn([...place.keys()], wires).map((knot) => findingOf(knot, wires, draft));
  },
};

interface FreeEdge {
  readonly source: string;
  readonly target: string;
  readonly when: Condition;
  readonly index: number;
  /** To its own socket, or to one that the file has before it. */
  readonly goesBack: boolean;
}

function findingOf({ nodes, cycle }: Knot, wires: WireIndex<FreeEdge>, { graph, taken }: SocketDraft): HazardFinding {
  const inside = new Set(nodes);
  const within = nodes.flatMap((node) => wires.outOf(node).filter(({ target }) => inside.has(target)));
  const backs = within.filter(({ goesBack }) => goesBack);
  // What a limit is meant for is a retry: the edge that leads back on a condition.
  const { source, index } = (backs.find(({ when }) => when !== 'always') ?? backs[0] ?? within[0]) as FreeEdge;
  const shown = cycle.length > NAMED ? [...cycle.slice(0, NAMED), '…'] : cycle;
  const more = nodes.length - cycle.length;
  return {
    title: 'Can go round for ever',
    message: `${[...shown, cycle[0]].join(' → ')}: no cursor moves on this way and none of its edges is limited, so one item can go round until the run is stopped.${more > 0 ? ` ${counted(more, 'more socket')} can be on such a way with these.` : ''}`,
    where: { scope: graph.runsIn[source] ?? '', node: source },
    writers: within.map((edge) => `${edge.source}.edges[${edge.index}]`),
    fix: {
      sentence: `Limit edges[${index}] of ${source}: set its maxTraversals to ${PROPOSED}.`,
      path: [...taken.rootOf('sockets', source), 'sockets', source, 'edges', index, 'maxTraversals'],
      from: undefined,
      to: PROPOSED,
    },
  };
}
