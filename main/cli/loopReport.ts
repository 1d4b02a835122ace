// What `loop` prints, and every other command that records where the graph is a bounded loop: the output format of seed 002, as JSON and
// for a person; and its exit codes (interfaces §4).
import { assertNever } from '../../shared/base/assert.ts';
import { visible } from '../../shared/base/visible.ts';
import type { LoopReport, RunReport } from '../../shared/contract/report.ts';
import { EXIT } from './exitCodes.ts';
import { printLine } from './terminal.ts';
import { printUsage } from './usageLine.ts';

export function loopDocument({ loop, tape, id, parent, reason, hazards, error, usage }: RunReport): object {
  return {
    ...loop,
    reason,
    hazards,
    tape,
    id,
    ...(parent ? { parent } : {}),
    ...(usage ? { usage } : {}),
    ...(error ? { error } : {}),
  };
}

/** For a person. */
export function printLoop(
  loop: LoopReport,
  { hazards, tape, usage }: Pick<RunReport, 'hazards' | 'tape' | 'usage'>,
): void {
  printLine(visible(`${loop.status}: ${loop.final_result}`));
  printAttempts(loop);
  printUsage(usage);
  if (hazards.length > 0) printLine(`  hazards: ${hazards.join(', ')} (looptape hazards shows the evidence)`);
  printLine(`  tape: ${tape}`);
}

/** How often it was tried, what each attempt came to, and what to do. */
export function printAttempts(loop: LoopReport): void {
  const cap = `at most ${loop.max_iters}${loop.max_iters_from.clamped ? ' (brought within 1 to 10)' : ''}`;
  printLine(visible(`  ${loop.iterations_run} of ${cap} attempts, until ${loop.predicate}`));
  for (const bullet of loop.evidence) printLine(visible(`  ${bullet}`));
  if (loop.matched !== undefined) printLine(`  matched: ${visible(JSON.stringify(loop.matched))}`);
  if (loop.notes.includes('MAX_ITERS_AMBIGUOUS')) printLine('  The text names several limits; the first one counts.');
  if (loop.next_action !== undefined) printLine(visible(`  next: ${loop.next_action}`));
}

export function exitOfLoop({ status }: LoopReport): number {
  switch (status) {
    case 'success':
      return EXIT.done;
    case 'max_iters_reached':
      return EXIT.different;
    case 'failed':
      return EXIT.failed;
    case 'cancelled':
      return EXIT.cancelled;
    case 'waiting':
    case 'paused':
      return EXIT.waiting;
    case 'interrupted':
    case 'running':
      return EXIT.stalled;
    default:
      return assertNever(status);
  }
}
