// What the command line prints with --json, in the shapes of interfaces §4, values in their public form. The page could ask
// for the same; today only the command line does.
import { z } from 'zod';
import { RequestNote, RequestOrigin } from '../model/boundedRequest.ts';
import { TapeHazard } from '../model/hazard.ts';
import { Problem } from '../model/problem.ts';
import type { PublicEvent } from '../model/publicEvent.ts';
import { Reason, Status } from '../model/status.ts';
import { TapeRef } from './tape.ts';

const PublicRecord = z.record(z.string(), z.unknown());

/** ScopeInfo with the seed's field names (seed 001 §7); a loop of sockets has those alone that every scope has. */
const ScopeReport = z.object({
  scope_id: z.string(),
  iter_out_id: z.string().optional(),
  parent_scope_id: z.string().nullable(),
  child_scope_ids: z.array(z.string()),
  member_node_ids: z.array(z.string()),
  graphin_node_ids: z.array(z.string()).optional(),
  graphout_node_ids: z.array(z.string()).optional(),
  step_budget: z.number().nullable().optional(),
  effective_budget: z.number().optional(),
});

/** A socket graph as it was understood, in the words of its file: an `exit` became `advance` and `exits` (semantics §2). */
const CompiledReport = z.object({
  loops: z.record(
    z.string(),
    z.object({
      exits: z.array(z.object({ id: z.string(), from: z.string(), condition: z.string(), targetSocketId: z.string() })),
      /** The list that it goes over; null where it names none. */
      iterator: z.object({ items: z.string(), as: z.string().optional(), cursor: z.string() }).nullable(),
      consumes: z.object({ from: z.string(), output: z.string() }).nullable(),
    }),
  ),
  sockets: z.record(
    z.string(),
    z.object({
      parse: z.enum(['text', 'json']),
      advance: z.object({ cursor: z.string(), items: z.string(), when: z.string() }).nullable(),
    }),
  ),
});

export const CheckReport = z.object({
  errors: z.array(Problem),
  /** What refuses nothing, such as a key that stands twice in the file, or what a singular exit was compiled into. */
  notes: z.array(Problem),
  hazards: z.array(z.looseObject({ code: z.string(), severity: z.string(), message: z.string(), where: PublicRecord })),
  scopes: z.record(z.string(), ScopeReport),
  root_scope_ids: z.array(z.string()),
  node_to_scope: z.record(z.string(), z.string()),
  graph_scope_node_ids: z.array(z.string()),
  /** Of a config file: the loadout that was checked, and all that there are. */
  loadout: z.string().optional(),
  loadouts: z.array(z.string()).optional(),
  /** Of a socket graph. */
  compiled: CompiledReport.optional(),
});
export type CheckReport = z.infer<typeof CheckReport>;

const Stalled = z.object({
  scope: z.string(),
  at: z.string(),
  waiting: z.array(z.object({ node: z.string(), inputs: z.array(z.object({ port: z.string(), why: z.string() })) })),
});

/** What the models of a run took, over all of their answers. */
export const UsageTotals = z.object({
  answers: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Answers whose endpoint counted no tokens, so that more were used than the sums say. */
  uncounted: z.number().optional(),
  /** In dollars, of the answers whose graph says what a token costs. */
  costUsd: z.number().optional(),
});
export type UsageTotals = z.infer<typeof UsageTotals>;

/** What a run of a socket graph left behind; absent in the other dialects. */
const SocketEnd = {
  /** By top-level key. */
  state: PublicRecord.optional(),
  /** By name. */
  cursors: z.record(z.string(), z.number()).optional(),
};

/** What a bounded loop came to: the output format of seed 002, and where what it used came from. */
export const LoopReport = z.object({
  /** The seed's two, else how a run ended that did not come to its end. */
  status: z.enum([
    'success',
    'max_iters_reached',
    'failed',
    'cancelled',
    'waiting',
    'paused',
    'interrupted',
    'running',
  ]),
  iterations_run: z.number(),
  /** The cap that was used. */
  max_iters: z.number(),
  predicate: z.string(),
  final_result: z.string(),
  /** One bullet an attempt: what it came to, and what had changed. */
  evidence: z.array(z.string()),
  /** Absent on success, and where it was cancelled. */
  next_action: z.string().optional(),
  /** What the pattern matched. */
  matched: z.string().optional(),
  prompt: z.string(),
  predicate_from: RequestOrigin,
  max_iters_from: z.object({ from: RequestOrigin, clamped: z.literal(true).optional() }),
  notes: z.array(RequestNote),
  /** The attempt that satisfied, else the one that came nearest; counted from 1. */
  best_attempt: z.object({ attempt: z.number(), summary: z.string() }).optional(),
});
export type LoopReport = z.infer<typeof LoopReport>;

