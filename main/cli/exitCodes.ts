// Exit codes (interfaces §4). One table for how a run ended, one rule for failures.
import type { Failure } from '../../shared/contract/failure.ts';
import type { Status } from '../../shared/model/status.ts';

export const EXIT = {
  done: 0,
  different: 1,
  unreadable: 2,
  failed: 3,
  stalled: 4,
  cancelled: 5,
  waiting: 6,
  usage: 64,
  fault: 70,
} as const;

export function exitOfStatus(status: Status): number {
  switch (status) {
    case 'ended':
      return EXIT.done;
    case 'failed':
      return EXIT.failed;
    case 'stalled':
    case 'interrupted':
      return EXIT.stalled;
    case 'cancelled':
      return EXIT.cancelled;
    case 'waiting':
    case 'paused':
      return EXIT.waiting;
  }
}

/** Codes of failures that are neither the file's nor the graph's fault. */
const OTHERS: Readonly<Record<string, number>> = {
  'consent-needed': EXIT.waiting,
  'needs-live': EXIT.waiting,
  'disk-full': EXIT.failed,
  'run-crashed': EXIT.fault,
  'bad-request': EXIT.fault,
  'unknown-call': EXIT.fault,
  'reader-restarted': EXIT.fault,
  internal: EXIT.fault,
  usage: EXIT.usage,
};

export function exitOfFailure(failure: Failure): number {
  return OTHERS[failure.code] ?? EXIT.unreadable;
}
