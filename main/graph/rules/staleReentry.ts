// Under agentcanvas the slots of an inner loop survive its end, so the first iteration of the next entry finds old carries.

import { slotRead, wiredInputs } from './slotReaders.ts';
import type { StaticHazard } from './staticHazard.ts';

export const staleReentry: StaticHazard = {
  code: 'stale-reentry',
  severity: 'warning',
  source: 'semantics §5',
  sentence:
    'Under agentcanvas: an input of an inner loop reads a carry that persists, and no later wire of an init slot beats it, so at the next entry it reads what the entry before left.',
  example: '`iterIn_i.init_a` and then `iterIn_i.iterout_a` into `inc.n`, in a loop inside another',
  find: (draft) => {
    if (draft.graph.compat !== 'agentcanvas') return [];
    return wiredInputs(draft).flatMap(({ node, port, edges }) => {
      const winner = edges.findLast((edge) => slotRead(draft, edge) !== undefined);
      const slot = winner && slotRead(draft, winner);
      if (!winner || slot?.writer !== 'iterout' || !slot.persist) return [];
      const scope = winner.source;
      if ((draft.graph.forest.scopes[scope]?.parent_scope_id ?? null) === null) return [];
      const iterOut = draft.pairs.outOf.get(scope) ?? '';
      const ports = draft.node(iterOut)?.config.ports;
      const index = Array.isArray(ports) ? ports.findIndex((one: { name?: unknown }) => one?.name === slot.port) : -1;
      return [
        {
          title: 'Reads what the last entry left',
          message: `${node}.${port} reads ${scope}.${slot.name}, which persists: when ${scope} is entered again, its first iteration finds there what the entry before carried last.`,
          where: { scope, node, port, slot: slot.name },
          writers: edges.map((edge) => `${edge.source}.${edge.sourceHandle}`),
          ...(index < 0
            ? {}
            : {
                fix: {
                  sentence: `Set persist of port "${slot.port}" of ${iterOut} to false, so that the carry serves one iteration.`,
                  node: iterOut,
                  path: ['ports', index, 'persist'],
                  from: true,
                  to: false,
                },
              }),
        },
      ];
    });
  },
};
