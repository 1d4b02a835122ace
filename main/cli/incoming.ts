// What `import` and `record` share: each thing found about a line on standard error as it comes, and the report of the new tape.
import { basename } from 'node:path';
import { visible } from '../../shared/base/visible.ts';
import type { RunReport } from '../../shared/contract/report.ts';
import { callerPath, foldersOf, newTapePath } from '../app/paths.ts';
import { type RecordingRequest, recordLines } from '../app/recording.ts';
import { EXIT } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { printReport } from './runReport.ts';
import { withSession } from './session.ts';
import { CommandFailed, note, printJson } from './terminal.ts';

export interface IncomingFlags extends Shared {
  readonly out?: string;
  readonly force: boolean;
}

/** A tape of garbage has a line for each line of it; the terminal has them all. */
const PROBLEMS_MOST = 10_000;

export interface Incoming {
  readonly report: RunReport;
}

/** `plan.md.jsonl` → `plan.md`; what comes on standard input has no name. */
export function nameOfSource(file: string): string {
  return file === '-' ? 'recording' : basename(file).replace(/\.(?:jsonl|ndjson|json|txt|log)$/i, '') || 'recording';
}

export function tapePathOf({ out }: IncomingFlags, name: string): string {
  return out === undefined ? newTapePath(foldersOf().tapes, name, new Date()) : callerPath(out);
}

/** Records to the end of the input, says what came of it, and gives the report. */
export async function takeIn(request: Omit<RecordingRequest, 'note'>, { json }: Shared): Promise<RunReport> {
  const problems: object[] = [];
  const recorded = await recordLines({
    ...request,
    note: (found) => {
      note(visible(`${request.source}, ${found.message}${found.kept ? ' It was kept as it is.' : ''}`));
      if (problems.length < PROBLEMS_MOST) problems.push(found);
    },
  });
  if (!recorded.ok) throw new CommandFailed(recorded.failure);
  const { path, lines, events, kept } = recorded.value;
  let made: RunReport | undefined;
  await withSession(async (session) => {
    const { tape } = await session.call('tape.open', { path });
    made = await session.call('report.run', { tape });
    if (json) printJson({ ...made, lines, events, kept, problems });
    else {
      printReport(made);
      const notRead = kept === 0 ? '' : `, ${kept} of which could not be read and were kept as they are`;
      note(`${events} events from ${lines} ${lines === 1 ? 'line' : 'lines'}${notRead}.`);
    }
    return EXIT.done;
  });
  return made as RunReport;
}
