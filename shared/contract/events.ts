// The log as rows, a window at a time.
import { z } from 'zod';
import { TapeRef } from './tape.ts';
import { Chip } from './value.ts';

export const EventRow = z.object({
  seq: z.number(),
  kind: z.string(),
  at: z.string(),
  t: z.number(),
  /** In words; never cut by the host. */
  sentence: z.string(),
  chip: Chip.optional(),
});
export type EventRow = z.infer<typeof EventRow>;

export const eventsCalls = {
  'events.window': {
    request: TapeRef.extend({
      /** The first seq wanted; rows start at or after it. */
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(1000),
      kinds: z.array(z.string()).optional(),
    }),
    answer: z.object({
      rows: z.array(EventRow),
      moreBefore: z.boolean(),
      moreAfter: z.boolean(),
      head: z.number(),
    }),
  },
};
