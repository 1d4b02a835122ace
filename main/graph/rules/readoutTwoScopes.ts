// A side read-out fires in the iterations of the loop that feeds it, so there must be one such loop.
import type { Rule } from './rule.ts';

export const readoutTwoScopes: Rule = {
  code: 'readout-two-scopes',
  source: 'semantics §1, Scopes',
  sentence: 'A side read-out is not fed by two loops of which neither holds the other.',
  example: 'a viewer that reads from the bodies of two root loops',
  find: ({ placement, pathOf }) =>
    placement.conflicts.map(({ node, scopes: [a, b] }) => ({
      message: `${node} is fed by the loops ${a} and ${b}, neither of which holds the other, so no iteration is its own.`,
      where: { node, path: pathOf(node) },
      hint: `Give each of the two a read-out of its own, or read both loops' final sides after they have ended.`,
    })),
};
