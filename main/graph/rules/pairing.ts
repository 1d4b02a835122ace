// The pivots of a loop are linked by id, and by nothing else, so the ids must agree.
import type { Rule } from './rule.ts';

export const pairing: Rule = {
  code: 'pairing',
  source: 'seed 001 §9',
  sentence:
    "Every iterIn's pairedWith names an iterOut whose pairedWith names it, and no two pivots name the same partner.",
  example: '`{"id": "in_1", "type": "iterIn", "config": {"pairedWith": "out_2"}}` while `out_2` names `in_2`',
  find: ({ pairs, pathOf }) =>
    pairs.faults.map(({ node, sentence, hint }) => ({
      message: sentence,
      where: { node, path: `${pathOf(node)}.config.pairedWith` },
      hint,
    })),
};
