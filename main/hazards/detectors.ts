// Every dynamic detector. A new one is one file and one line here.
import { budgetOnly } from './budgetOnly.ts';
import type { Detector } from './detector.ts';
import { frozenInput } from './frozenInput.ts';
import { nearMissHandle } from './nearMissHandle.ts';
import { nonBooleanStop } from './nonBooleanStop.ts';
import { stall } from './stall.ts';
import { vanishingInput } from './vanishingInput.ts';

export const detectors: readonly Detector[] = [
  frozenInput,
  vanishingInput,
  stall,
  nonBooleanStop,
  nearMissHandle,
  budgetOnly,
];
