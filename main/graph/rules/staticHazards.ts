// Every static hazard that a pivot graph is looked over for, in the order in which they are told. A new one is one file and one
// line here; docs/semantics.md is made from this list.
import { budgetOnly } from './budgetOnly.ts';
import { frozenInput } from './frozenInput.ts';
import { nearMissHandle } from './nearMissHandle.ts';
import type { StaticHazard } from './staticHazard.ts';
import { unwiredInit } from './unwiredInit.ts';
import { vanishingInput } from './vanishingInput.ts';

export const staticHazards: readonly StaticHazard[] = [
  frozenInput,
  vanishingInput,
  unwiredInit,
  nearMissHandle,
  budgetOnly,
];
