// Failures: a node that fails emits nothing, and the run goes on. Which failures convict it, and the one that stops it: a question
// that nobody is there to answer, which that engine does not know and on which a run of ours waits.
import type { EventOf } from '../../../../shared/model/event.ts';
import { NO_ONE_TO_ASK } from '../../../../shared/model/noOneToAsk.ts';
import type { Status } from '../../../../shared/model/status.ts';
import type { PivotMachine } from '../../pivot/machine.ts';
import type { Difference } from '../difference.ts';
import { type AgentcanvasState, compatOf } from './state.ts';

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

/**
 * Notes what failed. A question that nobody was there to answer is no fault beside a real one (semantics §3, Guardrails): beside one
 * that has convicted the run it is a failed fire like any other.
 */
export function noteFailure(machine: PivotMachine, { node, at, error }: EventOf<'fire.failed'>): void {
  const counts = error.code === 'halt' || error.code === NO_ONE_TO_ASK || convicts(compatOf(machine));
  if (counts) machine.failure ??= { node, at, ...error };
}

/** The run stops where it is: what would fire next must not see an input without its answer. */
export function waitsForPerson(machine: PivotMachine): boolean {
  return machine.failure?.code === NO_ONE_TO_ASK;
}

/** A halt is the engine's own end, cancelled here as under our rules; all else ends well or failed. */
export function endStatus(machine: PivotMachine): Status {
  if (machine.halted) return 'cancelled';
  return machine.failure ? 'failed' : 'ended';
}
