// Under agentcanvas the stop counts that is there when iterOut fires; one that comes after is lost.
import { deliveredAtBoundary } from '../pivot/fifoPass.ts';
import type { StaticHazard } from './staticHazard.ts';

export const lateStop: StaticHazard = {
  code: 'late-stop',
  severity: 'error',
  source: 'semantics §5',
  sentence:
    'Under agentcanvas: the stop of a loop comes later than what makes its iterOut fire, so it is lost and the loop goes on.',
  example: '`env.obs → iterOut_1.obs` two nodes before `judge.done → iterOut_1.stop`',
  find: (draft) => {
    if (draft.graph.compat !== 'agentcanvas') return [];
    return [...draft.pairs.outOf].flatMap(([scope, iterOut]) => {
      const stops = draft.wires.into(iterOut).filter((edge) => edge.targetHandle === 'stop');
      const delivered = deliveredAtBoundary(draft, scope);
      if (stops.length === 0 || !delivered || stops.some((edge) => delivered.has(edge.id))) return [];
      const writers = stops.map((edge) => `${edge.source}.${edge.sourceHandle}`);
      return [
        {
          title: 'The stop comes too late',
          message: `${iterOut} fires before ${writers.join(' and ')} can reach its stop: there agentcanvas decides without it, and what comes later is lost. Make a carry port required whose value comes after the stop, or lead the carry through the node that stops.`,
          where: { scope, node: iterOut, port: 'stop' },
          writers,
        },
      ];
    });
  },
};
