// A socket runs what its materia says.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const missingMateria: Rule<SocketDraft> = {
  code: 'missing-materia',
  source: 'semantics §2, File',
  sentence: 'Every socket names a materia, but for one that --script answers for.',
  example: '`"Socket-5": {"empty": true, "edges": […]}`',
  find: ({ authored, node, pathOf }) =>
    Object.entries(authored.sockets).flatMap(([id, { materia }]) =>
      materia || node(id)?.authoredType !== undefined
        ? []
        : [
            {
              message: `${id} has no materia, so nothing says what it does.`,
              where: { node: id, path: pathOf('sockets', id, 'materia') },
              hint: 'Name one of the materia of the file.',
            },
          ],
    ),
};
