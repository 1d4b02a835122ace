// Names that mean something else everywhere can't be a socket's or a loop's.
import { END } from '../../../../shared/model/socketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import type { Finding, Rule } from '../rule.ts';

export const reservedId: Rule<SocketDraft> = {
  code: 'reserved-id',
  source: 'seed 000, Terms',
  sentence: 'No socket is called end, which ends the run, and no socket or loop has an empty id.',
  example: '`"sockets": {"end": {…}}`',
  find: ({ authored, pathOf }) => {
    const findings: Finding[] = [];
    if (Object.hasOwn(authored.sockets, END)) {
      findings.push({
        message: 'A socket is called "end", which is where a run ends: no edge or exit could ever lead to it.',
        where: { node: END, path: pathOf('sockets', END) },
        hint: 'Give it another id.',
      });
    }
    for (const [key, what] of [['sockets', 'socket'] as const, ['loops', 'loop'] as const]) {
      if (!Object.hasOwn(authored[key] ?? {}, '')) continue;
      findings.push({
        message: `A ${what} has an empty id.`,
        where: { path: pathOf(key, '') },
        hint: `Give the ${what} an id.`,
      });
    }
    return findings;
  },
};
