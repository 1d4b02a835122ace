// What pi-materia does to a file before it runs. It is done where files are checked, and told here beside the other differences.
import type { Difference } from '../difference.ts';

export const repairedConsumes: Difference = {
  what: '`consumes.from`',
  ours: 'what the file says',
  theirs:
    'the generator outside of the loop that has an edge into it, where there is exactly one, whatever the file says; `consumes.output` is then `workItems` unless given',
  file: 'main/graph/socket/repairConsumes.ts',
};

export const firstSocket: Difference = {
  what: 'A file without `entry`',
  ours: 'is refused',
  theirs: 'starts at its first socket, which is a note',
  file: 'main/graph/socket/draft.ts',
};
