// The timeline: lanes over a window of seq, as columns. Lanes hold at most a few spans per pixel; where more lie in one
// pixel they are merged and marked, so a rare change never disappears.
import { z } from 'zod';
import { TapeRef } from './tape.ts';

const U32 = z.instanceof(Uint32Array);
const U16 = z.instanceof(Uint16Array);
const U8 = z.instanceof(Uint8Array);

/** Spans of one lane: span i covers the events from[i] ≤ seq < to[i]. */
export const ScopeLane = z.object({
  scope: z.string(),
  /** 0 for a root scope. */
  depth: z.number(),
  from: U32,
  to: U32,
  /** Iteration number; of merged spans the first one's. */
  iteration: U32,
  /** 0 open, 1 closed, 2 ended here, 3 several merged. Of an item that is passed over again each pass is a span; only the last is closed. */
  state: U8,
  /** Of sockets: the pass, from 1; of merged spans the first one's. */
  pass: U32.optional(),
  /** Of sockets: index into `labels`; 0xffffffff = none. Of merged spans the first one's. */
  label: U32.optional(),
});
export type ScopeLane = z.infer<typeof ScopeLane>;

export const FireLane = z.object({
  node: z.string(),
  scope: z.string(),
  from: U32,
  to: U32,
  /** 0 running, 1 finished, 2 failed, 3 several merged (none failed), 4 several merged, one failed. */
  state: U8,
});
export type FireLane = z.infer<typeof FireLane>;

export const SlotLane = z.object({
  scope: z.string(),
  slot: z.string(),
  /**
   * `<scope>.<slot>` as in addresses. Inputs that a hazard names or that have several wires are lanes too, as what each fire
   * read: their slot and address are `node.port`, their scope is where the node fires.
   */
  address: z.string(),
  /** Where the lane is such an input. */
  input: z.object({ node: z.string(), port: z.string() }).optional(),
  from: U32,
  to: U32,
  /** Index into `chips`; 0xffffffff = empty. Of merged spans the last value's. */
  chip: U32,
  /** 0 the same value as before, 1 a new value, 2 several merged with a change, 3 empty. */
  state: U8,
});
export type SlotLane = z.infer<typeof SlotLane>;

export const Marks = z.object({
  /** Seq of each mark. */
  seq: U32,
  /** Of decisions: index into QUESTIONS; of hazards: index into `hazardCodes`; of passes: index into `scopes`. */
  kind: U16,
  /** How many marks were merged into this one. */
  count: U16,
});
export type Marks = z.infer<typeof Marks>;

export const QUESTIONS = ['input', 'boundary', 'advance', 'edge', 'exit', 'empty-loop', 'predicate'] as const;

export const TimelineView = z.object({
  from: z.number().int(),
  to: z.number().int(),
  head: z.number().int(),
  scopes: z.array(ScopeLane),
  fires: z.array(FireLane),
  slots: z.array(SlotLane),
  decisions: Marks,
  hazards: Marks,
  errors: Marks,
  /** Where an item of a socket loop is begun anew. */
  passes: Marks,
  hazardCodes: z.array(z.string()),
  /** Identity and one-line text of the values in the slot lanes. */
  chips: z.array(z.object({ identity: z.string(), text: z.string() })),
  /** Names of the items whose iterations are in sight, for the scope lanes. */
  labels: z.array(z.string()),
  /** True where something was merged. */
  merged: z.boolean(),
  /**
   * How much happened over the whole tape, for the minimap: iterations begun, fires, and values changed per bucket, the events
   * of the tape split evenly. (Events alone would be the same in every bucket, as time is their number.)
   */
  density: z.instanceof(Float32Array),
});
export type TimelineView = z.infer<typeof TimelineView>;

export const timelineCalls = {
  'timeline.window': {
    request: TapeRef.extend({
      from: z.number().int().min(0),
      to: z.number().int(),
      widthPx: z.number().int().min(1).max(16384),
    }),
    answer: TimelineView,
  },
};
