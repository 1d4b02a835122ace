// A declared seed that nothing fills: whoever reads it waits for it in vain.
import type { StaticHazard } from './staticHazard.ts';

export const unwiredInit: StaticHazard = {
  code: 'unwired-init',
  severity: 'warning',
  source: 'seed 001 §4',
  sentence: 'An init port is declared, but nothing is wired into it, so its slot stays empty.',
  example: '`initPorts: [{"name": "goal"}]` and no edge into `init_goal`',
  find: ({ graph, wires }) =>
    Object.values(graph.scopes).flatMap(({ scope, slots }) => {
      const wired = new Set(wires.into(scope).map((edge) => edge.targetHandle));
      // A loop that nothing at all enters is a problem of its own.
      if (wired.size === 0) return [];
      return slots.flatMap((slot) => {
        if (slot.writer !== 'init' || wired.has(slot.name)) return [];
        const readers = wires.outOf(scope).filter((edge) => edge.sourceHandle === slot.name);
        const who = readers.map((edge) => `${edge.target}.${edge.targetHandle}`).join(' and ');
        return [
          {
            title: 'Nothing fills this slot',
            message: `The init port "${slot.port}" of ${scope} is declared, but no wire leads into ${slot.name}${
              who === '' ? '' : `, so ${who} never gets a value from it`
            }.`,
            where: { scope, node: scope, port: slot.name, slot: slot.name },
          },
        ];
      });
    }),
};
