// The operators of a pivot graph with their configs, for the rules about those.
import type { OperatorUse } from '../rules/operatorConfig.ts';
import type { PivotDraft } from './draft.ts';

export function pivotUses({ graph, pathOf }: PivotDraft): OperatorUse[] {
  return graph.nodes.flatMap(({ id, role, type, config, authoredType }): OperatorUse[] =>
    role === 'operator'
      ? [
          {
            form: 'ports',
            type,
            config,
            called: (key) => `config.${key} of ${id}`,
            // A stand-in's config stands in another file.
            where: (key) =>
              authoredType === undefined ? { node: id, path: `${pathOf(id)}.config.${key}` } : { node: id },
          },
        ]
      : [],
  );
}
