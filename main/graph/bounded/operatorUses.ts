// The operators of a bounded loop with their configs, for the rules about those: the attempt's, the judge's and those that stand in.
import { ATTEMPT } from '../../../shared/model/checkedBoundedGraph.ts';
import type { CheckedNode } from '../../../shared/model/checkedGraph.ts';
import type { OperatorUse } from '../rules/operatorConfig.ts';

export function boundedUses(nodes: readonly CheckedNode[]): OperatorUse[] {
  return nodes.map(({ id, type, config, inputs, authoredType }): OperatorUse => {
    const isStandIn = authoredType !== undefined;
    return {
      form: id === ATTEMPT ? 'attempt' : 'whole',
      type,
      config,
      given: inputs.map(({ port }) => port),
      called: (key) => (isStandIn ? `${key} of the stand-in for ${id}` : `${id}.${key}`),
      // A stand-in's config stands in another file.
      where: (key) => (isStandIn ? { node: id } : { node: id, path: `${id}.${key}` }),
    };
  });
}
