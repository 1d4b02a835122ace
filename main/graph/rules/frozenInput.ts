// Dual-wire freeze: a persisted init slot beats the carry beside it in every iteration, so the input never moves.
import { persistFix } from './initPort.ts';
import { slotRead, wiredInputs } from './slotReaders.ts';
import type { HazardFinding, StaticHazard } from './staticHazard.ts';

export const frozenInput: StaticHazard = {
  code: 'frozen-input',
  severity: 'error',
  source: 'seed 001 §10',
  sentence:
    'An input is wired from an init slot that persists and from a carry slot of the same iterIn: it keeps its value of iteration 0.',
  example: '`iterIn_1.init_obs` (persist true) and `iterIn_1.iterout_obs` both into `policy.obs`',
  find: (draft) =>
    wiredInputs(draft).flatMap(({ node, port, edges }) => {
      const read = edges.map((edge) => ({ edge, slot: slotRead(draft, edge) }));
      return [...new Set(edges.map((edge) => edge.source))].flatMap((iterIn): HazardFinding[] => {
        const own = read.filter(({ edge }) => edge.source === iterIn);
        const carry = own.findLast(({ slot }) => slot?.writer === 'iterout');
        const seed = own.findLast(
          ({ slot }) => slot?.writer === 'init' && slot.persist && isFed(draft.wires.into(iterIn), slot.name),
        );
        if (carry?.slot === undefined || seed?.slot === undefined) return [];
        // Under agentcanvas the later-declared edge wins, so a carry that is declared last refreshes the input.
        if (draft.graph.compat === 'agentcanvas' && own.indexOf(carry) > own.indexOf(seed)) return [];
        const fix = persistFix(draft, iterIn, seed.slot.port, false);
        return [
          {
            title: 'Frozen at its first value',
            message: `${node}.${port} is wired from ${iterIn}.${seed.slot.name} and ${iterIn}.${carry.slot.name}. The init port "${seed.slot.port}" persists, so its value wins in every iteration of ${iterIn}, and what ${draft.pairs.outOf.get(iterIn)} carries as "${carry.slot.port}" is never read there.`,
            where: { scope: iterIn, node, port, slot: seed.slot.name },
            writers: own.map(({ edge }) => `${edge.source}.${edge.sourceHandle}`),
            ...(fix === undefined ? {} : { fix }),
          },
        ];
      });
    }),
};

/** A slot that nothing fills can't win. */
function isFed(edges: readonly { readonly targetHandle: string }[], slot: string): boolean {
  return edges.some((edge) => edge.targetHandle === slot);
}
