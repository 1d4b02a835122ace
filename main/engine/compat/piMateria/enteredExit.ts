// Where an empty loop leads under pi-materia.
import { isEmpty } from '../../socket/items.ts';
import type { SocketRules } from '../../socket/rules.ts';
import type { Difference } from '../difference.ts';
import { itemLoopOf } from './itemSelection.ts';

export const enteredExit: Difference = {
  what: 'Entering an empty loop',
  ours: 'any loop that lists the socket may be the empty one; its `always` exit from the entered socket answers, else its first `always` exit',
  theirs:
    'only the loop that gives the item may be the empty one; the first `always` exit from the entered socket itself answers, of whichever loop that lists the socket, else the run ends',
  file: 'enteredExit.ts',
};

export const emptyEntry: SocketRules['emptyEntry'] = (machine, socket) => {
  const loop = itemLoopOf(socket);
  if (!loop || !isEmpty(machine, loop)) return undefined;
  const taken = socket.listedBy
    .flatMap(({ exits }) => exits)
    .find((exit) => exit.from === socket.id && exit.condition === 'always');
  return { loop, asked: socket.listedBy, taken };
};
