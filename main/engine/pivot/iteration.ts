// Opening an iteration: iterIn fires, `step_start` is signalled, and the one-shot slots empty, because every consumer of the
// iteration has been served (semantics §1, Entering a scope).
import { childPath } from '../../../shared/model/path.ts';
import type { Emit } from './emit.ts';
import type { PivotMachine, ScopeState } from './machine.ts';
import type { Plan, PlanScope } from './plan.ts';
import { emitSignal } from './signal.ts';

/** Enters a scope: a new activation. Carries of an earlier activation are gone, persisted init slots keep their values. */
export function enterScope(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const state = machine.scopes[scope.index] as ScopeState;
  const at = (machine.scopes[scope.parent] as ScopeState).path;
  const before = state.exitSeq;
  emit({ seq: machine.seq, kind: 'scope.entered', at, scope: scope.scope });
  for (const [name, slot] of Object.entries(state.slots)) {
    if (slot.seq < before && scope.slots.get(name)?.writer === 'iterout') {
      emit({ seq: machine.seq, kind: 'slot.cleared', at, slot: name, scope: scope.scope, why: 're-entry' });
    }
  }
  openIteration(plan, machine, scope, emit);
}

export function openIteration(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const state = machine.scopes[scope.index] as ScopeState;
  const parent = machine.scopes[scope.parent] as ScopeState;
  const iteration = state.iteration + 1;
  const at = childPath(parent.path, { scope: scope.scope, iteration });
  emit({ seq: machine.seq, kind: 'iteration.opened', at, scope: scope.scope, iteration });
  emitSignal(plan, machine, { at, signal: 'step_start', scope: scope.scope }, emit);
  clearOneShots(machine, scope, at, emit);
}

export function clearOneShots(machine: PivotMachine, scope: PlanScope, at: string, emit: Emit): void {
  const { slots } = machine.scopes[scope.index] as ScopeState;
  for (const name of Object.keys(slots)) {
    if (!slots[name]?.persist)
      emit({ seq: machine.seq, kind: 'slot.cleared', at, slot: name, scope: scope.scope, why: 'one-shot' });
  }
}
