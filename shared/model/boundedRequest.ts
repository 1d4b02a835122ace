// The request of a bounded loop, normalised (seed 002, Input contract and Parsing rules): what is run, how often at most, until
// what; and where each of it came from.
import { z } from 'zod';

export const RequestOrigin = z.enum(['args', 'text', 'default']);
/** Structured arguments (a file's fields are such), then free text, then defaults. */
export type RequestOrigin = z.infer<typeof RequestOrigin>;

export const RequestNote = z.enum(['MAX_ITERS_CLAMPED', 'MAX_ITERS_AMBIGUOUS']);
export type RequestNote = z.infer<typeof RequestNote>;

/** The codes are pinned, in capitals; all are input errors before attempt 1. */
export const RequestError = z.enum([
  'PROMPT_EMPTY',
  'MAX_ITERS_NOT_INTEGER',
  'PREDICATE_REGEX_INVALID',
  'PREDICATE_EXIT_INVALID',
  'PREDICATE_UNKNOWN',
  'PREDICATE_EMPTY',
]);
export type RequestError = z.infer<typeof RequestError>;

export type Predicate =
  | { readonly kind: 'exit'; readonly code: number }
  /** A search in the whole output, `^` and `$` at line ends, by a linear-time engine. */
  | { readonly kind: 'regex'; readonly pattern: string }
  | { readonly kind: 'judge'; readonly criterion: string };

export interface BoundedRequest {
  readonly prompt: string;
  /** From 1 to 10. */
  readonly maxIters: number;
  readonly maxItersFrom: { readonly from: RequestOrigin; readonly clamped?: true };
  readonly predicate: Predicate;
  /** As written: `exit:0`, `regex:p95 < 200ms`, `judge:task completed`. */
  readonly predicateText: string;
  readonly predicateFrom: RequestOrigin;
  readonly notes: readonly RequestNote[];
}
