// looptape show <tape> [--at moment]: a summary, or the whole state at a moment.
import { visible } from '../../shared/base/visible.ts';
import type { MomentReport, ShowReport } from '../../shared/contract/report.ts';
import { EXIT } from './exitCodes.ts';
import { printAttempts } from './loopReport.ts';
import type { Shared } from './program.ts';
import { withSession } from './session.ts';
import { brief, printJson, printLine, table } from './terminal.ts';
import { printUsage } from './usageLine.ts';

export function show(path: string, options: Shared & { readonly at?: string }): Promise<number> {
  return withSession(async (session) => {
    const { tape } = await session.call('tape.open', { path: session.path(path) });
    if (options.at === undefined) {
      const report = await session.call('report.show', { tape });
      if (options.json) printJson(report);
      else printSummary(report);
    } else {
      const report = await session.call('report.moment', { tape, moment: options.at });
      if (options.json) printJson(report);
      else printMoment(report);
    }
    return EXIT.done;
  });
}

function printSummary(report: ShowReport): void {
  const reason = report.reason && report.reason !== report.status ? ` · ${report.reason}` : '';
  printLine(`${visible(report.name)}: ${report.status}${reason}`);
  printLine(
    `  ${report.events} events, ${(report.durationMs / 1000).toFixed(2)} s, ${Math.ceil(report.sizeBytes / 1024)} KB, id ${report.id}`,
  );
  if (report.loop) {
    printLine(visible(`  ${report.loop.status}: ${report.loop.final_result}`));
    printAttempts(report.loop);
    printUsage(report.usage);
    if (report.hazards.length > 0) printLine(`  hazards: ${report.hazards.join(', ')}`);
    return;
  }
  for (const [scope, n] of Object.entries(report.iterations))
    printLine(`  ${visible(scope)}: ${n} ${n === 1 ? 'iteration' : 'iterations'}`);
  for (const [scope, finals] of Object.entries(report.finals)) {
    for (const [name, value] of Object.entries(finals)) printLine(`  ${visible(`${scope}.${name}`)} = ${brief(value)}`);
  }
  for (const [name, value] of Object.entries(report.outputs)) printLine(`  output ${visible(name)} = ${brief(value)}`);
  if (report.error)
    printLine(
      visible(`  failed at ${report.error.at || 'the graph scope'}: ${report.error.code}: ${report.error.message}`),
    );
  for (const { node, inputs } of report.stalled?.waiting ?? []) {
    for (const { port, why } of inputs) printLine(visible(`  ${node} waits for ${port} (${why})`));
  }
  printUsage(report.usage);
  if (report.hazards.length > 0) printLine(`  hazards: ${report.hazards.join(', ')}`);
}

/** A bounded loop's slots bear their scope in their names. */
function nameOf({ scope, slot }: MomentReport['slots'][number]): string {
  return scope === '' || slot.startsWith(`${scope}.`) ? slot : `${scope}.${slot}`;
}

function printMoment(report: MomentReport): void {
  printLine(visible(`#${report.seq} ${report.at || '(graph scope)'}: ${report.sentence}`));
  if (report.open.length > 0) printLine(`open: ${report.open.map(visible).join(', ')}`);
  printLine(report.slots.length > 0 ? 'slots:' : 'no slot holds a value');
  const rows = report.slots.map((slot) => [
    `  ${visible(nameOf(slot))}`,
    brief(slot.value, 60),
    `${slot.writer}${slot.persist === false ? ', one-shot' : ''}`,
    `written #${slot.writtenSeq} ${visible(slot.writtenAt || (slot.scope === '' ? 'in the graph' : 'before the loop'))}`,
  ]);
  for (const line of table(rows)) printLine(line);
  for (const [port, value] of Object.entries(report.carry ?? {})) printLine(`carry ${visible(port)} = ${brief(value)}`);
  for (const fire of report.fires) {
    printLine(
      `fire ${visible(fire.node)}: ${brief(fire.inputs, 70)} → ${fire.outputs ? brief(fire.outputs, 70) : 'nothing so far'}`,
    );
  }
}
