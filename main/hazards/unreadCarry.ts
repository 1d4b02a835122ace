// A carry that nobody read, and that was collected all the same (seed 001 §4, §6).
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';

export const unreadCarry: Detector<'iteration.closed'> = {
  code: 'unread-carry',
  kinds: ['iteration.closed'],
  watch(graph) {
    const carries = staticHazardsOf(graph, 'unread-carry').map((hazard) => ({ hazard, evidence: [] as string[] }));
    return {
      see({ scope, carry, at }) {
        for (const { hazard, evidence } of carries)
          if (hazard.where.scope === scope && Object.hasOwn(carry, hazard.where.port ?? '')) evidence.push(at);
      },
      found: () =>
        carries.flatMap(({ hazard, evidence }) =>
          evidence.length > 0 ? [{ ...hazard, evidence: [...evidence] }] : [],
        ),
    };
  },
};
