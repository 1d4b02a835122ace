// looptape why <tape> <slot or node.port> --at moment: the chain of writes and decisions behind a value.
import { visible } from '../../shared/base/visible.ts';
import type { WhyReport } from '../../shared/contract/why.ts';
import { EXIT } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { withSession } from './session.ts';
import { brief, printJson, printLine } from './terminal.ts';

export function why(path: string, address: string, options: Shared & { readonly at: string }): Promise<number> {
  return withSession(async (session) => {
    const { tape } = await session.call('tape.open', { path: session.path(path) });
    const report = await session.call('report.why', { tape, address, moment: options.at });
    if (options.json) printJson(report);
    else print(report);
    return EXIT.done;
  });
}

function print(report: WhyReport): void {
  const value = report.value === undefined ? 'holds nothing' : `= ${brief(report.value)}`;
  printLine(`${visible(report.address)} ${value} at #${report.seq}`);
  for (const hop of report.chain) {
    const shown = hop.value === undefined ? '' : ` = ${brief(hop.value, 60)}`;
    printLine(`← #${hop.seq} ${visible(hop.at || '(graph scope)')}: ${visible(hop.what)}${shown}`);
    if (hop.contest) {
      printLine(`    won: ${visible(hop.contest.chosen)}: ${visible(hop.contest.rule)}`);
      for (const { id, why: reason, value: lost, seq } of hop.contest.lost) {
        const written = seq === undefined ? '' : `, written #${seq}`;
        printLine(`    lost: ${visible(id)} = ${brief(lost, 60)}${written}: ${visible(reason)}`);
      }
    }
    const beside = (hop.beside ?? []).map(({ port, seq }) => (seq === undefined ? port : `${port} (#${seq})`));
    if (beside.length > 0) printLine(`    read beside it: ${visible(beside.join(', '))}`);
    if (hop.copies) printLine(`    the same value in ${hop.copies.length} steps before (--json shows them)`);
  }
  if (report.cutAt !== undefined) printLine(`… the chain goes on before #${report.cutAt}`);
}
