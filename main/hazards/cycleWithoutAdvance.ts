// A way of edges that went round without any cursor moving on it, and did so more often than itemRounds allows.
import type { Detector } from './detector.ts';
import { roundsAllowed } from './itemRounds.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

export const cycleWithoutAdvance: Detector<'slot.written' | 'decision.made'> = {
  code: 'cycle-without-advance',
  kinds: ['slot.written', 'decision.made'],
  watch(graph) {
    const allowed = roundsAllowed(graph);
    const ways = staticHazardsOf(graph, 'cycle-without-advance').map((hazard) => ({
      hazard,
      edges: new Set(hazard.writers),
      /** Since a cursor moved last, by edge. */
      taken: new Map<string, number>(),
      most: 0,
      evidence: [] as string[],
    }));
    return {
      see(event) {
        if (event.kind === 'slot.written') {
          if (event.writer === 'advance') for (const way of ways) way.taken.clear();
          return;
        }
        if (event.question !== 'edge' || event.chosen === null) return;
        const edge = `${event.subject}.${event.chosen}`;
        for (const way of ways) {
          if (!way.edges.has(edge)) continue;
          const count = (way.taken.get(edge) ?? 0) + 1;
          way.taken.set(edge, count);
          // Taken for the first time, an edge has not come round.
          if (count - 1 <= allowed) continue;
          way.most = Math.max(way.most, count);
          way.evidence.push(`#${event.seq}`);
        }
      },
      found: () =>
        ways.flatMap(({ hazard, most, evidence }) =>
          evidence.length === 0
            ? []
            : [
                {
                  ...hazard,
                  message: `${hazard.message} It went round ${counted(most, 'time')} in this run before a cursor moved or the run ended.`,
                  evidence: [...evidence],
                },
              ],
        ),
    };
  },
};
