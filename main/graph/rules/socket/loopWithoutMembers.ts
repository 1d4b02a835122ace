// A loop is the sockets that it lists.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const loopWithoutMembers: Rule<SocketDraft> = {
  code: 'loop-without-members',
  source: 'semantics §2, File',
  sentence: 'A loop lists at least one socket.',
  example: '`"loops": {"workItemIteration": {"sockets": []}}`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.loops ?? {}).flatMap(([id, { sockets }]) =>
      sockets && sockets.length > 0
        ? []
        : [
            {
              message: `The loop ${id} lists no sockets, so nothing can run in it.`,
              where: { path: pathOf('loops', id, 'sockets') },
              hint: 'List the sockets that run for each item.',
            },
          ],
    ),
};
