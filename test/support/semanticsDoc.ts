// docs/semantics.md, made from the lists of rules and hazards, so that the page and the program can't disagree. A test compares the
// two; `node test/support/semanticsDoc.ts` writes the page anew.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differences } from '../../main/engine/compat/agentcanvas/differences.ts';
import { staticHazards } from '../../main/graph/rules/staticHazards.ts';
import { validatorRules } from '../../main/graph/rules/validatorRules.ts';

export const SEMANTICS_FILE = fileURLToPath(new URL('../../docs/semantics.md', import.meta.url));

export function semanticsDoc(): string {
  const rules = validatorRules.map(({ code, sentence, source, example = '', warnsUnder = [] }) => {
    const taken = warnsUnder.length === 0 ? '' : ` (a note under ${warnsUnder.join(', ')})`;
    return [`\`${code}\``, sentence + taken, source, example];
  });
  const hazards = staticHazards.map(({ code, severity, sentence, source, example = '' }) => [
    `\`${code}\``,
    severity,
    sentence,
    source,
    example,
  ]);
  return `${[
    '# Rules and hazards of pivot graphs',
    '',
    '`looptape check` holds a graph against every rule and tells all problems at once. A graph that breaks a rule is drawn but not run.',
    'A hazard is no fault of the graph: it runs, and is likely to go wrong in the way that is named.',
    '',
    'Made from `main/graph/rules/` by `node test/support/semanticsDoc.ts`; do not edit by hand.',
    '',
    '## Rules',
    '',
    ...table(['code', 'rule', 'source', 'broken by'], rules),
    '',
    '## Static hazards',
    '',
    ...table(['code', 'severity', 'what goes wrong', 'source', 'example'], hazards),
    '',
    '## Compatibility: agentcanvas',
    '',
    'With `"compat": "agentcanvas"` in the graph, or `--compat agentcanvas`, a pivot graph runs by that engine\'s rules where they differ',
    'from ours. Each difference stands in a file of its own in `main/engine/compat/agentcanvas/`; runs of that engine, recorded, are',
    'in `test/conformance/oracle/`, and every one of them is run in the tests.',
    '',
    ...table(
      ['difference', 'our rule', 'theirs', 'file'],
      differences.map(({ what, ours, theirs, file }) => [what, ours, theirs, `\`${file}\``]),
    ),
  ].join('\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SEMANTICS_FILE, semanticsDoc());
