// A problem: one thing that makes a graph not runnable, with a stable code and its place (interfaces §4, check).
import { z } from 'zod';

export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  where: z.object({
    node: z.string().optional(),
    port: z.string().optional(),
    edge: z.string().optional(),
    /** A path into the file, such as `nodes[3].config.ports`. */
    path: z.string().optional(),
  }),
  hint: z.string(),
});
export type Problem = z.infer<typeof Problem>;
