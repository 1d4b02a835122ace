// A declared seed that nothing fills (seed 001 §4), in a loop that was entered without it.
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';

export const unwiredInit: Detector<'iteration.opened'> = {
  code: 'unwired-init',
  kinds: ['iteration.opened'],
  watch(graph) {
    const entries = new Map<string, string[]>();
    return {
      see({ scope, iteration, at }) {
        if (iteration === 0) entries.set(scope, [...(entries.get(scope) ?? []), `${at}:start`]);
      },
      found: () =>
        staticHazardsOf(graph, 'unwired-init').flatMap((hazard) => {
          const evidence = entries.get(hazard.where.scope ?? '');
          return evidence ? [{ ...hazard, evidence: [...evidence] }] : [];
        }),
    };
  },
};
