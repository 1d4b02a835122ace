// A `satisfied` that is no boolean (seed 000, Decision order): it counted as neither, so what asked for it was not met. Of a socket
// that is parsed as text, which has no `satisfied` at all, the static hazard says so.
import type { CheckedSocketGraph } from '../../shared/model/checkedSocketGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { typeName, type Value } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { socketsOf } from './socketLists.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted, typeWords, valueWords } from './wording.ts';

interface Seen {
  readonly node: string;
  readonly at: string;
  /** Undefined where the output had none. */
  readonly first: Value | undefined;
  readonly types: Set<string>;
  readonly unmet: Set<string>;
  readonly evidence: string[];
}

export const textSatisfied: Detector<'fire.finished' | 'decision.made'> = {
  code: 'text-satisfied',
  kinds: ['fire.finished', 'decision.made'],
  watch(graph) {
    const sockets = socketsOf(graph);
    const statics = staticHazardsOf(graph, 'text-satisfied');
    const found = new Map<string, Seen>();
    /** The advance and the route are asked about one output, which is told once. */
    let isTold = false;
    return {
      see(event) {
        if (event.kind === 'fire.finished') {
          isTold = false;
          return;
        }
        const { satisfied } = event.operands;
        if (typeof satisfied === 'boolean') return;
        if (satisfied === undefined && !statics.some(({ where }) => where.node === event.subject)) return;
        const unmet = unmetBy(event, sockets);
        if (unmet.length === 0) return;
        const node = event.subject;
        const seen: Seen = found.get(node) ?? {
          node,
          at: event.at,
          first: satisfied,
          types: new Set(),
          unmet: new Set(),
          evidence: [],
        };
        if (satisfied !== undefined) seen.types.add(typeName(satisfied));
        for (const one of unmet) seen.unmet.add(one);
        if (!isTold) seen.evidence.push(`#${event.seq}`);
        isTold = true;
        found.set(node, seen);
      },
      found: () =>
        [...found.values()].map((seen): TapeHazard => {
          const known = statics.find(({ where }) => where.node === seen.node);
          const scope = sockets?.runsIn[seen.node];
          return {
            code: 'text-satisfied',
            severity: 'warning',
            title: known?.title ?? 'A satisfied that is no boolean',
            message: messageOf(seen),
            where: { ...(scope ? { scope } : {}), node: seen.node },
            writers: [...seen.unmet],
            ...(known?.fix ? { fix: known.fix } : {}),
            evidence: [...seen.evidence],
          };
        }),
    };
  },
};

/** What asked for a boolean and did not get it: the advance, conditional edges, exits from this socket. */
function unmetBy(event: EventOf<'decision.made'>, graph: CheckedSocketGraph | undefined): string[] {
  const { question, subject, chosen, candidates } = event;
  const socket = graph?.sockets.find(({ id }) => id === subject);
  switch (question) {
    case 'advance':
      return chosen === null ? ['advance'] : [];
    case 'edge': {
      const end = chosen === null ? candidates.length : candidates.findIndex(({ id }) => id === chosen);
      return candidates.slice(0, end).flatMap(({ id }, i) => (socket?.edges[i]?.when === 'always' ? [] : [id]));
    }
    case 'exit': {
      const asking = new Set(
        graph?.loops.flatMap(({ exits }) =>
          exits.flatMap(({ id, from, condition }) => (from === subject && condition !== 'always' ? [id] : [])),
        ),
      );
      return candidates.filter(({ id, matched }) => !matched && (!graph || asking.has(id))).map(({ id }) => id);
    }
    default:
      return [];
  }
}

function messageOf({ node, at, first, types, unmet, evidence }: Seen): string {
  const asked = `what asked for it was not met: ${[...unmet].join(', ')}`;
  const place = at === '' ? '' : `, first in ${at}`;
  const times = `${counted(evidence.length, 'time')}${place}`;
  if (first === undefined) return `${node} is parsed as text, which has no satisfied, so ${asked} (${times}).`;
  const value = valueWords(first);
  const shown = value === typeWords(first) || first === null ? '' : `, such as ${value}`;
  return `${node} gave satisfied as ${[...types].join(' or ')}${shown}, where true or false belongs, so ${asked} (${times}).`;
}
