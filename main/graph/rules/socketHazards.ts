// Every static hazard that a socket graph is looked over for, in the order in which they are told. A new one is one file and one
// line here; docs/semantics.md is made from this list.
import type { SocketDraft } from '../socket/draft.ts';
import { cycleWithoutAdvance } from './socket/cycleWithoutAdvance.ts';
import { deadExit } from './socket/deadExit.ts';
import { noExitWhenEmpty } from './socket/noExitWhenEmpty.ts';
import { replacedList } from './socket/replacedList.ts';
import { sharedCursor } from './socket/sharedCursor.ts';
import { textSatisfied } from './socket/textSatisfied.ts';
import type { StaticHazard } from './staticHazard.ts';

export const socketHazards: readonly StaticHazard<SocketDraft>[] = [
  textSatisfied,
  deadExit,
  noExitWhenEmpty,
  cycleWithoutAdvance,
  replacedList,
  sharedCursor,
];
