// One round of the one loop: from an iteration in which nothing can fire any more to the next one, open. What must hold: the
// events are those of `closeIteration` and `openIteration` (boundary.ts, iteration.ts), in their order. Whatever is not a plain
// going on is left to those: a stop, a spent budget, a stall, a failure.
import { isTruthy, type Value } from '../../../../shared/model/value.ts';
import { budgetOf, carryWritten, decideBoundary, decideInputs, take } from '../boundary.ts';
import type { Emit } from '../emit.ts';
import { clearOneShots } from '../iteration.ts';
import type { PivotMachine, ScopeState } from '../machine.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { emitSignal } from '../signal.ts';
import type { Loop } from './loop.ts';

/** Whether the loop is at rest and its verdict will be `continue`. Nothing is changed. */
export function goesOn(plan: Plan, machine: PivotMachine, { scope }: Loop): boolean {
  const state = machine.scopes[scope.index] as ScopeState;
  const rests = state.phase === 'open' && state.unsettled === 0 && !state.failed && !state.stalled;
  if (!rests || machine.phase !== 'running' || machine.halted) return false;
  // What comes before a boundary in the order of things.
  if (machine.arrivals.length > 0 || machine.takeable.length > 0) return false;
  if (state.closed + 1 >= budgetOf(machine, scope)) return false;
  if (scope.stop && isTruthy(take(plan, machine, scope.stop)?.value)) return false;
  let carriesSome = false;
  for (const input of scope.carryInputs) {
    if (take(plan, machine, input)) carriesSome = true;
    else if (input.required) return false;
  }
  return carriesSome;
}

/** Closes the iteration, hands the carry over and opens the next one; only where the loop goes on. */
export function goRound(plan: Plan, machine: PivotMachine, loop: Loop, emit: Emit): void {
  const { scope, contested } = loop;
  const { path: at, iteration } = machine.scopes[scope.index] as ScopeState;
  if (contested) decideInputs(plan, machine, scope, emit);
  emitSignal(plan, machine, { at, signal: 'step_end', scope: scope.scope }, emit);
  const stop = scope.stop ? take(plan, machine, scope.stop) : null;
  decideBoundary(plan, machine, scope, stop, emit);
  const carry: Record<string, Value> = {};
  for (let i = 0; i < scope.carries.length; i++) {
    const wire = take(plan, machine, scope.carryInputs[i] as PlanInput);
    if (!wire) continue;
    const spec = scope.carries[i] as (typeof scope.carries)[number];
    carry[spec.port] = wire.value;
    emit(carryWritten(machine, scope, spec, wire, at));
  }
  const closed = { seq: machine.seq, kind: 'iteration.closed', at, scope: scope.scope, iteration, carry } as const;
  emit(stop ? { ...closed, stop: stop.value } : closed);
  openNext(plan, machine, loop, emit);
}

function openNext(plan: Plan, machine: PivotMachine, { scope, pathId, slots }: Loop, emit: Emit): void {
  const state = machine.scopes[scope.index] as ScopeState;
  const iteration = state.iteration + 1;
  const at = `${pathId}[${iteration}]`;
  emit({ seq: machine.seq, kind: 'iteration.opened', at, scope: scope.scope, iteration });
  emitSignal(plan, machine, { at, signal: 'step_start', scope: scope.scope }, emit);
  // In most rounds there is none, and to ask for each by its name costs less than to list what there is.
  for (const name of slots) {
    if (state.slots[name]?.persist !== false) continue;
    clearOneShots(machine, scope, at, emit);
    return;
  }
}
