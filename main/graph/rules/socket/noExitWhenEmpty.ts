// A loop that is entered without an item has no outcome, so that only an exit that asks for nothing can be taken.
import type { CheckedSocketGraph, LoopSpec } from '../../../../shared/model/checkedSocketGraph.ts';
import { END } from '../../../../shared/model/socketGraph.ts';
import { cursorSlot } from '../../../../shared/model/statePath.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import { enteredAt } from '../../socket/ways.ts';
import { listed } from '../../wording.ts';
import type { StaticHazard } from '../staticHazard.ts';

export const noExitWhenEmpty: StaticHazard<SocketDraft> = {
  code: 'no-exit-when-empty',
  severity: 'warning',
  source: 'seed 000, Empty-loop entry',
  sentence:
    'A loop has exits, but none of them asks for nothing: where the loop is entered with an empty list, the run ends and what comes after the loop never runs.',
  example: '`"exits": [{"from": "S", "condition": "satisfied", "targetSocketId": "Report"}]` and no `always` exit',
  find: ({ graph, authored, taken }) =>
    graph.loops.flatMap((loop) => {
      const beyond = [...new Set(loop.exits.map(({ target }) => target))].filter((target) => target !== END);
      if (loop.items === undefined || beyond.length === 0) return [];
      return enteredAt(graph, loop.sockets).flatMap((node) => {
        if (answersEmpty(loop, node, graph)) return [];
        return [
          {
            title: 'An empty list ends the run',
            message: `Where the loop ${loop.id} is entered at ${node} with no item left, none of its exits can be taken, so the run ends without ${listed(beyond)}.`,
            where: { scope: loop.id, node, ...(loop.cursor === undefined ? {} : { slot: cursorSlot(loop.cursor) }) },
            fix: {
              sentence: `Give the loop ${loop.id} an exit that is always taken, from ${node}.`,
              path: [
                ...taken.rootOf('loops', loop.id),
                'loops',
                loop.id,
                'exits',
                authored.loops?.[loop.id]?.exits?.length ?? 0,
              ],
              from: undefined,
              to: { id: `exit:${node}:always`, from: node, condition: 'always', targetSocketId: beyond[0] },
            },
          },
        ];
      });
    }),
};

/** pi-materia: an exit of the entered socket itself, of whichever loop that lists it (semantics §5). */
function answersEmpty({ exits }: LoopSpec, node: string, { compat, loops }: CheckedSocketGraph): boolean {
  if (compat !== 'pi-materia') return exits.some(({ condition }) => condition === 'always');
  return loops.some((loop) => loop.exits.some(({ from, condition }) => condition === 'always' && from === node));
}
