// What a command finds in its environment: that of the program, what its config sets, and, in a bounded loop, what there is to know of the
// attempt. The evidence stands in a file, because it may be longer than what a variable may hold.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOP_VARIABLE } from '../../shared/model/loopVariable.ts';
import { isRecord, type Value } from '../../shared/model/value.ts';
import type { Call } from '../runner/ports.ts';
import type { ProcessGuard } from './processGuard.ts';
import { MARK_VARIABLE } from './processTree.ts';

/** What is only there for an attempt; that of an attempt around this program is none of a command's business. */
const ATTEMPT_VARIABLES = {
  attempt: 'LOOPTAPE_ATTEMPT',
  max_iters: 'LOOPTAPE_MAX_ITERS',
  last_exit: 'LOOPTAPE_LAST_EXIT',
} as const;
const EVIDENCE_VARIABLE = 'LOOPTAPE_EVIDENCE_FILE';

export interface CommandEnvironment {
  readonly variables: NodeJS.ProcessEnv;
  /** Takes away what was laid down for the command. */
  remove(): void;
}

export function commandEnvironment(
  { form, config, inputs }: Call,
  mark: string,
  guard: Pick<ProcessGuard, 'addFolder'>,
): CommandEnvironment {
  const variables: NodeJS.ProcessEnv = { ...process.env };
  for (const name of [...Object.values(ATTEMPT_VARIABLES), EVIDENCE_VARIABLE]) delete variables[name];
  const set: Value = config.env ?? {};
  if (isRecord(set)) for (const name of Object.keys(set)) variables[name] = String(set[name]);
  variables[LOOP_VARIABLE] = '1';
  const around = process.env[MARK_VARIABLE];
  variables[MARK_VARIABLE] = around === undefined ? mark : `${around} ${mark}`;
  if (form !== 'attempt') return { variables, remove: () => undefined };
  for (const [input, name] of Object.entries(ATTEMPT_VARIABLES)) {
    if (typeof inputs[input] === 'number') variables[name] = String(inputs[input]);
  }
  const { evidence } = inputs;
  if (typeof evidence !== 'string') return { variables, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'looptape-evidence-'));
  guard.addFolder(folder);
  const file = join(folder, 'evidence.txt');
  writeFileSync(file, evidence, { mode: 0o600 });
  variables[EVIDENCE_VARIABLE] = file;
  return { variables, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
