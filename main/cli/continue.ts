// looptape continue <tape>: goes on in the same tape where it is paused, waiting, interrupted or failed. Exit by how the run ended.
import type { RequestOf } from '../../shared/contract/calls.ts';
import type { Shared } from './program.ts';
import { recordToEnd, type Watcher, watching } from './recording.ts';
import { withSession } from './session.ts';

export interface ContinueFlags extends Shared, Watcher {
  readonly steps?: number;
  readonly live: boolean;
}

export function goOn(given: string, flags: ContinueFlags): Promise<number> {
  return withSession(async (session) => {
    const path = session.path(given);
    const { tape } = await session.call('tape.open', { path });
    const request: RequestOf<'run.continue'> = {
      tape,
      ...(flags.steps === undefined ? {} : { steps: flags.steps }),
      ...(flags.live ? { live: true } : {}),
      ...(flags.yes ? { consented: true } : {}),
      ...watching(flags),
    };
    return recordToEnd(session, { call: 'run.continue', request, title: given, path }, flags.json);
  });
}
