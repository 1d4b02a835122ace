// The limit of pi-materia on how often an item may come back to a socket while no cursor moves.
import type { PlanSocket } from '../../socket/plan.ts';
import { ourRules, type SocketRules } from '../../socket/rules.ts';
import type { Difference } from '../difference.ts';
import { emptyEntry } from './enteredExit.ts';
import { itemKeyOf } from './itemSelection.ts';
import { type Cycles, compatOf, type PiMateriaState } from './state.ts';

export const noAdvance: Difference = {
  what: 'An item that is worked on again and again',
  ours: 'goes on, up to 10,000 visits since a cursor moved last (`visit-limit`)',
  theirs:
    'fails the run with code `no-advance-limit` when it has come back to a socket more than `limits.maxNoAdvanceCycles` times (3 unless given) and no cursor moved; ways back along an edge with `maxTraversals` do not count',
  file: 'noAdvance.ts',
};

export const NO_ADVANCE_LIMIT = 'no-advance-limit';

/** The visit limit holds too: an empty loop that leads into itself would never end otherwise. */
export const limit: SocketRules['limit'] = (plan, machine, socket) => {
  const none = ourRules.limit(plan, machine, socket);
  // What can't run is not entered.
  if (none || emptyEntry(machine, socket)) return none;
  const compat = compatOf(machine);
  const cycles = entered(compat, itemKeyOf(machine, socket), socket);
  const most = plan.graph.limits.noAdvanceCycles;
  if (compat.isByLimitedEdge || !cycles || cycles.count <= most) return undefined;
  const times = most === 1 ? 'once' : `${most} times`;
  const message = `Item ${cycles.itemKey} would come back to ${socket.id} for the ${cycles.count}. time while no cursor moved, by ${(cycles.latest ?? []).join(' → ')}; it may do so ${times} (limits.maxNoAdvanceCycles).`;
  return { code: NO_ADVANCE_LIMIT, message };
};

/** What the item has gone through once the socket is entered; null where there is no item. */
export function entered(compat: PiMateriaState, itemKey: string | null, { id }: PlanSocket): Cycles | null {
  const { cycles, isByLimitedEdge } = compat;
  if (itemKey === null) return null;
  if (cycles?.itemKey !== itemKey) return { itemKey, count: 0, path: [id], latest: null };
  const back = cycles.path.lastIndexOf(id);
  if (back < 0) return { ...cycles, path: [...cycles.path, id] };
  const count = cycles.count + (isByLimitedEdge ? 0 : 1);
  return { itemKey, count, path: [id], latest: [...cycles.path.slice(back), id] };
}
