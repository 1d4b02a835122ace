// Where a cursor starts.
import { toPublic } from '../../../../shared/model/publicValue.ts';
import { snapshot } from '../../../../shared/model/value.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const cursorValue: Rule<SocketDraft> = {
  code: 'cursor-value',
  source: 'semantics §2, Advance',
  sentence: 'A cursor to start from is a whole number of at least 0.',
  example: '`"cursors": {"workItemIndex": -1}`',
  find: ({ authored, graph, pathOf }) =>
    Object.entries(authored.cursors ?? {}).flatMap(([name, value]) =>
      Object.hasOwn(graph.cursors, name)
        ? []
        : [
            {
              message: `The cursor ${name} starts at ${JSON.stringify(toPublic(snapshot(value)))}, which is not a whole number of at least 0.`,
              where: { path: pathOf('cursors', name) },
              hint: 'Write a whole number of at least 0, or leave it out, which is 0.',
            },
          ],
    ),
};
