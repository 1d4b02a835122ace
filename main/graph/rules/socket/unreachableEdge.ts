// Edges are tried in order, and `always` matches every output: what stands behind it is never tried.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Finding, Rule } from '../rule.ts';

export const unreachableEdge: Rule<SocketDraft> = {
  code: 'unreachable-edge',
  source: 'seed 000, Decision order',
  sentence:
    'No edge stands behind one that is always taken. One behind another with the same condition is never taken either, which is a note.',
  example: '`[{"when": "always", "to": "A"}, {"when": "satisfied", "to": "B"}]`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.sockets).flatMap(([id, { edges }]) => {
      const before = new Map<string, number>();
      return (edges ?? []).flatMap(({ when }, index): Finding[] => {
        const always = before.get('always');
        const first = always ?? (when ? before.get(when) : undefined);
        if (when && !before.has(when)) before.set(when, index);
        if (first === undefined) return [];
        const why = always === undefined ? `also asks for ${when}` : 'is always taken';
        return [
          {
            message: `edges[${index}] of ${id} is never taken, because edges[${first}] before it ${why}.`,
            where: { node: id, edge: `${id}.edges[${index}]`, path: pathOf('sockets', id, 'edges', index) },
            hint: always === undefined ? 'Remove one of the two.' : `Move it before edges[${first}], or remove it.`,
            isNote: always === undefined,
          },
        ];
      });
    }),
};
