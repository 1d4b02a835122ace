// A stop that never changed (seed 001 §5): its loop ended after one iteration, or by nothing but its budget.
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

export const constantStop: Detector<'scope.exited'> = {
  code: 'constant-stop',
  kinds: ['scope.exited'],
  watch(graph) {
    const ends = new Map<string, { readonly how: string; readonly evidence: string[] }>();
    return {
      see({ scope, reason, iterations, seq }) {
        if (reason !== 'budget' && !(reason === 'stop' && iterations === 1)) return;
        const how = `${scope} ended by ${reason} after ${counted(iterations, 'iteration')}`;
        const end = ends.get(scope) ?? { how, evidence: [] };
        end.evidence.push(`#${seq}`);
        ends.set(scope, end);
      },
      found: () =>
        staticHazardsOf(graph, 'constant-stop').flatMap((hazard) => {
          const end = ends.get(hazard.where.scope ?? '');
          return end ? [{ ...hazard, message: `${end.how}. ${hazard.message}`, evidence: end.evidence }] : [];
        }),
    };
  },
};
