// docs/semantics.md, made from the lists of rules and hazards, so that the page and the program can't disagree. A test compares the
// two; `node test/support/semanticsDoc.ts` writes the page anew.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differences as agentcanvas } from '../../main/engine/compat/agentcanvas/differences.ts';
import type { Difference } from '../../main/engine/compat/difference.ts';
import { differences as piMateria } from '../../main/engine/compat/piMateria/differences.ts';
import { boundedRules } from '../../main/graph/rules/boundedRules.ts';
import type { Rule } from '../../main/graph/rules/rule.ts';
import { socketHazards } from '../../main/graph/rules/socketHazards.ts';
import { socketRules } from '../../main/graph/rules/socketRules.ts';
import type { StaticHazard } from '../../main/graph/rules/staticHazard.ts';
import { staticHazards } from '../../main/graph/rules/staticHazards.ts';
import { validatorRules } from '../../main/graph/rules/validatorRules.ts';

export const SEMANTICS_FILE = fileURLToPath(new URL('../../docs/semantics.md', import.meta.url));

/** What a row says of a rule or a hazard, whatever its dialect. */
type Told<T> = Omit<T, 'find'>;

export function semanticsDoc(): string {
  return `${[
    '# Rules and hazards of graphs',
    '',
    '`looptape check` holds a graph against every rule of its dialect and tells all problems at once. A graph that breaks a rule is drawn',
    'but not run. A note refuses nothing. A hazard is no fault of the graph: it runs, and is likely to go wrong in the way that is named.',
    '',
    'Made from `main/graph/rules/` by `node test/support/semanticsDoc.ts`; do not edit by hand.',
    '',
    '## Pivot graphs: rules',
    '',
    ...ruleTable(validatorRules),
    '',
    '## Pivot graphs: static hazards',
    '',
    ...hazardTable(staticHazards),
    '',
    '## Socket graphs: rules',
    '',
    'Where a config file has `loadouts`, the one that `--loadout` names is checked, else its `activeLoadout`, else the only one.',
    '',
    ...ruleTable(socketRules),
    '',
    '## Socket graphs: static hazards',
    '',
    ...hazardTable(socketHazards),
    '',
    '## Bounded loops: rules',
    '',
    'The prompt, `max_iters` and `until_predicate` are read first; what can not be read of them is told by codes in capitals.',
    '',
    ...ruleTable(boundedRules),
    '',
    '## Compatibility: agentcanvas',
    '',
    'With `"compat": "agentcanvas"` in the graph, or `--compat agentcanvas`, a pivot graph runs by that engine\'s rules where they differ',
    'from ours. Each difference stands in a file of its own in `main/engine/compat/agentcanvas/`; runs of that engine, recorded, are',
    'in `test/conformance/oracle/`, and every one of them is run in the tests.',
    '',
    ...differenceTable(agentcanvas),
    '',
    '## Compatibility: pi-materia',
    '',
    'With `"compat": "pi-materia"` in the graph, or `--compat pi-materia`, a socket graph runs by that engine\'s rules where they differ',
    'from ours. Each difference stands in a file of its own, in `main/engine/compat/piMateria/` where no folder is named; runs of that',
    'engine, recorded, are in `test/conformance/oracle/socket/`, and every one of them is run in the tests.',
    '',
    ...differenceTable(piMateria),
  ].join('\n')}\n`;
}

function ruleTable(rules: readonly Told<Rule>[]): string[] {
  const rows = rules.map(({ code, sentence, source, example = '', warnsUnder = [] }) => {
    const taken = warnsUnder.length === 0 ? '' : ` (a note under ${warnsUnder.join(', ')})`;
    return [`\`${code}\``, sentence + taken, source, example];
  });
  return table(['code', 'rule', 'source', 'broken by'], rows);
}

function hazardTable(hazards: readonly Told<StaticHazard>[]): string[] {
  const rows = hazards.map(({ code, severity, sentence, source, example = '' }) => [
    `\`${code}\``,
    severity,
    sentence,
    source,
    example,
  ]);
  return table(['code', 'severity', 'what goes wrong', 'source', 'example'], rows);
}

function differenceTable(differences: readonly Difference[]): string[] {
  const rows = differences.map(({ what, ours, theirs, file }) => [what, ours, theirs, `\`${file}\``]);
  return table(['difference', 'our rule', 'theirs', 'file'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SEMANTICS_FILE, semanticsDoc());