export const RunReport = z.object({
  /** Path of the tape. */
  tape: z.string(),
  id: z.string(),
  parent: z.object({ id: z.string(), seq: z.number() }).optional(),
  status: Status,
  reason: Reason.nullable(),
  /** Scope → closed iterations over all activations. */
  iterations: z.record(z.string(), z.number()),
  /** Scope → {final_x, final_stop} of its last activation. */
  finals: z.record(z.string(), PublicRecord),
  outputs: PublicRecord,
  ...SocketEnd,
  /** Of a bounded loop. */
  loop: LoopReport.optional(),
  /** Where a model has answered. */
  usage: UsageTotals.optional(),
  hazards: z.array(z.string()),
  stalled: Stalled.optional(),
  error: z
    .object({
      node: z.string().optional(),
      at: z.string(),
      code: z.string(),
      message: z.string(),
      raw: z.unknown().optional(),
    })
    .optional(),
});
export type RunReport = z.infer<typeof RunReport>;

export const ShowReport = z.object({
  id: z.string(),
  status: z.union([Status, z.literal('running')]),
  reason: Reason.nullable(),
  dialect: z.string(),
  name: z.string(),
  /** How many. */
  events: z.number(),
  iterations: z.record(z.string(), z.number()),
  finals: z.record(z.string(), PublicRecord),
  outputs: PublicRecord,
  ...SocketEnd,
  /** Of a bounded loop. */
  loop: LoopReport.optional(),
  /** Where a model has answered. */
  usage: UsageTotals.optional(),
  hazards: z.array(z.string()),
  parent: z.object({ id: z.string(), seq: z.number() }).optional(),
  durationMs: z.number(),
  sizeBytes: z.number(),
  stalled: Stalled.optional(),
  error: z.looseObject({ at: z.string(), code: z.string(), message: z.string() }).optional(),
});
export type ShowReport = z.infer<typeof ShowReport>;

export const MomentReport = z.object({
  seq: z.number(),
  at: z.string(),
  kind: z.string(),
  sentence: z.string(),
  /** Paths of the open iterations, outermost first. */
  open: z.array(z.string()),
  slots: z.array(
    z.object({
      scope: z.string(),
      slot: z.string(),
      value: z.unknown(),
      writer: z.string(),
      persist: z.boolean().optional(),
      writtenSeq: z.number(),
      writtenAt: z.string(),
    }),
  ),
  carry: PublicRecord.optional(),
  /** Fires of the iteration that the moment lies in, up to the moment. */
  fires: z.array(z.looseObject({ node: z.string(), inputs: PublicRecord, outputs: PublicRecord.optional() })),
});
export type MomentReport = z.infer<typeof MomentReport>;

export const reportCalls = {
  /** A graph that breaks rules answers with its errors; only a file that is no graph fails (`graph-invalid` with detail). */
  'report.check': {
    request: z.object({ path: z.string(), compat: z.string().optional(), loadout: z.string().optional() }),
    answer: CheckReport,
  },
  /** Only of a tape whose run is over (paused, waiting and interrupted ones included). */
  'report.run': { request: TapeRef, answer: RunReport },
  'report.show': { request: TapeRef, answer: ShowReport },
  /** `moment` as in interfaces §2; one that is not on the tape fails with `no-such-moment`. */
  'report.moment': { request: TapeRef.extend({ moment: z.string() }), answer: MomentReport },
  /** Lines of the log in their public form, from one moment to another, both inclusive, at most `limit` at a time. */
  'report.events': {
    request: TapeRef.extend({
      kinds: z.array(z.string()).optional(),
      from: z.string().optional(),
      to: z.string().optional(),
      /** Only events after this seq: the last one of the answer before. */
      after: z.number().int().optional(),
      limit: z.number().int().min(1).max(10_000),
    }),
    answer: z.object({ events: z.array(z.custom<PublicEvent>(() => true)), more: z.boolean() }),
  },
  'report.hazards': { request: TapeRef, answer: z.array(TapeHazard) },
};
