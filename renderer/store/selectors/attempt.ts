// Which attempt of a bounded loop the inspector shows, and how it is called.
import type { AttemptDetail } from '../../../shared/contract/attempt.ts';
import type { TapeTab } from '../state.ts';

/** The moment whose attempt is shown; undefined for tapes of other loops. */
export function attemptSeq(tab: TapeTab): number | undefined {
  return tab.summary.dialect === 'bounded' ? tab.moment.value?.seq : undefined;
}

/** True where the attempt that is there is the one that the moment lies in. */
export function isAttemptOf(attempt: AttemptDetail | null | undefined, seq: number): boolean {
  return !!attempt && attempt.fromSeq <= seq && (attempt.toSeq === null || seq <= attempt.toSeq);
}

/** `exit 1 · not satisfied`, `running`, `failed (timeout) · not satisfied`. */
export function attemptWords({ state, ended, verdict }: AttemptDetail): string {
  const judged = verdict ? (verdict.satisfied ? 'satisfied' : 'not satisfied') : undefined;
  const how = state === 'not started' || state === 'running' ? state : ended;
  return [how, judged ?? (state === 'finished' ? 'not judged yet' : '')].filter((word) => word !== '').join(' · ');
}
