// A wire between two declared types carries what its target takes.
import { fits, wireTypesOf } from '../pivot/wireTypes.ts';
import type { Rule } from './rule.ts';

export const wireType: Rule = {
  code: 'wire-type',
  source: 'seed 001 §2, semantics §1, File',
  sentence:
    'Where both ends of a wire declare a type, the source fits the target: the same type, ANY at either end, or T into LIST[T]; LIST[T] does not fit T.',
  example: '`wire_type: "LIST[TEXT]"` of `init_obs`, wired to a graphOut with `"wireType": "TEXT"`',
  find: (draft) => {
    const types = wireTypesOf(draft);
    return draft.graph.edges.flatMap((edge) => {
      const from = types.out(edge.source, edge.sourceHandle);
      const to = types.into(edge.target, edge.targetHandle);
      if (from === undefined || to === undefined || fits(from, to)) return [];
      return [
        {
          message: `Edge ${edge.id} leads from ${edge.source}.${edge.sourceHandle}, which is ${from}, into ${edge.target}.${edge.targetHandle}, which takes ${to}.`,
          where: { node: edge.target, port: edge.targetHandle, edge: edge.id },
          hint: 'Declare the same type at both ends, ANY at one of them, or convert the value in a node between them.',
        },
      ];
    });
  },
};
