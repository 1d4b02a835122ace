// The short way for an operator to say that a fire failed.
import type { OperatorAnswer } from '../runner/ports.ts';

export type Refusal = Extract<OperatorAnswer, { ok: false }>;

/** A failed fire with a kebab-case code and one sentence; `raw` keeps what could not be used. */
export function refusal(code: string, message: string, raw?: unknown): Refusal {
  return raw === undefined ? { ok: false, error: { code, message } } : { ok: false, error: { code, message }, raw };
}
