// A socket's own `foreach` is kept and not followed: what is gone over item by item is a loop.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const foreachIgnored: Rule<SocketDraft> = {
  code: 'foreach-ignored',
  source: 'semantics §2, File',
  sentence:
    "A note, no fault: a socket's foreach is kept in the file and not followed; a loop with this one member is.",
  example: '`"Socket-4": {"foreach": {"items": "state.files"}, …}`',
  find: ({ authored, pathOf }) =>
    Object.entries(authored.sockets).flatMap(([id, { foreach }]) =>
      foreach === undefined || foreach === null
        ? []
        : [
            {
              message: `${id} has a foreach, which is not followed here: it runs once a visit.`,
              where: { node: id, path: pathOf('sockets', id, 'foreach') },
              hint: `Write a loop of ${id} alone, with the list as iterator.items, and an advance.`,
              isNote: true,
            },
          ],
    ),
};
