// What the user wants kept off every tape, beside what is kept off anyway: `redaction.json` in the user's folder.
import { z } from 'zod';

/** Whatever the pattern (RE2's syntax) matches is secret, and shown under the name. */
export const RedactionRule = z.strictObject({
  name: z.string().regex(/^[^\s‹›]+$/, 'should be one word'),
  pattern: z.string().min(1),
});
export type RedactionRule = z.infer<typeof RedactionRule>;

export const RedactionRules = z.strictObject({
  /** Names of environment variables and run inputs whose values are secret. */
  names: z.array(z.string().min(1)).default([]),
  rules: z.array(RedactionRule).default([]),
});
export type RedactionRules = z.infer<typeof RedactionRules>;

export const NO_RULES: RedactionRules = { names: [], rules: [] };
