// How a run ends whose root has not been decided: drained, cut or halted. It counts as ended, and the root's final side is
// rebuilt from the slots of its iterIn.
import type { Reason } from '../../../../shared/model/status.ts';
import type { Value } from '../../../../shared/model/value.ts';
import type { Emit } from '../../pivot/emit.ts';
import type { PivotMachine, ScopeState } from '../../pivot/machine.ts';
import type { Plan } from '../../pivot/plan.ts';
import type { Difference } from '../difference.ts';
import { rootOf } from './oneRoot.ts';

export const rebuiltFinals: Difference = {
  what: 'A loop that runs dry',
  ours: 'is `stalled`, with a report of who waited for what, and emits no final side',
  theirs:
    'is ended with reason `drained`; its final side is rebuilt from the carry slots, null where empty (`scope.exited` with `rebuilt: true`), and the band runs on it. The same after a `fire-cap` and a halt, and for a root that was never entered',
  file: 'rebuiltFinals.ts',
};

/** Exits of every scope that is still open, the innermost first and the root last. */
export function exitUndecided(plan: Plan, machine: PivotMachine, reason: Reason, emit: Emit): void {
  exitOthers(plan, machine, reason, emit);
  const root = plan.scopes[rootOf(plan)];
  if (!root) return;
  const state = machine.scopes[root.index] as ScopeState;
  const finals: Record<string, Value> = {};
  for (const { port, slot } of root.carries) finals[`final_${port}`] = state.slots[slot]?.value ?? null;
  finals.final_stop = true;
  emit({
    seq: machine.seq,
    kind: 'scope.exited',
    at: '',
    scope: root.scope,
    reason,
    iterations: state.closed,
    finals,
    rebuilt: true,
  });
}

/** Exits of every open scope but the root, the innermost first. */
export function exitOthers(plan: Plan, machine: PivotMachine, reason: Reason, emit: Emit): void {
  const root = rootOf(plan);
  const open = plan.scopes.filter(({ index }) => {
    const phase = machine.scopes[index]?.phase;
    return index > 0 && index !== root && (phase === 'entered' || phase === 'open' || phase === 'closed');
  });
  for (const scope of open.sort((a, b) => b.depth - a.depth)) {
    const at = (machine.scopes[scope.parent] as ScopeState).path;
    emit({
      seq: machine.seq,
      kind: 'scope.exited',
      at,
      scope: scope.scope,
      reason,
      iterations: (machine.scopes[scope.index] as ScopeState).closed,
    });
  }
}
