// The user's rules about what is kept off every tape: `redaction.json`, written by hand. What must hold: a file that can't be read as rules is
// told, and never taken for one without any.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { NO_RULES, RedactionRules } from '../../shared/contract/redaction.ts';

export const REDACTION_FILE = 'redaction.json';

/** Fails with `bad-redaction`. */
export function readRedactionRules(folder: string): Result<RedactionRules, Failure> {
  const path = join(folder, REDACTION_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return succeeded(NO_RULES);
    return failed(badRules(path, (error as Error).message));
  }
  try {
    const parsed = RedactionRules.safeParse(JSON.parse(text));
    if (parsed.success) return succeeded(parsed.data);
    const [issue] = parsed.error.issues;
    return failed(badRules(path, `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not what it should be'}`));
  } catch (error) {
    return failed(badRules(path, (error as Error).message));
  }
}

/** Without its rules a run would put on its tape what they were to keep off it. */
export function badRules(path: string, why: string): Failure {
  const sentence = `${path} can't be read as rules of redaction (${why}), so nothing is run. Write {"names": ["MY_VARIABLE"], "rules": [{"name": "card", "pattern": "\\\\b\\\\d{16}\\\\b"}]}, or remove it.`;
  return failure('bad-redaction', sentence);
}
