// A loop without a stop that ran to its budget (seed 001 §10): intended for rollouts of a fixed length, and worth knowing.
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

export const budgetOnly: Detector<'iteration.closed' | 'scope.exited'> = {
  code: 'budget-only',
  kinds: ['iteration.closed', 'scope.exited'],
  watch(graph) {
    const ends = new Map<string, { iterations: number; evidence: string[] }>();
    const lastClosed = new Map<string, string>();
    return {
      see(event) {
        if (event.kind === 'iteration.closed') {
          lastClosed.set(event.scope, event.at);
          return;
        }
        if (event.reason !== 'budget') return;
        const end = ends.get(event.scope) ?? { iterations: 0, evidence: [] };
        end.iterations = event.iterations;
        end.evidence.push(lastClosed.get(event.scope) ?? `#${event.seq}`);
        ends.set(event.scope, end);
      },
      found: () =>
        staticHazardsOf(graph, 'budget-only').flatMap((hazard) => {
          const scope = hazard.where.scope ?? '';
          const end = ends.get(scope);
          if (!end) return [];
          const iterOut = hazard.where.node ?? scope;
          const message = `${scope} ran ${counted(end.iterations, 'iteration')}, its whole budget, because nothing is wired into ${iterOut}.stop.`;
          return [{ ...hazard, message, evidence: end.evidence }];
        }),
    };
  },
};
