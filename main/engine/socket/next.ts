// What follows by itself, one event at a time, from the machine alone: the rest of a completion in the decision order (seed 000),
// then what stands between a route and the socket that it leads to. Because nothing else is kept, a run that was cut off or
// changed in the middle goes on from wherever it stands.
import { present } from '../../../shared/base/assert.ts';
import type { FireError } from '../../../shared/model/event.ts';
import { childPath } from '../../../shared/model/path.ts';
import { END } from '../../../shared/model/socketGraph.ts';
import { cursorSlot, stateSlot, valueAtPath } from '../../../shared/model/statePath.ts';
import type { Reason } from '../../../shared/model/status.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { Draft } from '../draft.ts';
import { advanceDecision } from './advance.ts';
import { sourcesOf } from './assign.ts';
import { edgeDecision } from './edges.ts';
import { emptyDecision, exitDecision } from './exits.ts';
import { cursorAt, labelOf } from './items.ts';
import type { Completion, LoopState, Route, SocketMachine } from './machine.ts';
import type { PlanLoop, PlanSocket, SocketPlan } from './plan.ts';
import type { SocketRules } from './rules.ts';

export type Next =
  | { readonly kind: 'emit'; readonly draft: Draft }
  /** The socket may be started. */
  | { readonly kind: 'start'; readonly socket: PlanSocket }
  | { readonly kind: 'end'; readonly reason: Reason }
  | { readonly kind: 'fail'; readonly node: string; readonly at: string; readonly error: FireError }
  /** A fire runs, or the run is over. */
  | { readonly kind: 'wait' };

/** Why a slot was cleared: the assignment to it found no source. */
export const NO_SOURCE = 'no-source';

export function nextOf(plan: SocketPlan, machine: SocketMachine, rules: SocketRules): Next {
  const { completion, route } = machine;
  if (machine.phase !== 'running' || machine.running.length > 0 || machine.failure) return { kind: 'wait' };
  if (completion) return { kind: 'emit', draft: nextOfCompletion(plan, machine, completion, rules) };
  return route ? nextOfRoute(plan, machine, route, rules) : { kind: 'wait' };
}

function nextOfCompletion(plan: SocketPlan, machine: SocketMachine, completion: Completion, rules: SocketRules): Draft {
  const socket = plan.sockets[completion.node] as PlanSocket;
  const { output, seq: from } = completion;
  const at = pathOf(machine, socket);
  const write = dueWrite(machine, socket, completion, rules);
  if (write) {
    const { slot, value } = write;
    return value === undefined
      ? { kind: 'slot.cleared', at, slot, scope: '', why: NO_SOURCE }
      : { kind: 'slot.written', at, slot, scope: '', writer: 'assign', value, from };
  }
  if (socket.advance && completion.advance === 'open')
    return { kind: 'decision.made', at, ...advanceDecision(machine, socket, socket.advance, output) };
  if (socket.advance && completion.advance === 'due') {
    const { cursor } = socket.advance;
    const value = cursorAt(machine, cursor) + 1;
    return {
      kind: 'slot.written',
      at,
      slot: cursorSlot(cursor),
      scope: '',
      writer: 'advance',
      value,
      from,
    };
  }
  const decision = completion.exhausted ? exitDecision(socket, output) : edgeDecision(socket, output);
  return { kind: 'decision.made', at, ...decision };
}

/** One write of an output: `value` undefined where the slot is emptied. */
export interface DueWrite {
  /** Its place among all writes of the output. */
  readonly place: number;
  readonly slot: string;
  readonly value: Value | undefined;
}

/** The write that is to be done next; those without a source are passed over. */
export function dueWrite(
  machine: SocketMachine,
  socket: PlanSocket,
  { output, written }: Completion,
  rules: SocketRules,
): DueWrite | undefined {
  const sources = sourcesOf(machine, socket, output, machine.lastOutput ?? undefined);
  for (const [place, { target, value: read, optional }] of rules.writes(machine, socket, output).entries()) {
    if (place < written) continue;
    const value = read(sources);
    const isEmptied = rules.emptiesUnassigned && !optional && valueAtPath(machine.state, target) !== undefined;
    if (value !== undefined || isEmptied) return { place, slot: stateSlot(target), value };
  }
  return undefined;
}

