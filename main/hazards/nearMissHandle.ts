// An undeclared handle, nearly like a declared one, that really was written to (semantics §1, Persist matrix).
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';

export const nearMissHandle: Detector = {
  code: 'near-miss-handle',
  find(view) {
    const known = staticHazardsOf(view, 'near-miss-handle');
    if (known.length === 0) return [];
    const writes = new Map<string, string[]>();
    for (const event of view.events(['slot.written'])) {
      if (event.writer !== 'surrogate') continue;
      const key = JSON.stringify([event.scope, event.slot]);
      writes.set(key, [...(writes.get(key) ?? []), `#${event.seq}`]);
    }
    return known.flatMap((hazard) => {
      const evidence = writes.get(JSON.stringify([hazard.where.scope, hazard.where.slot]));
      return evidence ? [{ ...hazard, evidence }] : [];
    });
  },
};
