// An end of an edge, an exit or a loop is a socket of the graph.
import { END } from '../../../../shared/model/socketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { endpointsOf } from '../../socket/endpoints.ts';
import { didYouMean } from '../../wording.ts';
import type { Rule } from '../rule.ts';

export const unknownEndpoint: Rule<SocketDraft> = {
  code: 'unknown-endpoint',
  source: 'seed 000, semantics §2, File',
  sentence:
    'The entry, the target of every edge, both ends of every exit, the members of every loop and the source of what it consumes are sockets of the graph; a target may be end.',
  example: '`{"when": "always", "to": "Socket-44"}` where there are `Socket-1` to `Socket-7`',
  find: (draft) => {
    const ids = Object.keys(draft.authored.sockets);
    if (ids.length === 0) return [];
    const known = new Set(ids);
    return endpointsOf(draft).flatMap(({ what, name, mayEnd, where }) => {
      if (typeof name !== 'string' || name === '' || known.has(name) || (mayEnd && name === END)) return [];
      const near = didYouMean(name, mayEnd ? [...ids, END] : ids);
      const says =
        name === END ? 'is "end", which is no socket' : `is ${JSON.stringify(name)}, which is no socket of this graph`;
      const hint = `Name a socket of the graph${mayEnd ? ', or end' : ''}, or remove it.`;
      return [{ message: `${what} ${says}.${near}`, where, hint }];
    });
  },
};
