// An undeclared handle of an iterIn is taken verbatim, which hides a slip of the pen.
import { nearestName } from '../wording.ts';
import type { StaticHazard } from './staticHazard.ts';

export const nearMissHandle: StaticHazard = {
  code: 'near-miss-handle',
  severity: 'warning',
  source: 'semantics §1, Persist matrix',
  sentence:
    'An edge aims at a handle of an iterIn that is not declared but nearly like one that is: it makes a slot of its own.',
  example: '`env0.obs → iterIn_1.int_obs` where the slot is `init_obs`',
  find: ({ graph, wires }) =>
    Object.values(graph.scopes).flatMap(({ scope, slots }) => {
      const declared = slots.filter((slot) => slot.writer !== 'surrogate');
      const names = declared.map((slot) => slot.name);
      return slots.flatMap((slot) => {
        if (slot.writer !== 'surrogate') return [];
        // The bare name of a port, without its prefix, is the commonest slip.
        const meant = declared.find((other) => other.port === slot.name)?.name ?? nearOwnName(slot.name, names);
        if (meant === undefined) return [];
        const writers = wires.into(scope).filter((edge) => edge.targetHandle === slot.name);
        return [
          {
            title: 'Nearly a declared handle',
            message: `${scope} declares no handle "${slot.name}", so the wire into it fills a one-shot slot of that name. Was "${meant}" meant?`,
            where: { scope, node: scope, port: slot.name, slot: slot.name },
            writers: writers.map((edge) => `${edge.source}.${edge.sourceHandle}`),
          },
        ];
      });
    }),
};

/** Near in the part after the prefix: `init_a` and `init_b` are two names, not a slip. */
function nearOwnName(name: string, candidates: readonly string[]): string | undefined {
  return nearestName(
    name,
    candidates.filter((candidate) => {
      const own = candidate.replace(/^(init|iterout)_/, '');
      return own.length > 2 || name.endsWith(own);
    }),
  );
}
