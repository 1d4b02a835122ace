// How iterIn fires: at its turn in the queue, whenever any slot of it holds a value; so it may fire more than once in one
// iteration. On the tape each of its fires is a `step_start`.
import type { PivotMachine, ScopeState, Wire } from '../../pivot/machine.ts';
import type { Plan, PlanScope } from '../../pivot/plan.ts';
import type { Difference } from './difference.ts';
import type { Emission } from './fifoQueue.ts';
import { stepOf } from './rootStep.ts';

export const againIterIn: Difference = {
  what: 'When iterIn fires',
  ours: 'once an iteration, when its init side is at rest',
  theirs:
    'at its turn in the queue, as soon as one slot holds a value, and again within the iteration when a slot is written late (each fire is a `step_start`)',
  file: 'againIterIn.ts',
};

export const nullStays: Difference = {
  what: 'null in a slot or a latch',
  ours: 'a value like any other: handed over and released',
  theirs: 'fills the slot or latch, but is neither handed to the body nor released outwards',
  file: 'againIterIn.ts',
};

/** What it hands over: `step`, and every slot that holds something else than null. */
export function handOver(plan: Plan, machine: PivotMachine, scope: PlanScope, seq: number): Emission {
  const { slots } = machine.scopes[scope.index] as ScopeState;
  return (handle): Wire | undefined => {
    const slot = Object.hasOwn(slots, handle) ? slots[handle] : undefined;
    if (slot && slot.value !== null) return { value: slot.value, seq: slot.seq };
    return handle === 'step' ? { value: stepOf(plan, machine), seq } : undefined;
  };
}

/** Its one-shot slots, which empty when it has fired. */
export function oneShots(machine: PivotMachine, scope: PlanScope): string[] {
  const { slots } = machine.scopes[scope.index] as ScopeState;
  return Object.keys(slots).filter((name) => !slots[name]?.persist);
}
