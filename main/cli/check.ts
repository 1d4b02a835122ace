// looptape check <graph>: validation and static hazards, all of them. Exit 1 with errors, 2 where the file is no graph.
import { visible } from '../../shared/base/visible.ts';
import type { CheckReport } from '../../shared/contract/report.ts';
import { EXIT, exitOfFailure } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { withSession } from './session.ts';
import { CommandFailed, note, printJson, printLine } from './terminal.ts';

export interface CheckOptions extends Shared {
  readonly compat?: string;
  readonly loadout?: string;
}

export function check(graph: string, options: CheckOptions): Promise<number> {
  return withSession(async (session) => {
    const result = await session.attempt('report.check', {
      path: session.path(graph),
      ...(options.compat === undefined ? {} : { compat: options.compat }),
      ...(options.loadout === undefined ? {} : { loadout: options.loadout }),
    });
    if (!result.ok) {
      // A file that is no graph still answers in the shape of check, so that a program can read why.
      const problems = (result.failure.detail as { problems?: unknown[] } | undefined)?.problems;
      if (!options.json || !problems) throw new CommandFailed(result.failure);
      note(`looptape: ${result.failure.message} (${result.failure.code})`);
      printJson({
        errors: problems,
        notes: [],
        hazards: [],
        scopes: {},
        root_scope_ids: [],
        node_to_scope: {},
        graph_scope_node_ids: [],
      });
      return exitOfFailure(result.failure);
    }
    const report = result.value;
    if (options.json) printJson(report);
    else print(report, graph);
    return report.errors.length > 0 ? EXIT.different : EXIT.done;
  });
}

function print(report: CheckReport, graph: string): void {
  for (const { code, message, hint } of report.errors)
    printLine(visible(`error ${code}: ${message}${hint ? ` ${hint}` : ''}`));
  for (const { code, message } of report.notes) printLine(visible(`note ${code}: ${message}`));
  for (const { severity, code, message } of report.hazards) printLine(visible(`${severity} ${code}: ${message}`));
  const scopes = Object.keys(report.scopes).length;
  const counted = [
    count(report.errors.length, 'error'),
    count(report.hazards.length, 'hazard'),
    count(scopes, 'scope'),
  ];
  const which = report.loadout === undefined ? '' : ` (${report.loadout})`;
  printLine(`${visible(graph + which)}: ${counted.join(', ')}`);
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
