// Every static hazard that a pivot graph is looked over for, in the order in which they are told. A new one is one file and one
// line here; docs/semantics.md is made from this list.
import { budgetOnly } from './budgetOnly.ts';
import { constantStop } from './constantStop.ts';
import { foreignReset } from './foreignReset.ts';
import { frozenInput } from './frozenInput.ts';
import { lateStop } from './lateStop.ts';
import { nearMissHandle } from './nearMissHandle.ts';
import { nonBooleanStop } from './nonBooleanStop.ts';
import { staleReentry } from './staleReentry.ts';
import type { StaticHazard } from './staticHazard.ts';
import { unevenCarry } from './unevenCarry.ts';
import { unreadCarry } from './unreadCarry.ts';
import { unwiredInit } from './unwiredInit.ts';
import { vanishingInput } from './vanishingInput.ts';

export const staticHazards: readonly StaticHazard[] = [
  frozenInput,
  vanishingInput,
  lateStop,
  unwiredInit,
  nearMissHandle,
  foreignReset,
  constantStop,
  nonBooleanStop,
  unevenCarry,
  staleReentry,
  budgetOnly,
  unreadCarry,
];
