// Whether a recorded run can go on in its tape: where it is paused, waiting, interrupted or failed (interfaces §4, `continue`). Said
// once, for the engine, the app, the command line and the page.
import { assertNever } from '../base/assert.ts';
import type { Status } from './status.ts';

export interface RunEnd {
  readonly status: Status | 'running';
  readonly compat?: string | undefined;
  readonly dialect?: string | undefined;
}

/** The end of a sentence that begins with the tape's name; undefined where the run can go on. */
export function whyNotContinuable({ status, compat, dialect }: RunEnd): string | undefined {
  if (dialect === 'foreign') return 'was recorded by another program, which alone can go on with it: run that again';
  switch (status) {
    case 'paused':
    case 'waiting':
    case 'interrupted':
      return undefined;
    case 'failed':
      return compat === 'agentcanvas'
        ? 'failed under the rules of agentcanvas, which go on to the end of the run in spite of a failure, so there is nothing left to continue: run its graph again'
        : undefined;
    case 'running':
      return 'is still being recorded: pause or stop that run first';
    case 'ended':
      return 'has ended, so there is nothing left to continue: run its graph again';
    case 'stalled':
      return 'stalled: nothing in it can fire any more, so there is nothing to continue; show it to see what waited for what';
    case 'cancelled':
      return 'was cancelled, which is its end: run its graph again';
    default:
      return assertNever(status);
  }
}
