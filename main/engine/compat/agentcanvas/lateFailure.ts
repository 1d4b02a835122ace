// Failures: a node that fails emits nothing, and the run goes on. Which failures convict it.
import type { Status } from '../../../../shared/model/status.ts';
import type { PivotMachine } from '../../pivot/machine.ts';
import type { Difference } from '../difference.ts';
import type { AgentcanvasState } from './state.ts';

export const lateFailure: Difference = {
  what: 'A failed fire',
  ours: 'its iteration is not closed, the open scopes exit `failed`, there is no final side and no band',
  theirs:
    'emits nothing and the run goes on to its end, which is `failed` with the reason that ended the loop; a failure inside a boundary or in the band convicts nobody',
  file: 'lateFailure.ts',
};

export function convicts({ phase }: AgentcanvasState): boolean {
  return phase === 'main';
}

/** A halt is the engine's own end, cancelled here as under our rules; all else ends well or failed. */
export function endStatus(machine: PivotMachine): Status {
  if (machine.halted) return 'cancelled';
  return machine.failure ? 'failed' : 'ended';
}
