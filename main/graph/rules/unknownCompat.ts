// Compat names a public engine whose rules a run follows.
import { didYouMean, listed } from '../wording.ts';
import type { Rule } from './rule.ts';

const KNOWN = ['agentcanvas'];

export const unknownCompat: Rule = {
  code: 'unknown-compat',
  source: 'semantics §5',
  sentence: 'compat of a pivot graph is agentcanvas, or absent.',
  example: '`"compat": "agent-canvas"`',
  find: ({ graph }) => {
    const { compat } = graph;
    if (compat === undefined || KNOWN.includes(compat)) return [];
    const message =
      compat === 'pi-materia'
        ? 'compat "pi-materia" is for socket graphs, and this is a pivot graph.'
        : `compat "${compat}" names no engine that is known here.${didYouMean(compat, KNOWN)}`;
    return [
      {
        message,
        where: { path: 'compat' },
        hint: `Use ${listed(KNOWN)}, or leave it out to follow the rules of this program.`,
      },
    ];
  },
};
