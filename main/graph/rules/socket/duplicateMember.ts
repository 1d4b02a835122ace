// A socket is a member of a loop once.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const duplicateMember: Rule<SocketDraft> = {
  code: 'duplicate-member',
  source: 'semantics §2, File',
  sentence: 'A loop lists each of its sockets once.',
  example: '`"sockets": ["Socket-4", "Socket-5", "Socket-4"]`',
  // The public engine takes a list for a set.
  warnsUnder: ['pi-materia'],
  find: ({ authored, pathOf }) =>
    Object.entries(authored.loops ?? {}).flatMap(([id, { sockets }]) =>
      (sockets ?? []).flatMap((socket, index, all) =>
        all.indexOf(socket) === index
          ? []
          : [
              {
                message: `The loop ${id} lists ${socket} twice.`,
                where: { node: socket, path: pathOf('loops', id, 'sockets', index) },
                hint: 'Remove one of the two.',
              },
            ],
      ),
    ),
};
