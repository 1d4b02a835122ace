// The fast path of a graph with at most one scope (seed 001, section 7): our rules, but that a loop which merely goes on is taken
// from round to round without asking which of several scopes is next. Events are folded as everywhere, so the machine is the
// same whichever path made them.
import type { Effect } from '../../input.ts';
import { ours, type Rules } from '../decide.ts';
import type { Emit } from '../emit.ts';
import type { PivotMachine } from '../machine.ts';
import type { Plan } from '../plan.ts';
import { loopOf } from './loop.ts';
import { goesOn, goRound } from './round.ts';

export const single: Rules = { apply: ours.apply, goOn };

function goOn(plan: Plan, machine: PivotMachine, emit: Emit, effects: Effect[]): void {
  const loop = loopOf(plan);
  if (loop) while (goesOn(plan, machine, loop)) goRound(plan, machine, loop, emit);
  ours.goOn(plan, machine, emit, effects);
}
