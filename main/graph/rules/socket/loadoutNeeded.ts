// A config file holds several graphs; one of them is meant.
import type { SocketDraft } from '../../socket/draft.ts';
import { listed } from '../../wording.ts';
import type { Rule } from '../rule.ts';

export const loadoutNeeded: Rule<SocketDraft> = {
  code: 'loadout-needed',
  source: 'semantics §2, File',
  sentence: 'A config file with several loadouts says which one is meant: by --loadout, or by its activeLoadout.',
  example: '`"loadouts": {"Fast": {…}, "Careful": {…}}` without `activeLoadout`',
  find: ({ taken: { fault } }) => {
    if (fault?.code !== 'loadout-needed') return [];
    const names = fault.names ?? [];
    return names.length === 0
      ? [
          {
            message: 'The file has loadouts, but there is none in them.',
            where: { path: 'loadouts' },
            hint: 'Write a loadout with an entry and sockets.',
          },
        ]
      : [
          {
            message: `The file has the loadouts ${listed(names)}, and nothing says which one is meant.`,
            where: { path: 'activeLoadout' },
            hint: 'Choose one with --loadout, or name it as activeLoadout.',
          },
        ];
  },
};
