// What `run` and `continue` print of a run that is over, for a person.
import { visible } from '../../shared/base/visible.ts';
import type { RunReport } from '../../shared/contract/report.ts';
import { brief, printLine } from './terminal.ts';
import { printUsage } from './usageLine.ts';

export function printReport(report: RunReport): void {
  const reason = report.reason && report.reason !== report.status ? ` · ${report.reason}` : '';
  printLine(`${report.status}${reason}`);
  for (const [scope, n] of Object.entries(report.iterations))
    printLine(`  ${visible(scope)}: ${n} ${n === 1 ? 'iteration' : 'iterations'}`);
  for (const [scope, finals] of Object.entries(report.finals)) {
    for (const [name, value] of Object.entries(finals)) printLine(`  ${visible(`${scope}.${name}`)} = ${brief(value)}`);
  }
  for (const [name, value] of Object.entries(report.outputs)) printLine(`  output ${visible(name)} = ${brief(value)}`);
  for (const [name, at] of Object.entries(report.cursors ?? {})) printLine(`  cursor ${visible(name)} = ${at}`);
  for (const [name, value] of Object.entries(report.state ?? {}))
    printLine(`  state.${visible(name)} = ${brief(value)}`);
  if (report.error) {
    const where = [report.error.node, report.error.at].filter(Boolean).join(' at ');
    // What ran when it was cancelled has no fault of its own.
    if (report.error.code === 'cancelled') printLine(visible(`  while ${where} was running`));
    else printLine(visible(`  failed${where ? ` in ${where}` : ''}: ${report.error.code}: ${report.error.message}`));
  }
  for (const { node, inputs } of report.stalled?.waiting ?? []) {
    for (const { port, why } of inputs) printLine(visible(`  ${node} waits for ${port} (${why})`));
  }
  printUsage(report.usage);
  if (report.hazards.length > 0)
    printLine(`  hazards: ${report.hazards.join(', ')} (looptape hazards shows the evidence)`);
  printLine(`  tape: ${report.tape}`);
}
