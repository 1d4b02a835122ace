// The failure of every query that was asked about a moment which is not on the tape.
import { failed } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';

export function noSuchMoment(
  moment: string,
  head: number,
  why?: string,
): { readonly ok: false; readonly failure: Failure } {
  const range = head < 0 ? 'The tape holds no events yet.' : `The tape's events are #0 to #${head}.`;
  return failed(
    failure('no-such-moment', `There is no moment ${moment} on this tape${why ? `: ${why}` : ''}. ${range}`),
  );
}
