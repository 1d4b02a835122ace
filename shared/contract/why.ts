// Why a value is what it is: the chain of writes behind it, from where it stands back to its origin (interfaces §4, `why`).
import { z } from 'zod';
import { TapeRef } from './tape.ts';

/** A writer that another one beat. */
const Loser = z.object({
  /** `node.handle` of the wire that lost. */
  id: z.string(),
  why: z.string(),
  /** In its public form. */
  value: z.unknown(),
  /** The event that wrote the value. */
  seq: z.number().optional(),
});

/** One step back: an event to jump to, what it says about the value, and the value there in its public form. */
const Hop = z.object({
  seq: z.number(),
  at: z.string(),
  kind: z.enum(['slot', 'clear', 'input', 'output', 'carry', 'final', 'origin']),
  what: z.string(),
  value: z.unknown().optional(),
  /** Of an input whose writer had to be chosen while others held a value too: the decision, its rule, who lost. */
  contest: z.object({ seq: z.number(), chosen: z.string(), rule: z.string(), lost: z.array(Loser) }).optional(),
  /** Of an input: the other inputs of the same fire, which the chain does not follow, each with the event that wrote it. */
  beside: z.array(z.object({ port: z.string(), seq: z.number().optional() })).optional(),
});

export const WhyHop = Hop.extend({
  /** Hops behind this one that only handed the same value on, nearest first. */
  copies: z.array(Hop).optional(),
});
export type WhyHop = z.infer<typeof WhyHop>;

export const WhyReport = z.object({
  seq: z.number(),
  /** As asked, the part included. */
  address: z.string(),
  /** Public form; absent where the slot was empty at the moment. */
  value: z.unknown().optional(),
  chain: z.array(WhyHop),
  /** Where the chain was cut for its length: ask again from this event. */
  cutAt: z.number().optional(),
});
export type WhyReport = z.infer<typeof WhyReport>;

export const whyCalls = {
  /**
   * `address` as in interfaces §2, a part of the value behind it as a JSON Pointer: `env.obs/toGoal/east`. Failures:
   * `no-such-moment`; `no-such-value` where the address names nothing, or nothing stood there by then.
   */
  'report.why': { request: TapeRef.extend({ address: z.string(), moment: z.string() }), answer: WhyReport },
};
