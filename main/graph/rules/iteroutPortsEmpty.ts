// A loop that carries nothing can't hand anything to its next iteration.
import { isRecord, type Value } from '../../../shared/model/value.ts';
import type { Rule } from './rule.ts';

export const iteroutPortsEmpty: Rule = {
  code: 'iterout-ports-empty',
  source: 'seed 001 §9',
  sentence: 'An iterOut declares at least one carry port.',
  example: '`{"type": "iterOut", "config": {"pairedWith": "iterIn_1", "ports": []}}`',
  find: ({ graph, pathOf }) =>
    graph.nodes.flatMap((node) => {
      if (node.role !== 'iterOut' || !isEmpty(node.config.ports)) return [];
      return [
        {
          message: `iterOut ${node.id} has no ports, so nothing can be carried from one iteration to the next.`,
          where: { node: node.id, path: `${pathOf(node.id)}.config.ports` },
          hint: 'Declare the values that the loop carries as its config.ports.',
        },
      ];
    }),
};

/** A list with broken entries is the rule port-list's affair. */
function isEmpty(ports: Value | undefined): boolean {
  if (ports === undefined || ports === null) return true;
  return Array.isArray(ports) ? ports.length === 0 : isRecord(ports) && Object.keys(ports).length === 0;
}
