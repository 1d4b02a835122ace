// What the traversals of a limited edge count under in pi-materia.
import type { SocketRules } from '../../socket/rules.ts';
import type { Difference } from '../difference.ts';
import { compatOf } from './state.ts';

export const sharedTraversals: Difference = {
  what: 'What `maxTraversals` counts',
  ours: 'each edge, for the item that its socket ran for',
  theirs:
    'all edges from one socket to another together, by the key of the item, which an advance takes away: a limit on a back edge that is taken after an advance limits the number of items',
  file: 'sharedTraversals.ts',
};

export const traversalKey: SocketRules['traversalKey'] = (machine, socket, edge) => {
  const { itemKey } = compatOf(machine);
  const way = `${socket.id}->${socket.edges[edge]?.to}`;
  return itemKey === null ? way : `${way}@${itemKey}`;
};
