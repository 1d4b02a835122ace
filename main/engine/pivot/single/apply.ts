// Folds what makes up most of a run, the events of its one loop's rounds, without asking whose they are; every other event is
// folded as everywhere. What must hold: the machine is the one that the general fold makes (../apply.ts).
import { present } from '../../../../shared/base/assert.ts';
import type { EngineEvent, EventOf } from '../../../../shared/model/event.ts';
import { apply as applyAny } from '../apply.ts';
import type { PivotMachine, ScopeState } from '../machine.ts';
import type { Plan } from '../plan.ts';
import { openRegion } from '../readiness.ts';
import { type Loop, loopOf } from './loop.ts';

export function apply(plan: Plan, machine: PivotMachine, event: EngineEvent): void {
  if (event.kind === 'decision.made') machine.seq = event.seq + 1;
  else if (event.kind === 'slot.written' && event.writer === 'iterout') carried(machine, event);
  else if (event.kind === 'iteration.opened') opened(plan, machine, present(loopOf(plan), 'a loop to open'), event);
  else applyAny(plan, machine, event);
}

function carried(machine: PivotMachine, event: EventOf<'slot.written'>): void {
  const { slot, value, seq, writer, persist = true, at } = event;
  const { slots, cleared } = machine.scopes[1] as ScopeState;
  machine.seq = seq + 1;
  slots[slot] = { value, seq, writer, persist, at };
  if (Object.hasOwn(cleared, slot)) delete cleared[slot];
}

function opened(plan: Plan, machine: PivotMachine, loop: Loop, event: EventOf<'iteration.opened'>): void {
  const { at, seq, iteration } = event;
  const state = machine.scopes[loop.scope.index] as ScopeState;
  machine.seq = seq + 1;
  state.phase = 'open';
  state.path = at;
  state.iteration = iteration;
  for (const { edge, handle, isStep } of loop.entries) {
    const slot = state.slots[handle];
    if (slot) machine.wires[edge] = { value: slot.value, seq: slot.seq };
    else machine.wires[edge] = isStep ? { value: iteration, seq } : null;
  }
  openRegion(plan, machine, loop.scope.index);
}
