// Ids name nodes in wires, paths and tapes, so two nodes can't share one.
import type { Rule } from './rule.ts';

export const duplicateId: Rule = {
  code: 'duplicate-id',
  source: 'semantics §1',
  sentence: 'Every node has an id of its own, also after composites are flattened.',
  example: '`{"id": "env", …}` twice in `nodes`',
  find: ({ flat }) => {
    const first = new Map<string, string>();
    return flat.nodes.flatMap((node) => {
      const there = first.get(node.id);
      if (there === undefined) {
        first.set(node.id, node.path);
        return [];
      }
      return [
        {
          message: `${node.path} has the id "${node.id}", which ${there} has already.`,
          where: { node: node.id, path: `${node.path}.id` },
          hint: 'Give one of the two another id, and change the wires that mean it.',
        },
      ];
    });
  },
};
