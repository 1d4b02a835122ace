// The rules of pi-materia as the socket engine takes them.
import type { SocketRules } from '../../socket/rules.ts';
import { count } from './count.ts';
import { emptiesUnassigned } from './emptiedTarget.ts';
import { emptyEntry } from './enteredExit.ts';
import { parse } from './fencedFirst.ts';
import { isEntered, item, selection } from './itemSelection.ts';
import { limit } from './noAdvance.ts';
import { refuses } from './outputContract.ts';
import { traversalKey } from './sharedTraversals.ts';
import { writes } from './writes.ts';

export const piMateria: SocketRules = {
  parse,
  refuses,
  writes,
  emptiesUnassigned,
  item,
  emptyEntry,
  traversalKey,
  selection,
  isEntered,
  limit,
  count,
};
