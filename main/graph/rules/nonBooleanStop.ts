// A stop is a boolean; what else reaches it is taken as true or false all the same, and that is seldom what was meant.
import { ANY, wireTypesOf } from '../pivot/wireTypes.ts';
import type { StaticHazard } from './staticHazard.ts';

export const nonBooleanStop: StaticHazard = {
  code: 'non-boolean-stop',
  severity: 'warning',
  source: 'seed 001 §5, semantics §1, Boundary',
  sentence: 'A stop is wired from an output whose declared type is not BOOL, or from the step of an iterIn.',
  example: '`iterIn_1.init_done → iterOut_1.stop` where `init_done` has the `wire_type` TEXT',
  find: (draft) => {
    const types = wireTypesOf(draft);
    return [...draft.pairs.outOf].flatMap(([scope, iterOut]) =>
      draft.wires
        .into(iterOut)
        .filter((edge) => edge.targetHandle === 'stop')
        .flatMap((edge) => {
          const isStep = draft.node(edge.source)?.role === 'iterIn' && edge.sourceHandle === 'step';
          const type = isStep ? 'a number' : types.out(edge.source, edge.sourceHandle);
          if (type === undefined || type === ANY || type === 'BOOL' || type === 'BOOLEAN') return [];
          const writer = `${edge.source}.${edge.sourceHandle}`;
          return [
            {
              title: 'A stop that is not a boolean',
              message: `${iterOut}.stop is wired from ${writer}, which is ${type} where a boolean belongs; all but null, false, 0, NaN, "", [] and {} counts as true. Put a node between them that gives true or false.`,
              where: { scope, node: iterOut, port: 'stop' },
              writers: [writer],
            },
          ];
        }),
    );
  },
};
