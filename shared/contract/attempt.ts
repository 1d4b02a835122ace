// One attempt of a bounded loop: how it ended, whether it satisfied the predicate and why, what it gave, and what that changed.
import { z } from 'zod';
import { ModelUsage } from '../model/modelUsage.ts';
import { TapeRef } from './tape.ts';
import { NamedValue } from './value.ts';

/** The most rows of changes in one answer. */
export const MOST_CHANGE_ROWS = 400;

export const OutputLine = z.object({
  /** From 1, in the output as it is searched: without colour codes. Where numbers are missing, lines were left out. */
  number: z.number(),
  /** Cut with an ellipsis at either end where the line is long. */
  text: z.string(),
  /** What the predicate matched, as offsets into `text`; of a match of nothing both are the same. */
  mark: z.object({ from: z.number(), to: z.number() }).optional(),
});
export type OutputLine = z.infer<typeof OutputLine>;

export const ChangeRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
  /** So many rows are left out here: lines that stayed, or what is beyond the most rows. */
  z.object({ kind: z.literal('skipped'), count: z.number() }),
]);
export type ChangeRow = z.infer<typeof ChangeRow>;

export const AttemptLine = z.object({
  /** From 1. */
  attempt: z.number(),
  /** Where it is shown from: the close of its iteration, else its opening. */
  seq: z.number(),
  /** `exit 1`, `ended by SIGKILL`, `failed (timeout)`; empty for one that only answers, or has not ended. */
  ended: z.string(),
  /** Null until it was decided. */
  satisfied: z.boolean().nullable(),
});
export type AttemptLine = z.infer<typeof AttemptLine>;

export const AttemptDetail = z.object({
  /** From 1. */
  attempt: z.number(),
  /** The most attempts that the run makes. */
  of: z.number(),
  at: z.string(),
  /** Moments of the tape that lie in it: up to where the next one opens; null for the latest one. */
  fromSeq: z.number(),
  toSeq: z.number().nullable(),
  state: z.enum(['not started', 'running', 'finished', 'failed']),
  startedSeq: z.number().nullable(),
  endedSeq: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** Of a model: what its answer took. */
  usage: ModelUsage.optional(),
  ended: z.string(),
  exit: z.number().nullable(),
  signal: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** As written: `exit:0`, `regex:p95 < 200ms`, `judge:task completed`. */
  predicate: z.string(),
  verdict: z.object({ satisfied: z.boolean(), why: z.string(), seq: z.number() }).nullable(),
  /** Null until it ended. */
  output: z
    .object({
      /** Where it begins, where it ends, and what is around the match. */
      lines: z.array(OutputLine),
      /** How many lines there are in all. */
      total: z.number(),
      /** True where `lines` is not all of it. */
      cut: z.boolean(),
      whole: NamedValue,
    })
    .nullable(),
  /** What the predicate's pattern matched, and where in the output: both from 1. */
  match: z.object({ text: z.string(), line: z.number(), column: z.number() }).nullable(),
  /** Against the attempt before: of the last lines, as evidence compares them. Null for the first one. */
  changes: z.object({ since: z.number(), rows: z.array(ChangeRow), isSame: z.boolean() }).nullable(),
  /** The evidence that the next attempt is told; null where none follows. */
  told: z.string().nullable(),
  /** All attempts of the tape, in order. */
  attempts: z.array(AttemptLine),
});
export type AttemptDetail = z.infer<typeof AttemptDetail>;

export const attemptCalls = {
  /** The attempt that the moment lies in, as far as the tape knows it; null before the first one, and of other loops. */
  'attempt.get': {
    request: TapeRef.extend({ seq: z.number().int().min(0) }),
    answer: AttemptDetail.nullable(),
  },
};
