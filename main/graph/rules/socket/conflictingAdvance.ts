// A singular exit says when its loop's cursor moves; an advance of the same socket may not say otherwise.
import type { AdvanceSpec } from '../../../../shared/model/checkedSocketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { writtenStatePath } from '../../socket/statePath.ts';
import type { Rule } from '../rule.ts';

export const conflictingAdvance: Rule<SocketDraft> = {
  code: 'conflicting-advance',
  source: 'semantics §2, Exits',
  sentence:
    "A singular exit is compiled into an advance of its source: the loop's cursor along its list, when the exit says. An advance that the source has already says the same.",
  example: '`"exit": {"from": "S", "when": "satisfied", …}` beside `"advance": {"when": "always", …}` of `S`',
  find: ({ compiled, authored, pathOf }) =>
    compiled.exits.flatMap(({ loop, from, advance, conflict }) => {
      if (!advance || !conflict) return [];
      const said = parts(conflict);
      const differing = Object.entries(parts(advance)).flatMap(([key, wanted]) => {
        const there = said[key as keyof typeof said];
        return there === wanted ? [] : [`${key} ${JSON.stringify(there)} instead of ${JSON.stringify(wanted)}`];
      });
      const isAuthored = authored.sockets[from]?.advance != null;
      const whose = isAuthored ? 'its advance has' : 'the exit of another loop gave it';
      return [
        {
          message: `The exit of the loop ${loop} moves the cursor at ${from}, but ${whose} ${differing.join(' and ')}.`,
          where: {
            node: from,
            path: isAuthored ? pathOf('sockets', from, 'advance') : pathOf('loops', loop, 'exit'),
          },
          hint: isAuthored
            ? 'Remove the advance, which the exit makes anyway, or let both say the same.'
            : 'Let the two loops be left from different sockets.',
        },
      ];
    }),
};

function parts({ cursor, items, when }: AdvanceSpec) {
  return { cursor, items: writtenStatePath(items), when };
}
