// One moment: everything that the tree, the graph, the inspector and the footer show of it. And the ways to move.
import { z } from 'zod';
import { ModelUsage } from '../model/modelUsage.ts';
import { TapeRef } from './tape.ts';
import { Chip, NamedValue } from './value.ts';

export const OpenScope = z.object({
  scope: z.string(),
  /** Path of the open iteration. */
  path: z.string(),
  iteration: z.number(),
  /** Of a loop of sockets: the item in a few words. */
  label: z.string().optional(),
  /** Of a loop of sockets: the pass over the item, from 2 on; absent for the first. */
  pass: z.number().optional(),
  /** Of a loop that goes over a list: the item's place in it, from 0, and how many items there are at the moment. */
  item: z.object({ place: z.number(), of: z.number() }).optional(),
});
export type OpenScope = z.infer<typeof OpenScope>;

export const SlotRow = z.object({
  scope: z.string(),
  slot: z.string(),
  address: z.string(),
  writer: z.string(),
  persist: z.boolean().optional(),
  /** Null where the slot is empty at the moment. */
  value: NamedValue.nullable(),
  writtenSeq: z.number().nullable(),
  writtenAt: z.string().nullable(),
  /** Against the same slot when this iteration (of its scope) opened the time before. */
  change: z.enum(['new', 'changed', 'same', 'emptied', 'empty']),
  /** How many iterations of its scope it has held this value, the current one included. */
  heldIterations: z.number(),
  /** Why it is empty, such as `one-shot: emptied after iteration 0`. */
  emptyWhy: z.string().optional(),
});
export type SlotRow = z.infer<typeof SlotRow>;

export const CandidateRow = z.object({
  id: z.string(),
  matched: z.boolean(),
  why: z.string(),
  chip: Chip.optional(),
  seq: z.number().optional(),
  /** Where the candidate's value was written, as a path, for sentences. */
  writtenAt: z.string().optional(),
});
export type CandidateRow = z.infer<typeof CandidateRow>;

export const DecisionCard = z.object({
  seq: z.number(),
  at: z.string(),
  question: z.string(),
  subject: z.string(),
  scope: z.string(),
  /** A title in words, such as `Which writer reached policy.obs`. */
  title: z.string(),
  operands: z.array(z.object({ name: z.string(), chip: Chip })),
  candidates: z.array(CandidateRow),
  chosen: z.string().nullable(),
  target: z.string().optional(),
  /** Of an advance: the cursor, as the address of its slot. */
  cursor: z.string().optional(),
  /** Of a route: the fire of its target that followed, or the decision that was made in place of it, as where a loop is empty. */
  nextSeq: z.number().optional(),
});
export type DecisionCard = z.infer<typeof DecisionCard>;

export const NodeState = z.object({
  node: z.string(),
  /** In the iteration of the moment: `waiting` may still fire, `idle` cannot any more, `outside` its scope is not open. */
  state: z.enum(['waiting', 'ready', 'running', 'fired', 'failed', 'idle', 'outside']),
  /** How often it has fired up to the moment, over the run. */
  fires: z.number(),
  /** Its latest fire up to the moment. */
  lastFireSeq: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** What it waits for, or why it can't fire, as sentences. */
  waitsFor: z.array(z.string()),
});
export type NodeState = z.infer<typeof NodeState>;

export const EdgeState = z.object({
  edge: z.string(),
  /**
   * `won` was read, `lost` held a value that another writer beat, `held` has a value nobody read so far, `empty`. Of sockets
   * nothing lies on an edge: `won` is the edge or exit that was taken last, all others are `empty`.
   */
  state: z.enum(['won', 'lost', 'held', 'empty']),
  chip: Chip.optional(),
});
export type EdgeState = z.infer<typeof EdgeState>;

