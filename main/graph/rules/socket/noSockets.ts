// A socket graph without sockets has nothing to run.
import type { SocketDraft } from '../../socket/draft.ts';
import type { Rule } from '../rule.ts';

export const noSockets: Rule<SocketDraft> = {
  code: 'no-sockets',
  source: 'semantics §2, File',
  sentence: 'A socket graph has at least one socket.',
  example: '`"sockets": {}`',
  find: ({ taken, authored, pathOf }) => {
    if (taken.fault !== undefined || Object.keys(authored.sockets).length > 0) return [];
    const whose = taken.loadout === undefined ? 'The graph' : `The loadout ${taken.loadout}`;
    return [
      {
        message: `${whose} has no sockets, so there is nothing to run.`,
        where: { path: pathOf('sockets') },
        hint: 'Write sockets, such as {"Plan": {"materia": "Plan", "edges": []}}, and name one as entry.',
      },
    ];
  },
};
