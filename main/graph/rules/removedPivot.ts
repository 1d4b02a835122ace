// The three-pivot model is gone: what initialize and termination did is done by the two pivots that are left.
import type { Rule } from './rule.ts';

const HINTS = new Map([
  [
    'initialize',
    "Declare its ports as initPorts of the loop's iterIn, and wire the start values into init_<name> of that iterIn.",
  ],
  ['termination', "Wire the halt signal into the stop input of the loop's iterOut."],
]);

export const removedPivot: Rule = {
  code: 'removed-pivot',
  source: 'seed 001 §9',
  sentence: 'The node types initialize and termination no longer exist.',
  example: '`{"id": "t", "type": "termination"}`',
  find: ({ graph, pathOf }) =>
    graph.nodes.flatMap((node) => {
      const type = node.authoredType ?? node.type;
      const hint = HINTS.get(type);
      if (hint === undefined) return [];
      return [
        {
          message: `${node.id} is of type ${type}, a pivot that was removed.`,
          where: { node: node.id, path: `${pathOf(node.id)}.type` },
          hint,
        },
      ];
    }),
};
