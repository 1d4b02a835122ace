// An exit that can never be taken, in a loop whose list ran out and whose run then ended for want of an exit (seed 000, Loop exit
// route precedence).
import type { Detector } from './detector.ts';
import { socketsOf } from './socketLists.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted } from './wording.ts';

export const deadExit: Detector<'decision.made'> = {
  code: 'dead-exit',
  kinds: ['decision.made'],
  watch(graph) {
    const dead = staticHazardsOf(graph, 'dead-exit').map((hazard) => {
      const loop = socketsOf(graph)?.loops.find(({ id }) => id === hazard.where.scope);
      const exits = loop?.exits.filter(({ from, condition }) => from === hazard.where.node && condition !== 'always');
      return { hazard, ids: new Set(exits?.map(({ id }) => id)), evidence: [] as string[] };
    });
    return {
      see({ question, chosen, candidates, seq }) {
        if (question !== 'exit' || chosen !== null) return;
        for (const { ids, evidence } of dead) if (candidates.some(({ id }) => ids.has(id))) evidence.push(`#${seq}`);
      },
      found: () =>
        dead.flatMap(({ hazard, evidence }) =>
          evidence.length === 0
            ? []
            : [
                {
                  ...hazard,
                  message: `${hazard.message} The list ran out ${counted(evidence.length, 'time')}, and as no exit matched, the run ended there.`,
                  evidence: [...evidence],
                },
              ],
        ),
    };
  },
};
