// A loop that was entered without an item and had no exit that asks for nothing (seed 000, Empty-loop entry): the run ended, and what
// comes after the loop did not run.

import type { TapeHazard } from '../../shared/model/hazard.ts';
import { END } from '../../shared/model/socketGraph.ts';
import type { Detector } from './detector.ts';
import { socketsOf } from './socketLists.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { valueWords } from './wording.ts';

export const noExitWhenEmpty: Detector<'decision.made'> = {
  code: 'no-exit-when-empty',
  kinds: ['decision.made'],
  watch(graph) {
    const found: TapeHazard[] = [];
    return {
      see({ question, chosen, candidates, subject, scope, operands, seq }) {
        if (question !== 'empty-loop' || chosen !== null || candidates.length === 0) return;
        const exits = socketsOf(graph)?.loops.find(({ id }) => id === scope)?.exits;
        const beyond = [...new Set(exits?.map(({ target }) => target))].filter((target) => target !== END);
        if (exits && beyond.length === 0) return;
        const known = staticHazardsOf(graph, 'no-exit-when-empty').find(
          ({ where }) => where.scope === scope && where.node === subject,
        );
        const without = beyond.length === 0 ? '' : ` without ${beyond.join(' and ')}`;
        const { cursor = 0, length = 0 } = operands;
        found.push({
          code: 'no-exit-when-empty',
          severity: 'warning',
          title: known?.title ?? 'An empty list ended the run',
          message: `${scope} was entered at ${subject} with no item left (cursor ${valueWords(cursor)}, length ${valueWords(length)}), and none of its exits asks for nothing, so the run ended${without}.`,
          where: known?.where ?? { scope, node: subject },
          ...(known?.fix ? { fix: known.fix } : {}),
          evidence: [`#${seq}`],
        });
      },
      found: () => [...found],
    };
  },
};
