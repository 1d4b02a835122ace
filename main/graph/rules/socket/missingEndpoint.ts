// An end of an edge, an exit or a loop is named.
import type { SocketDraft } from '../../socket/draft.ts';
import { endpointsOf } from '../../socket/endpoints.ts';
import type { Rule } from '../rule.ts';

export const missingEndpoint: Rule<SocketDraft> = {
  code: 'missing-endpoint',
  source: 'seed 000, semantics §2, File',
  sentence:
    'The entry, the target of every edge, both ends of every exit and the source of what a loop consumes are named (under pi-materia a missing entry is a note: the first socket is taken).',
  example: '`"edges": [{"when": "always"}]`',
  find: (draft) => {
    if (Object.keys(draft.authored.sockets).length === 0) return [];
    const isPiMateria = draft.graph.compat === 'pi-materia';
    return endpointsOf(draft).flatMap(({ what, name, mayEnd, where }) => {
      if (typeof name === 'string' && name !== '') return [];
      const isEntry = where.path === draft.pathOf('entry');
      const hint = `Name a socket of the graph${mayEnd ? ', or end' : ''}.`;
      return [{ message: `${what} is missing.`, where, hint, isNote: isEntry && isPiMateria }];
    });
  },
};
