// A carry that neither the next iteration nor anything after the loop reads.
import type { StaticHazard } from './staticHazard.ts';

export const unreadCarry: StaticHazard = {
  code: 'unread-carry',
  severity: 'info',
  source: 'seed 001 §4, §6',
  sentence: 'Nothing is wired to a carry, neither to its slot on the iterIn nor to its final side.',
  example: 'a port `obs` of `iterOut_1`, and no edge out of `iterIn_1.iterout_obs` or `iterOut_1.final_obs`',
  find: ({ graph, wires }) =>
    Object.values(graph.scopes).flatMap(({ scope, iterOut, carries }) =>
      carries.flatMap(({ port }) => {
        const slot = `iterout_${port}`;
        if (wires.outOf(scope).some((edge) => edge.sourceHandle === slot)) return [];
        if (wires.outOf(iterOut).some((edge) => edge.sourceHandle === `final_${port}`)) return [];
        return [
          {
            title: 'A carry that nobody reads',
            message: `Nothing reads the carry "${port}" of ${iterOut}: neither ${scope}.${slot} nor ${iterOut}.final_${port} has a wire. It still counts towards closing an iteration.`,
            where: { scope, node: iterOut, port, slot },
          },
        ];
      }),
    ),
};
