// How a run or a scope ended (interfaces §4).
import { z } from 'zod';

export const Status = z.enum(['ended', 'failed', 'stalled', 'cancelled', 'waiting', 'paused', 'interrupted']);
export type Status = z.infer<typeof Status>;

export const Reason = z.enum([
  'stop',
  'budget',
  'exhausted',
  'end',
  'stalled',
  'failed',
  'cancelled',
  'halt',
  'left',
  'drained',
  'fire-cap',
]);
/**
 * Why it ended. `left` is a scope's alone; `drained` and `fire-cap` occur under agentcanvas only (semantics §5). A run that is
 * paused, waiting or interrupted has none yet.
 */
export type Reason = z.infer<typeof Reason>;
