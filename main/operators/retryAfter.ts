// When a busy host wants to be asked again, which requests and models heed alike.

/** The answers after which a host may be asked again. */
export const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Milliseconds from now, of seconds or a date (RFC 9110, Retry-After); undefined where it does not say. */
export function retryAfterMs(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  // Fractions are against the rule, and some hosts send them.
  const waitMs = /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
