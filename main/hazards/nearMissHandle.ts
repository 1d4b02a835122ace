// An undeclared handle, nearly like a declared one, that really was written to (semantics §1, Persist matrix).
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';

export const nearMissHandle: Detector<'slot.written'> = {
  code: 'near-miss-handle',
  kinds: ['slot.written'],
  watch(graph) {
    const writes = new Map<string, string[]>();
    return {
      see({ writer, scope, slot, seq }) {
        if (writer !== 'surrogate') return;
        const key = JSON.stringify([scope, slot]);
        const known = writes.get(key);
        if (known) known.push(`#${seq}`);
        else writes.set(key, [`#${seq}`]);
      },
      found: () =>
        staticHazardsOf(graph, 'near-miss-handle').flatMap((hazard) => {
          const evidence = writes.get(JSON.stringify([hazard.where.scope, hazard.where.slot]));
          return evidence ? [{ ...hazard, evidence }] : [];
        }),
    };
  },
};
