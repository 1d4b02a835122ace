// Opening and describing tapes.
import { z } from 'zod';
import type { TapeId } from '../base/ids.ts';
import { Reason, Status } from '../model/status.ts';

/** The id of an open tape, as tape.open gave it. */
export const TapeRef = z.object({ tape: z.string().transform((id) => id as TapeId) });

export const TapeSummary = z.object({
  tape: z.string().transform((id) => id as TapeId),
  path: z.string(),
  /** The file's name without its ending. */
  name: z.string(),
  graphName: z.string(),
  /** `foreign` of a recording whose graph is of none of these. */
  dialect: z.enum(['pivot', 'socket', 'bounded', 'foreign']),
  compat: z.string().optional(),
  status: z.union([Status, z.literal('running')]),
  reason: Reason.nullable(),
  /** The seq of the last event; events count from 0, so there are head + 1 of them. */
  head: z.number().int(),
  /** Milliseconds since the epoch. */
  startedAtMs: z.number(),
  durationMs: z.number(),
  sizeBytes: z.number(),
  /** Closed iterations by scope, over all activations. */
  iterations: z.record(z.string(), z.number()),
  /** Final side of each scope's last activation, public form. */
  finals: z.record(z.string(), z.record(z.string(), z.unknown())),
  outputs: z.record(z.string(), z.unknown()),
  error: z.object({ node: z.string().optional(), at: z.string(), code: z.string(), message: z.string() }).optional(),
  /** True while this program is recording it. */
  live: z.boolean(),
  /** The folder that the run's commands ran in, where the tape says so. */
  folder: z.string().optional(),
  readOnly: z.boolean(),
  parent: z.object({ id: z.string(), seq: z.number() }).optional(),
});
export type TapeSummary = z.infer<typeof TapeSummary>;

export const tapeCalls = {
  'tape.open': { request: z.object({ path: z.string() }), answer: TapeSummary },
  'tape.summary': { request: TapeRef, answer: TapeSummary },
  'tape.close': { request: TapeRef, answer: z.object({}) },
};
