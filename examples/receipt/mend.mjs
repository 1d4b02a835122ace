// An attempt: mends what the evidence of the attempts before names, then runs the check. It works on a copy in a temporary folder.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a fault looks like in the evidence, and what mends it. A coding agent would stand here. */
const MENDS = [
  { fault: /the total is the text/, from: "let total = ''", to: 'let total = 0' },
  { fault: /the total is \d+, not/, from: 'let i = 1', to: 'let i = 0' },
];

let folder;

export default function mendAndCheck({ evidence, attempt, max_iters }, ctx) {
  folder ??= copyOf('receipt.mjs', 'check.mjs');
  const said = [];
  if (evidence !== undefined) said.push(mend(join(folder, 'receipt.mjs'), evidence));
  const { stdout, status } = spawnSync(process.execPath, [join(folder, 'check.mjs')], { encoding: 'utf8' });
  for (const line of said) ctx.log(line);
  if (status === 0 || attempt === max_iters) rmSync(folder, { recursive: true, force: true });
  return { output: [...said, stdout].join('\n'), exit: status };
}

/** Mends one fault. */
function mend(file, evidence) {
  const text = readFileSync(file, 'utf8');
  const found = MENDS.find(({ fault, from }) => fault.test(evidence) && text.includes(from));
  if (!found) return 'found nothing to mend';
  writeFileSync(file, text.replace(found.from, found.to));
  return `mended: ${found.from} is now ${found.to}`;
}

function copyOf(...names) {
  const made = mkdtempSync(join(tmpdir(), 'looptape-receipt-'));
  for (const name of names) copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(made, name));
  return made;
}
