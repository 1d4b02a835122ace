// A bounded loop that is asked for in the app, without a file: what it would come to, and where it may run.
import { z } from 'zod';
import { RequestNote, RequestOrigin } from '../model/boundedRequest.ts';
import { Problem } from '../model/problem.ts';

export const LoopDraft = z.object({
  /** What would be tried, how often and until what, and where each comes from; absent where it can't be read. */
  request: z
    .object({
      prompt: z.string(),
      maxIters: z.number(),
      maxItersFrom: z.object({ from: RequestOrigin, clamped: z.boolean() }),
      predicate: z.string(),
      predicateFrom: RequestOrigin,
      notes: z.array(RequestNote),
    })
    .optional(),
  /** Why every attempt after the first would wait for a person's yes. */
  destructive: z.string().optional(),
  problems: z.array(Problem),
});
export type LoopDraft = z.infer<typeof LoopDraft>;

export const loopCalls = {
  /** Reads the graph that is asked for as a run would, and runs nothing. Problems are part of the answer. */
  'loop.draft': { request: z.object({ graph: z.record(z.string(), z.unknown()) }), answer: LoopDraft },
  /** The folders that a loop may run in: where the program was started, first, and where known graphs lie. */
  'loop.places': { request: z.object({}), answer: z.object({ folders: z.array(z.string()) }) },
};
