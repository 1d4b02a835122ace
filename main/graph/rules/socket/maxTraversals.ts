// How often an item may take an edge.
import { type PublicValue, toPublic } from '../../../../shared/model/publicValue.ts';
import { snapshot } from '../../../../shared/model/value.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { traversalLimit } from '../../socket/socketSpec.ts';
import type { Rule } from '../rule.ts';

export const maxTraversals: Rule<SocketDraft> = {
  code: 'max-traversals',
  source: 'semantics §2, Edges',
  sentence: 'maxTraversals is a whole number of at least 1, or absent.',
  example: '`{"when": "not_satisfied", "to": "Socket-4", "maxTraversals": 0}`',
  // There it counts as no limit at all.
  warnsUnder: ['pi-materia'],
  find: ({ authored, pathOf }) =>
    Object.entries(authored.sockets).flatMap(([id, { edges }]) =>
      (edges ?? []).flatMap(({ maxTraversals: limit }, index) => {
        if (limit === undefined || limit === null || traversalLimit(limit) !== undefined) return [];
        const shown: PublicValue = toPublic(snapshot(limit));
        return [
          {
            message: `maxTraversals of edges[${index}] of ${id} is ${JSON.stringify(shown)}, which is not a whole number of at least 1.`,
            where: {
              node: id,
              edge: `${id}.edges[${index}]`,
              path: pathOf('sockets', id, 'edges', index, 'maxTraversals'),
            },
            hint: 'Write a whole number of at least 1, or remove it: then nothing limits the edge.',
          },
        ];
      }),
    ),
};
