// A bounded loop as a file (seed 002; semantics §3, File): its shape and nothing more. Unknown keys are kept and ignored.
import { z } from 'zod';

/** An operator with its config beside it. */
export const OperatorConfig = z.looseObject({ operator: z.string() });
export type OperatorConfig = z.infer<typeof OperatorConfig>;

export const BoundedGraph = z.looseObject({
  dialect: z.literal('bounded').optional(),
  name: z.string().nullish(),
  /** What each attempt runs or asks for. Rules about it are the request's, not the shape's. */
  prompt: z.unknown().optional(),
  /** Free text of the command line, which is parsed into the fields that are not there (seed 002, Parsing rules). */
  text: z.string().nullish(),
  max_iters: z.unknown().optional(),
  until_predicate: z.unknown().optional(),
  attempt: OperatorConfig.nullish(),
  judge: OperatorConfig.nullish(),
  destructive: z.boolean().nullish(),
});
export type BoundedGraph = z.infer<typeof BoundedGraph>;
