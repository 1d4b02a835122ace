// A materia that a socket names is in the file.
import type { SocketDraft } from '../../socket/draft.ts';
import { didYouMean, listed } from '../../wording.ts';
import type { Rule } from '../rule.ts';

export const unknownMateria: Rule<SocketDraft> = {
  code: 'unknown-materia',
  source: 'semantics §2, File',
  sentence:
    'Where the file has materia, every socket names one of them, but for one that --script answers for; a file without any leaves all of them to --script.',
  example: '`"materia": "Mantain"` where the file has `Maintain`',
  // There materia may stand in another file.
  warnsUnder: ['pi-materia'],
  find: ({ authored, node, pathOf }) => {
    const names = Object.keys(authored.materia ?? {});
    if (names.length === 0) return [];
    const known = new Set(names);
    return Object.entries(authored.sockets).flatMap(([id, { materia }]) => {
      if (!materia || known.has(materia) || node(id)?.authoredType !== undefined) return [];
      const shown = names.length > 12 ? '' : ` The file has ${listed(names)}.`;
      return [
        {
          message: `${id} names the materia ${JSON.stringify(materia)}, which is not in the file.${didYouMean(materia, names) || shown}`,
          where: { node: id, path: pathOf('sockets', id, 'materia') },
          hint: 'Write it into materia, name one that is there, or let --script answer for the socket.',
        },
      ];
    });
  },
};
