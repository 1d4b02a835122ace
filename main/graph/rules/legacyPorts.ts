// An iterIn never carries a hand-written list of loop ports; the schema that did is refused, not guessed at.
import type { Rule } from './rule.ts';

export const legacyPorts: Rule = {
  code: 'legacy-ports',
  source: 'seed 001 §9',
  sentence: 'An iterIn has no init_ports and no loop_ports.',
  example: '`{"type": "iterIn", "config": {"init_ports": […], "loop_ports": […]}}`',
  find: ({ graph, pathOf }) =>
    graph.nodes.flatMap((node) => {
      if (node.role !== 'iterIn') return [];
      return ['init_ports', 'loop_ports']
        .filter((key) => Object.hasOwn(node.config, key))
        .map((key) => ({
          message: `iterIn ${node.id} lists its ports under ${key}, which was replaced by version 3.`,
          where: { node: node.id, path: `${pathOf(node.id)}.config.${key}` },
          hint:
            key === 'init_ports'
              ? 'Move them to config.initPorts and wire their values into init_<name>.'
              : 'Remove it: the carry ports are those of the paired iterOut, and iterout_<name> follows from them.',
        }));
    }),
};