function nextOfRoute(plan: SocketPlan, machine: SocketMachine, route: Route, rules: SocketRules): Next {
  const closing = nextClosing(plan, machine, route);
  if (closing) return { kind: 'emit', draft: closing };
  const exceeded = exceededLimit(plan, machine, route);
  if (exceeded) return exceeded;
  if (route.target === END) return { kind: 'end', reason: route.ranOut ? 'exhausted' : 'end' };
  const socket = plan.sockets[present(plan.socketIndex.get(route.target), `socket ${route.target}`)] as PlanSocket;
  // A second try after an invalid output is no new visit.
  if (machine.invalid > 0) return { kind: 'start', socket };
  if (machine.budget !== null && machine.visits >= machine.budget) return { kind: 'end', reason: 'budget' };
  const error = rules.limit(plan, machine, socket);
  if (error) return { kind: 'fail', node: socket.id, at: pathOf(machine, socket), error };
  const entering = rules.isEntered(machine)
    ? rules.selection(plan, machine, socket)
    : (nextEntering(machine, socket, plan, rules) ?? rules.selection(plan, machine, socket));
  return entering ? { kind: 'emit', draft: entering } : { kind: 'start', socket };
}

/** Going over a limit fails the run; it never falls through to a later edge (semantics §2, Edges). */
function exceededLimit(plan: SocketPlan, machine: SocketMachine, { limited }: Route): Next | undefined {
  if (!limited) return undefined;
  const socket = plan.sockets[limited.node] as PlanSocket;
  const edge = socket.edges[limited.edge];
  const count = machine.traversals[limited.key] ?? 0;
  if (edge?.maxTraversals === undefined || count <= edge.maxTraversals) return undefined;
  const message = `${socket.id} would take edges[${limited.edge}] to ${edge.to} for the ${count}. time that counts, and its maxTraversals is ${edge.maxTraversals}.`;
  return {
    kind: 'fail',
    node: socket.id,
    at: machine.ran.at,
    error: { code: 'max-traversals', message },
  };
}

/** Iterations whose cursor moved close, then the loops whose list ran out; what lies inside of them goes first. */
function nextClosing(plan: SocketPlan, machine: SocketMachine, route: Route): Draft | undefined {
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

function nextEntering(
  machine: SocketMachine,
  socket: PlanSocket,
  plan: SocketPlan,
  rules: SocketRules,
): Draft | undefined {
  // Checked whenever a member is about to run (settled).
  const empty = rules.emptyEntry(machine, socket);
  if (empty) {
    const at = placeOf(plan, machine, empty.loop);
    return { kind: 'decision.made', at, ...emptyDecision(machine, socket, empty) };
  }
  for (const loop of plan.innermostFirst)
    if (isActive(machine.loops[loop.index] as LoopState) && !socket.listedBy.includes(loop))
      return exited(machine, loop, 'left');
  for (const loop of socket.outermostFirst) {
    const opening = nextOpening(plan, machine, loop, socket);
    if (opening) return opening;
  }
  return undefined;
}

function nextOpening(plan: SocketPlan, machine: SocketMachine, loop: PlanLoop, socket: PlanSocket): Draft | undefined {
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
function placeOf(plan: SocketPlan, machine: SocketMachine, loop: PlanLoop): string {
  const above = plan.loops[loop.parent];
  const state = above && (machine.loops[above.index] as LoopState);
  return state && isActive(state) ? state.path : '';
}

/** Where the socket runs: the iteration of the loop that owns its path. */
export function pathOf(machine: SocketMachine, socket: PlanSocket): string {
  const state = socket.owner && (machine.loops[socket.owner.index] as LoopState);
  return state && isActive(state) ? state.path : '';
}
