// What went wrong, or would.
import { z } from 'zod';
import { TapeHazard } from '../model/hazard.ts';
import { TapeRef } from './tape.ts';

export const HazardRow = TapeHazard.extend({
  /** The seqs of the evidence, in order; the first is where to jump. */
  evidenceSeqs: z.array(z.number()),
});
export type HazardRow = z.infer<typeof HazardRow>;

export const hazardsCalls = {
  'hazards.list': { request: TapeRef, answer: z.object({ hazards: z.array(HazardRow), head: z.number() }) },
};
