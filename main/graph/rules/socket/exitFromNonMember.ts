// An exit is looked for when one of its loop's sockets has used the list up.
import type { SocketDraft } from '../../socket/draft.ts';
import { endpointsOf } from '../../socket/endpoints.ts';
import { listed } from '../../wording.ts';
import type { Rule } from '../rule.ts';

export const exitFromNonMember: Rule<SocketDraft> = {
  code: 'exit-from-non-member',
  source: 'semantics §2, Exits',
  sentence: 'The source of an exit is one of the sockets that its loop lists.',
  example: '`{"from": "Socket-7", …}` in a loop of `Socket-4` to `Socket-6`',
  find: (draft) =>
    endpointsOf(draft).flatMap(({ what, name, memberOf, where }) => {
      if (memberOf === undefined || typeof name !== 'string' || !Object.hasOwn(draft.authored.sockets, name)) return [];
      const members = draft.authored.loops?.[memberOf]?.sockets ?? [];
      if (members.includes(name)) return [];
      return [
        {
          message: `${what} is ${name}, which the loop does not list: its sockets are ${listed(members)}.`,
          where: { node: name, ...where },
          hint: `Let the exit leave from one of them, or list ${name} in the loop.`,
        },
      ];
    }),
};
