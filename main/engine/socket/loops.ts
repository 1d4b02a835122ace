// How loops open and close: where their iterations lie, and which event that takes (semantics §2, Scopes). Pure.
import { childPath } from '../../../shared/model/path.ts';
import type { Reason } from '../../../shared/model/status.ts';
import type { Draft } from '../draft.ts';
import { cursorAt, labelOf } from './items.ts';
import type { LoopState, Route, SocketMachine } from './machine.ts';
import type { PlanLoop, PlanSocket, SocketPlan } from './plan.ts';

/** Iterations whose cursor moved close, then the loops whose list ran out; what lies inside of them goes first. */
export function nextClosing(plan: SocketPlan, machine: SocketMachine, route: Route): Draft | undefined {
  for (const loop of plan.innermostFirst) {
    const state = machine.loops[loop.index] as LoopState;
    if (!isActive(state)) continue;
    if (hasMoved(machine, loop)) {
      const { path: at, iteration } = state;
      return { kind: 'iteration.closed', at, scope: loop.id, iteration, carry: {} };
    }
    if (route.exhausted.includes(loop.index)) return exited(machine, loop, 'exhausted');
    if (ancestorsOf(plan, loop).some((above) => hasMoved(machine, above) || route.exhausted.includes(above.index)))
      return exited(machine, loop, 'left');
  }
  return undefined;
}

/** Before the socket runs, open loops that do not list it are left, innermost first; those that list it open, outermost first. */
export function nextOpening(plan: SocketPlan, machine: SocketMachine, socket: PlanSocket): Draft | undefined {
  for (const loop of plan.innermostFirst)
    if (isActive(machine.loops[loop.index] as LoopState) && !socket.listedBy.includes(loop))
      return exited(machine, loop, 'left');
  for (const loop of socket.outermostFirst) {
    const opening = openingOf(plan, machine, loop, socket);
    if (opening) return opening;
  }
  return undefined;
}

function openingOf(plan: SocketPlan, machine: SocketMachine, loop: PlanLoop, socket: PlanSocket): Draft | undefined {
  const state = machine.loops[loop.index] as LoopState;
  const place = placeOf(plan, machine, loop);
  if (!isActive(state)) return { kind: 'scope.entered', at: place, scope: loop.id };
  // What it lies in has gone on without it.
  if (state.place !== place) return exited(machine, loop, 'left');
  const isRepeat = state.phase === 'open' && loop === socket.owner && state.inPass.includes(socket.index);
  if (state.phase === 'open' && !isRepeat) return undefined;
  const iteration = isRepeat ? state.iteration : state.iteration + 1;
  const pass = isRepeat ? state.pass + 1 : 1;
  const at = childPath(place, { scope: loop.id, iteration, activation: state.activationsInPlace, pass });
  const label = labelOf(machine, loop);
  return {
    kind: 'iteration.opened',
    at,
    scope: loop.id,
    iteration,
    ...(label === undefined ? {} : { label }),
    ...(pass === 1 ? {} : { pass }),
  };
}

export function exited(machine: SocketMachine, loop: PlanLoop, reason: Reason): Draft {
  const state = machine.loops[loop.index] as LoopState;
  const iterations = state.closed + (countsOnExit(state, reason) ? 1 : 0);
  return { kind: 'scope.exited', at: state.place, scope: loop.id, reason, iterations };
}

/** An item that was worked on counts, also where the loop was left before its cursor moved; not where the run failed on it. */
export function countsOnExit(state: LoopState, reason: Reason): boolean {
  return state.phase === 'open' && reason !== 'failed' && reason !== 'cancelled' && reason !== 'halt';
}

export function isActive({ phase }: LoopState): boolean {
  return phase === 'open' || phase === 'between';
}

function hasMoved(machine: SocketMachine, loop: PlanLoop): boolean {
  const state = machine.loops[loop.index] as LoopState;
  return state.phase === 'open' && loop.cursor !== undefined && cursorAt(machine, loop.cursor) !== state.openedAt;
}

function ancestorsOf(plan: SocketPlan, loop: PlanLoop): PlanLoop[] {
  const above = plan.loops[loop.parent];
  return above ? [above, ...ancestorsOf(plan, above)] : [];
}

/** The path that an activation of the loop would lie in. */
export function placeOf(plan: SocketPlan, machine: SocketMachine, loop: PlanLoop): string {
  const above = plan.loops[loop.parent];
  const state = above && (machine.loops[above.index] as LoopState);
  return state && isActive(state) ? state.path : '';
}

/** Where the socket runs: the iteration of the loop that owns its path. */
export function pathOf(machine: SocketMachine, socket: PlanSocket): string {
  const state = socket.owner && (machine.loops[socket.owner.index] as LoopState);
  return state && isActive(state) ? state.path : '';
}
