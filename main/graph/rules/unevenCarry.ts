// Under agentcanvas iterOut fires on its required ports, or else on its first carry; what the others bring is a round late or lost.
import { deliveredAtBoundary } from '../pivot/fifoPass.ts';
import type { StaticHazard } from './staticHazard.ts';

export const unevenCarry: StaticHazard = {
  code: 'uneven-carry',
  severity: 'warning',
  source: 'semantics §5',
  sentence:
    'Under agentcanvas: a carry comes later than what makes its iterOut fire, so that the iteration is closed without it.',
  example: 'ports `[{"name": "near"}, {"name": "far"}]`, none required, with `far` two nodes further down',
  find: (draft) => {
    if (draft.graph.compat !== 'agentcanvas') return [];
    return [...draft.pairs.outOf].flatMap(([scope, iterOut]) => {
      const delivered = deliveredAtBoundary(draft, scope);
      if (!delivered) return [];
      const carries = draft.graph.scopes[scope]?.carries ?? [];
      return carries.flatMap(({ port, required }, index) => {
        const into = draft.wires.into(iterOut).filter((edge) => edge.targetHandle === port);
        if (required || into.length === 0 || into.some((edge) => delivered.has(edge.id))) return [];
        const writers = into.map((edge) => `${edge.source}.${edge.sourceHandle}`);
        return [
          {
            title: 'A carry that comes too late',
            message: `${iterOut} fires before ${writers.join(' and ')} can reach its port "${port}", so agentcanvas closes the iteration without that value.`,
            where: { scope, node: iterOut, port },
            writers,
            fix: {
              sentence: `Make the port "${port}" of ${iterOut} required.`,
              node: iterOut,
              path: ['ports', index, 'required'],
              from: false,
              to: true,
            },
          },
        ];
      });
    });
  },
};
