// What an answer of a model took: `fire.finished.usage` (interfaces §3). Other recorders write it too, so nothing of it is taken for
// granted when it is read.
import { z } from 'zod';
import { isRecord, type Value } from './value.ts';

const Text = z.string().min(1).optional().catch(undefined);
const Amount = z.number().min(0).optional().catch(undefined);

export const ModelUsage = z.object({
  /** As the endpoint calls it. */
  model: Text,
  /** Absent where the endpoint did not count. */
  inputTokens: Amount,
  outputTokens: Amount,
  /** In dollars, only where the graph says what a token costs. */
  costUsd: Amount,
  /** How often it was asked for this answer. */
  tries: Amount,
  /** The endpoint's word for why the answer ends, such as `stop` or `length`. */
  finishReason: Text,
  requestId: Text,
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** What of it can be read; undefined where that is nothing. */
export function modelUsageOf(value: Value | undefined): ModelUsage | undefined {
  if (!isRecord(value)) return undefined;
  const read = Object.entries(ModelUsage.parse(value)).filter(([, one]) => one !== undefined);
  return read.length === 0 ? undefined : Object.fromEntries(read);
}
