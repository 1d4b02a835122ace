// What nothing feeds fires at run start, with nothing.
import { listed } from '../wording.ts';
import type { Rule } from './rule.ts';

export const entryRequiresInput: Rule = {
  code: 'entry-requires-input',
  source: 'semantics §1, Firing',
  sentence: 'A node without incoming edges fires once, at run start, so it requires no input.',
  example: '`{"type": "scripted", "config": {"inputs": ["obs"], …}}` with no edge into it',
  find: ({ graph, flat, pathOf }) => {
    const targets = new Set(flat.edges.map((edge) => edge.target));
    return graph.nodes.flatMap((node) => {
      const required = node.inputs.filter((input) => input.required).map((input) => input.port);
      if (node.role !== 'operator' || required.length === 0 || targets.has(node.id)) return [];
      return [
        {
          message: `${node.id} requires ${listed(required)}, but nothing is wired into it, so it could never fire.`,
          where: { node: node.id, port: required[0] as string, path: pathOf(node.id) },
          hint: "Wire its inputs, or list only those that it can't do without as config.required.",
        },
      ];
    });
  },
};
