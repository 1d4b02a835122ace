// How iterIn fires: at its turn in the queue, whenever any slot of it holds a value; so it may fire more than once in one
// iteration. On the tape each of its fires is a `step_start`.
import type { PivotMachine, ScopeState, Wire } from '../../pivot/machine.ts';
import type { Plan, PlanScope } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import type { Emission } from './fifoQueue.ts';
import { handedOn } from './nullStays.ts';
import { stepOf } from './rootStep.ts';

export const againIterIn: Difference = {
  what: 'When iterIn fires',
  ours: 'once an iteration, when its init side is at rest',
  theirs:
    'at its turn in the queue, as soon as one slot holds a value, and again within the iteration when a slot is written late (each fire is a `step_start`)',
  file: 'againIterIn.ts',
};

/** What it hands over: `step`, and every slot that holds something else than null. */
export function handOver(plan: Plan, machine: PivotMachine, scope: PlanScope, seq: number): Emission {
  const { slots } = machine.scopes[scope.index] as ScopeState;
  return (handle): Wire | undefined => {
    const slot = Object.hasOwn(slots, handle) ? slots[handle] : undefined;
    return handedOn(slot) ?? (handle === 'step' ? { value: stepOf(plan, machine), seq } : undefined);
  };
}

/** Its one-shot slots, which empty when it has fired. */
export function oneShots(machine: PivotMachine, scope: PlanScope): string[] {
  const { slots } = machine.scopes[scope.index] as ScopeState;
  return Object.keys(slots).filter((name) => !slots[name]?.persist);
}
