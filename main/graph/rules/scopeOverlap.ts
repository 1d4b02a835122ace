// Loops are nested or apart.
import { listed } from '../wording.ts';
import type { Rule } from './rule.ts';

const SHOWN = 4;

export const scopeOverlap: Rule = {
  code: 'scope-overlap',
  source: 'seed 001 §8',
  sentence: "Two loops either share no node, or one holds the other's pivots and with them its whole body.",
  example: 'a node that both `iterIn_1` and `iterIn_2` feed, and that feeds both `iterOut_1` and `iterOut_2`',
  find: ({ overlaps }) =>
    overlaps.map(({ scopes: [a, b], shared }) => {
      const more = shared.length > SHOWN ? ` and ${shared.length - SHOWN} more` : '';
      return {
        message: `The loops ${a} and ${b} share ${listed(shared.slice(0, SHOWN))}${more}, but neither holds the other.`,
        where: { node: shared[0] as string },
        hint: `Put the pivots of one wholly into the body of the other, or give each loop nodes of its own.`,
      };
    }),
};
