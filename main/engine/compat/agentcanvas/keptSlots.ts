// Entering a scope again: nothing is cleared. The slots, carries included, keep what they held, and iterOut what its last
// boundary left on its inputs.
import { childPath } from '../../../../shared/model/path.ts';
import type { Emit } from '../../pivot/emit.ts';
import type { PivotMachine, ScopeState } from '../../pivot/machine.ts';
import type { PlanScope } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { compatOf } from './state.ts';

export const keptSlots: Difference = {
  what: 'Entering an inner scope again',
  ours: 'carry slots are empty and iterOut has nothing; at most once per iteration of the parent',
  theirs:
    'all slots keep what they held, and iterOut the inputs of the boundary that ended the scope; whenever the iterIn has its turn, so also twice in one place (`act#2[0]`)',
  file: 'keptSlots.ts',
};

export function enterScope(machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  emit({
    seq: machine.seq,
    kind: 'scope.entered',
    at: (machine.scopes[scope.parent] as ScopeState).path,
    scope: scope.scope,
  });
  openIteration(machine, scope, emit);
}

/** Opened as soon as the one before is closed; its iterIn fires when its turn comes. */
export function openIteration(machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const iteration = (machine.scopes[scope.index] as ScopeState).iteration + 1;
  const entry = compatOf(machine).entries[scope.index];
  const step = { scope: scope.scope, iteration, activation: entry?.count ?? 1 };
  emit({
    seq: machine.seq,
    kind: 'iteration.opened',
    at: childPath(entry?.at ?? '', step),
    scope: scope.scope,
    iteration,
  });
}