export const MomentView = z.object({
  seq: z.number(),
  head: z.number(),
  kind: z.string(),
  at: z.string(),
  t: z.number(),
  /** The event in words, such as `policy fired: action = "LEFT"`. */
  sentence: z.string(),
  /** What the event is about, for selection: a node, slot or scope. */
  node: z.string().optional(),
  slot: z.string().optional(),
  scope: z.string(),
  /** The fire that the event belongs to. */
  fire: z.number().optional(),
  /** Outermost first. */
  open: z.array(OpenScope),
  /** Iterations closed up to the moment, by scope. */
  iterations: z.record(z.string(), z.number()),
  slots: z.array(SlotRow),
  /** What iterOut collected, where the moment is an `iteration.closed`. */
  carry: z.array(NamedValue).optional(),
  /** Final sides emitted up to the moment; a scope that has not ended is absent. */
  finals: z.record(z.string(), z.array(NamedValue)),
  nodes: z.array(NodeState),
  edges: z.array(EdgeState),
  /** Decisions of the iteration that the moment lies in, up to the moment, oldest first. */
  decisions: z.array(DecisionCard),
  status: z.string(),
  reason: z.string().nullable(),
});
export type MomentView = z.infer<typeof MomentView>;

/** What a fire did to a state container or, of sockets, what its output was assigned to; or signalled. `seq`: the event that came of it; null where the tape ends before. */
export const FireChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('write'),
    /** The state's slot, `<container>.<state>`; of sockets `state.a.b`, `cursor.i`. */
    slot: z.string(),
    wrote: NamedValue,
    /** What the state then held, where that is another value: a list that grew, a sum. */
    became: NamedValue.optional(),
    seq: z.number().nullable(),
  }),
  z.object({ kind: z.literal('signal'), signal: z.string(), seq: z.number().nullable() }),
]);
export type FireChange = z.infer<typeof FireChange>;

export const FireDetail = z.object({
  fire: z.number(),
  node: z.string(),
  /** The fire's number among those of its node, from 0. */
  nth: z.number(),
  at: z.string(),
  startedSeq: z.number(),
  endedSeq: z.number().nullable(),
  state: z.enum(['running', 'finished', 'failed']),
  durationMs: z.number().nullable(),
  inputs: z.array(NamedValue.extend({ fromSeq: z.number().nullable(), fromText: z.string() })),
  outputs: z.array(NamedValue),
  /** What it could read of state containers when it started, by slot, with who wrote each; empty states are absent. */
  states: z.array(NamedValue.extend({ fromSeq: z.number(), fromText: z.string() })),
  /** What it did to state containers, in its order; of a socket what it assigned, and the cursor that it moved. */
  changes: z.array(FireChange),
  /** Of a socket: what could not be assigned and so kept its old value, and why. */
  unassigned: z.array(z.object({ slot: z.string(), source: z.string(), why: z.string() })).optional(),
  /** Of a socket: the second try after an invalid output. */
  retry: z.boolean().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  /** What it gave as it was: of a failure, and of a socket where the parsed output does not tell its text. */
  raw: NamedValue.optional(),
  log: z.array(z.object({ level: z.string(), text: z.string() })),
  /** Of a model: what its answer took. */
  usage: ModelUsage.optional(),
  /** Those that chose its inputs; of a socket those that its output led to. */
  decisions: z.array(DecisionCard),
});
export type FireDetail = z.infer<typeof FireDetail>;

/** A way to move, as the keys of DESIGN name them. */
export const Move = z.enum(['event', 'boundary', 'over', 'into', 'out', 'change', 'first', 'last']);
export type Move = z.infer<typeof Move>;

export const momentCalls = {
  'moment.get': { request: TapeRef.extend({ seq: z.number().int().min(0) }), answer: MomentView },
  /** Where a move leads from `seq`; null where there is nothing in that direction. */
  'moment.move': {
    request: TapeRef.extend({
      seq: z.number().int().min(0),
      move: Move,
      direction: z.union([z.literal(1), z.literal(-1)]),
      /** The scope that `event` stays in; all where absent. */
      scope: z.string().optional(),
      /** The address of the slot that `change` follows. */
      slot: z.string().optional(),
    }),
    answer: z.object({ seq: z.number().nullable() }),
  },
  /** The seq that a moment's text names (`#12`, `plan[2]`, `plan[2]:start`, `start`, `end`). */
  'moment.find': { request: TapeRef.extend({ moment: z.string() }), answer: z.object({ seq: z.number() }) },
  /** The fire that the event at `seq` belongs to. */
  'fire.get': { request: TapeRef.extend({ seq: z.number().int().min(0) }), answer: FireDetail },
};
