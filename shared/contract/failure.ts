// A failure: a stable code and one sentence that says what, where and what to do. It crosses every transport as data.
import { z } from 'zod';

export const Failure = z.object({
  code: z.string(),
  message: z.string(),
  /** What a caller needs to go on, such as the problems of a graph or a consent that is asked for. */
  detail: z.unknown().optional(),
});
export type Failure = z.infer<typeof Failure>;

export function failure(code: string, message: string, detail?: unknown): Failure {
  return detail === undefined ? { code, message } : { code, message, detail };
}
