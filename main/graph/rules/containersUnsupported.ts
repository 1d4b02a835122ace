// State containers are not run yet. A graph is refused where something in it would read or write one: there the results would
// be wrong. Containers that only unknown operators, or none, may reach are drawn like the rest.
import type { CheckedNode } from '../../../shared/model/checkedGraph.ts';
import { isRecord } from '../../../shared/model/value.ts';
import type { Rule } from './rule.ts';

export const containersUnsupported: Rule = {
  code: 'containers-unsupported',
  source: 'semantics §1, State containers',
  sentence: 'No node reads or writes a state container: this version does not run them yet.',
  example: '`{"type": "containerRead", "config": {"container": "notes", "state": "hint"}}`',
  find: ({ graph, flat, pathOf }) => {
    const granted = new Map(flat.grants.map((grant) => [grant.node, grant.container]));
    return graph.nodes.flatMap((node) => {
      const use = useOf(node, granted.get(node.id));
      if (use === undefined) return [];
      return [
        {
          message: `${node.id} ${use}, and state containers are not run by this version yet.`,
          where: { node: node.id, path: pathOf(node.id) },
          hint: 'Carry the value through the loop as an iterOut port, or wait for a version that runs containers.',
        },
      ];
    });
  },
};

function useOf(node: CheckedNode, container: string | undefined): string | undefined {
  const { type, config } = node;
  if (type === 'containerRead' || type === 'containerWrite') {
    const which = typeof config.container === 'string' ? `the container "${config.container}"` : 'a container';
    return `${type === 'containerRead' ? 'reads' : 'writes'} ${which}`;
  }
  if (type === 'script' && container !== undefined) return `has access to the container "${container}"`;
  if (type !== 'expression') return undefined;
  if (isRecord(config.writes) && Object.keys(config.writes).length > 0) return 'writes to a container';
  const texts = isRecord(config.outputs) ? Object.values(config.outputs) : [];
  return texts.some((text) => typeof text === 'string' && /\$read\s*\(/.test(text))
    ? 'reads from a container'
    : undefined;
}
