// The schema of an iterIn has a number; only the third is read here.
import { toPublic } from '../../../shared/model/publicValue.ts';
import type { Rule } from './rule.ts';

export const pivotVersion: Rule = {
  code: 'pivot-version',
  source: 'semantics §1, File',
  sentence: "An iterIn's config says version 3, or nothing.",
  example: '`{"type": "iterIn", "config": {"version": 2, …}}`',
  find: ({ graph, pathOf }) =>
    graph.nodes.flatMap((node) => {
      const { version } = node.config;
      if (node.role !== 'iterIn' || version === undefined || version === null || version === 3) return [];
      return [
        {
          message: `iterIn ${node.id} has version ${JSON.stringify(toPublic(version))} of the pivots, and only version 3 is read here.`,
          where: { node: node.id, path: `${pathOf(node.id)}.config.version` },
          hint: 'Declare the start values as initPorts, pair it with an iterOut that declares the carry ports, and set version to 3.',
        },
      ];
    }),
};
