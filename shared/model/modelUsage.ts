// What an answer of a model took: `fire.finished.usage` (interfaces §3). Other recorders write it too, so nothing of it is taken for
// granted when it is read.
import { isRecord, type Value } from './value.ts';

export interface ModelUsage {
  /** As the endpoint calls it. */
  readonly model?: string;
  /** Absent where the endpoint did not count. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** In dollars, only where the graph says what a token costs. */
  readonly costUsd?: number;
  /** How often it was asked for this answer. */
  readonly tries?: number;
  /** The endpoint's word for why the answer ends, such as `stop` or `length`. */
  readonly finishReason?: string;
  readonly requestId?: string;
}

/** Undefined where it is no usage of a model. */
export function modelUsageOf(value: Value | undefined): ModelUsage | undefined {
  if (!isRecord(value)) return undefined;
  const { model, inputTokens, outputTokens, costUsd, tries, finishReason, requestId } = value;
  const usage = {
    ...textAs('model', model),
    ...amountAs('inputTokens', inputTokens),
    ...amountAs('outputTokens', outputTokens),
    ...amountAs('costUsd', costUsd),
    ...amountAs('tries', tries),
    ...textAs('finishReason', finishReason),
    ...textAs('requestId', requestId),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function textAs<K extends string>(key: K, value: Value | undefined): { readonly [key in K]?: string } {
  return (typeof value === 'string' && value !== '' ? { [key]: value } : {}) as { readonly [key in K]?: string };
}

function amountAs<K extends string>(key: K, value: Value | undefined): { readonly [key in K]?: number } {
  const isAmount = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return (isAmount ? { [key]: value } : {}) as { readonly [key in K]?: number };
}
