// A loadout that is asked for is in the file.
import type { SocketDraft } from '../../socket/draft.ts';
import { didYouMean, listed } from '../../wording.ts';
import type { Rule } from '../rule.ts';

export const unknownLoadout: Rule<SocketDraft> = {
  code: 'unknown-loadout',
  source: 'semantics §2, File',
  sentence: 'The loadout that --loadout or activeLoadout names is one of the file.',
  example: '`--loadout Cautious` where the file has `Fast` and `Careful`',
  find: ({ taken: { fault } }) => {
    if (fault?.code !== 'unknown-loadout') return [];
    const { asked = '', names, isAuthored } = fault;
    if (names === undefined) {
      const message = `The loadout ${JSON.stringify(asked)} was asked for, but the file is one graph and has no loadouts.`;
      return [{ message, where: {}, hint: 'Leave --loadout out.' }];
    }
    const who = isAuthored ? 'activeLoadout' : '--loadout';
    return [
      {
        message: `There is no loadout ${JSON.stringify(asked)} in the file, but ${listed(names)}.${didYouMean(asked, names)}`,
        where: isAuthored ? { path: 'activeLoadout' } : {},
        hint: `Name one of them with ${who}.`,
      },
    ];
  },
};
