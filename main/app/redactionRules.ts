// The user's rules of redaction, and whether they can all be searched for.
import { join } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { RedactionRule, RedactionRules } from '../../shared/contract/redaction.ts';
import { badPattern } from '../operators/secrets.ts';
import { badRules, REDACTION_FILE, readRedactionRules } from '../settings/redaction.ts';

/** As the file in that folder says now, and `more` beside them. Fails with `bad-redaction`. */
export function redactionRules(folder: string, more: readonly RedactionRule[]): Result<RedactionRules, Failure> {
  const read = readRedactionRules(folder);
  if (!read.ok) return read;
  const bad = badPattern(read.value.rules);
  if (bad !== undefined) return failed(badRules(join(folder, REDACTION_FILE), bad));
  const badMore = badPattern(more);
  if (badMore !== undefined) {
    const message = `That can't be looked for (${badMore}), so nothing is run. Write a pattern in the syntax of RE2, such as card=\\b\\d{16}\\b.`;
    return failed(failure('bad-redaction', message));
  }
  return succeeded({ ...read.value, rules: [...read.value.rules, ...more] });
}
