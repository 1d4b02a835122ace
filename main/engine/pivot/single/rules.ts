// The fast path of a graph with at most one scope (seed 001, section 7): a loop that merely goes on is taken from round to round
// without asking which of several scopes is next, or whose an event is. What must hold: events, effects and machine are those of
// the general rules, after every input (test/main/engine/singleScope.test.ts runs both side by side).
import type { Effect } from '../../input.ts';
import { ours, type Rules } from '../decide.ts';
import type { Emit } from '../emit.ts';
import type { PivotMachine } from '../machine.ts';
import type { Plan } from '../plan.ts';
import { apply } from './apply.ts';
import { loopOf } from './loop.ts';
import { goesOn, goRound } from './round.ts';

export const single: Rules = { apply, goOn };

function goOn(plan: Plan, machine: PivotMachine, emit: Emit, effects: Effect[]): void {
  const loop = loopOf(plan);
  if (loop) while (goesOn(plan, machine, loop)) goRound(plan, machine, loop, emit);
  ours.goOn(plan, machine, emit, effects);
}
