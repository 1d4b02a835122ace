// Every difference between agentcanvas and our rules. docs/semantics.md is made from this list; a new difference is one file and one
// line here.

import type { Difference } from '../difference.ts';
import { afterLoop } from './afterLoop.ts';
import { againIterIn } from './againIterIn.ts';
import { budgetOrder } from './budgetOrder.ts';
import { fifoQueue } from './fifoQueue.ts';
import { fireCap } from './fireCap.ts';
import { firstCarryBoundary } from './firstCarryBoundary.ts';
import { innerEnd } from './innerEnd.ts';
import { keptSlots } from './keptSlots.ts';
import { latchRelease } from './latchRelease.ts';
import { lateFailure } from './lateFailure.ts';
import { laterEdgeWins } from './laterEdgeWins.ts';
import { nullStays } from './nullStays.ts';
import { oneRoot } from './oneRoot.ts';
import { rebuiltFinals } from './rebuiltFinals.ts';
import { rootStep } from './rootStep.ts';
import { settlePass } from './settlePass.ts';
import { sideReadOuts } from './sideReadOuts.ts';

export const differences: readonly Difference[] = [
  fifoQueue,
  laterEdgeWins,
  againIterIn,
  nullStays,
  rootStep,
  firstCarryBoundary,
  settlePass,
  budgetOrder,
  fireCap,
  innerEnd,
  keptSlots,
  latchRelease,
  sideReadOuts,
  oneRoot,
  lateFailure,
  rebuiltFinals,
  afterLoop,
];
