// The user's rules of redaction, and whether they can all be searched for.
import { join } from 'node:path';
import { failed, type Result } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { RedactionRules } from '../../shared/contract/redaction.ts';
import { badPattern } from '../operators/secrets.ts';
import { badRules, REDACTION_FILE, readRedactionRules } from '../settings/redaction.ts';

/** As the file in that folder says now. Fails with `bad-redaction`. */
export function redactionRules(folder: string): Result<RedactionRules, Failure> {
  const read = readRedactionRules(folder);
  const bad = read.ok ? badPattern(read.value) : undefined;
  return bad === undefined ? read : failed(badRules(join(folder, REDACTION_FILE), bad));
}
