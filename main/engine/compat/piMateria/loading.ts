// What pi-materia makes of a file before it runs. It is done where files are checked, and told here beside the other differences.
import type { Difference } from '../difference.ts';

export const repairedConsumes: Difference = {
  what: '`consumes.from`',
  ours: 'what the file says',
  theirs:
    'the generator outside of the loop that has an edge into it, where there is exactly one, whatever the file says; `consumes.output` is `workItems` unless given',
  file: 'main/graph/socket/repairConsumes.ts',
};

export const firstSocket: Difference = {
  what: 'A file without `entry`',
  ours: 'is refused',
  theirs: 'starts at its first socket, which is a note',
  file: 'main/graph/socket/draft.ts',
};

export const impliedName: Difference = {
  what: 'The second name of an item',
  ours: '`as`, and none without it',
  theirs: '`workItem` too, of consumed `workItems` where the loop has no iterator',
  file: 'main/graph/socket/draft.ts',
};

export const agentsByDefault: Difference = {
  what: 'A materia without `kind`, `type` and operator',
  ours: 'is not asked again after an invalid output',
  theirs: 'is an agent, and asked once more',
  file: 'main/graph/socket/socketSpec.ts',
};
