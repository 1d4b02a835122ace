// Folds one event into the machine of a socket run. Nothing else changes a machine, so the fold of a log is the run.
import { assertNever, present } from '../../../shared/base/assert.ts';
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { parseSlot, withoutValueAtPath, withValueAtPath } from '../../../shared/model/statePath.ts';
import { type FireState, foldEnd, foldStart } from '../fires.ts';
import { applyDecision } from './applyDecision.ts';
import { dueWrite } from './completion.ts';
import { cursorAt, namedItems } from './items.ts';
import { countsOnExit } from './loops.ts';
import type { LoopState, Ran, SocketMachine } from './machine.ts';
import { nextOf } from './next.ts';
import { textOf } from './parse.ts';
import { loopNamed, type PlanSocket, type SocketPlan, socketNamed, socketPlanOf } from './plan.ts';
import { ourRules, type SocketRules } from './rules.ts';

/** An output that can't be used as the socket's parse mode and conditions need it. */
export const INVALID_OUTPUT = 'invalid-output';

/** Changes `machine` in place. Throws where the event can't follow what has been folded. */
export function apply(
  graph: CheckedSocketGraph,
  machine: SocketMachine,
  event: EngineEvent,
  rules: SocketRules = ourRules,
): void {
  const plan = socketPlanOf(graph);
  machine.seq = event.seq + 1;
  fold(plan, machine, event, rules);
  rules.count(plan, machine, event);
  const next = nextOf(plan, machine, rules);
  machine.ready = next.kind === 'start' ? [next.socket.index] : [];
}

function fold(plan: SocketPlan, machine: SocketMachine, event: EngineEvent, rules: SocketRules): void {
  switch (event.kind) {
    case 'run.started':
      machine.phase = 'running';
      machine.budget = event.budget ?? null;
      machine.route = { target: plan.graph.entry, exhausted: [], ranOut: false };
      return;
    case 'scope.entered':
      scopeEntered(loopOf(plan, machine, event.scope), event.at);
      forgetExhaustion(plan, machine, event.scope);
      return;
    case 'iteration.opened': {
      const state = loopOf(plan, machine, event.scope);
      state.phase = 'open';
      state.path = event.at;
      state.iteration = event.iteration;
      state.pass = event.pass ?? 1;
      state.inPass = [];
      state.openedAt = cursorAt(machine, loopNamed(plan, event.scope).cursor);
      return;
    }
    case 'slot.written':
      slotWritten(plan, machine, event, rules);
      return;
    case 'slot.cleared':
      slotCleared(plan, machine, event, rules);
      return;
    case 'signal.emitted':
      return;
    case 'fire.started':
      fireStarted(plan, machine, event);
      return;
    case 'fire.finished': {
      const { index, parse } = socketNamed(plan, event.node);
      foldEnd(machine, machine.sockets[index] as FireState, event);
      machine.invalid = 0;
      machine.isAgain = false;
      const output = event.outputs.output ?? null;
      if (parse === 'json') machine.lastJson = output;
      machine.lastOutput = typeof event.raw === 'string' ? event.raw : textOf(output);
      machine.completion = { node: index, seq: event.seq, output, written: 0, advance: 'open', exhausted: false };
      return;
    }
    case 'fire.failed':
      fireFailed(plan, machine, event);
      return;
    case 'decision.made':
      applyDecision(plan, machine, event, rules);
      return;
    case 'iteration.closed': {
      const state = loopOf(plan, machine, event.scope);
      state.phase = 'between';
      state.closed++;
      state.closedInAll++;
      return;
    }
    case 'scope.exited': {
      const state = loopOf(plan, machine, event.scope);
      if (countsOnExit(state, event.reason)) {
        state.closed++;
        state.closedInAll++;
      }
      const isFailed = event.reason === 'failed' || event.reason === 'cancelled' || event.reason === 'halt';
      state.phaseBefore = state.phase;
      state.phase = isFailed ? 'failed' : 'closed';
      state.reason = event.reason;
      state.exitSeq = event.seq;
      forgetExhaustion(plan, machine, event.scope);
      return;
    }
    case 'run.finished':
      machine.phase = 'finished';
      machine.status = event.status;
      machine.reason = event.reason;
      return;
    case 'run.continued':
      goOn(plan, machine);
      return;
    default:
      assertNever(event);
  }
}

/** That the loop's list ran out is told once: the route may lead back into it. */
function forgetExhaustion(plan: SocketPlan, machine: SocketMachine, scope: string): void {
  const { route } = machine;
  const { index } = loopNamed(plan, scope);
  if (route?.exhausted.includes(index))
    machine.route = { ...route, exhausted: route.exhausted.filter((other) => other !== index) };
}

function scopeEntered(state: LoopState, at: string): void {
  state.activationsInPlace = state.activations > 0 && state.place === at ? state.activationsInPlace + 1 : 1;
  state.activations++;
  state.phase = 'between';
  state.place = at;
  state.iteration = -1;
  state.pass = 1;
  state.inPass = [];
  state.closed = 0;
  state.reason = null;
}

function slotWritten(
  plan: SocketPlan,
  machine: SocketMachine,
  event: EventOf<'slot.written'>,
  rules: SocketRules,
): void {
  const slot = present(parseSlot(event.slot), `a slot of a socket graph, not ${event.slot}`);
  if (event.writer === 'assign') passWrite(plan, machine, event.slot, rules);
  machine.written[event.slot] = { seq: event.seq, writer: event.writer, at: event.at };
  if (slot.kind === 'state')
    machine.state = withValueAtPath(machine.state, slot.path, event.value) as typeof machine.state;
  else machine.cursors = { ...machine.cursors, [slot.name]: typeof event.value === 'number' ? event.value : 0 };
  if (event.writer !== 'advance') return;
  machine.visitsSinceAdvance = 0;
  if (machine.completion) machine.completion.advance = 'done';
}

function slotCleared(
  plan: SocketPlan,
  machine: SocketMachine,
  event: EventOf<'slot.cleared'>,
  rules: SocketRules,
): void {
  const slot = present(parseSlot(event.slot), `a slot of a socket graph, not ${event.slot}`);
  passWrite(plan, machine, event.slot, rules);
  if (slot.kind === 'state') machine.state = withoutValueAtPath(machine.state, slot.path) as typeof machine.state;
  delete machine.written[event.slot];
}

/** One write of the output under way is done, and what stood before it without a source was passed over. Called before it is folded. */
function passWrite(plan: SocketPlan, machine: SocketMachine, slot: string, rules: SocketRules): void {
  const { completion } = machine;
  if (!completion) return;
  const due = dueWrite(machine, plan.sockets[completion.node] as PlanSocket, completion, rules);
  if (due?.slot === slot) completion.written = due.place + 1;
}

function fireStarted(plan: SocketPlan, machine: SocketMachine, event: EventOf<'fire.started'>): void {
  const { index, owner } = socketNamed(plan, event.node);
  foldStart(machine, index, machine.sockets[index] as FireState, event);
  machine.route = null;
  machine.ran = ranOf(machine, plan.sockets[index] as PlanSocket, event);
  if (event.retry) return;
  machine.invalid = 0;
  if (!machine.isAgain) {
    machine.visits++;
    machine.visitsSinceAdvance++;
  }
  if (owner) (machine.loops[owner.index] as LoopState).inPass.push(index);
}

/** The recorded item counts, whatever the list holds by now. */
function ranOf(machine: SocketMachine, socket: PlanSocket, { at, inputs }: EventOf<'fire.started'>): Ran {
  const { itemLoop } = socket;
  const place = itemLoop ? `${itemLoop.id} ${cursorAt(machine, itemLoop.cursor)}` : '';
  const { item } = inputs;
  if (item === undefined) return { at, place, items: namedItems(machine, socket) };
  const own = itemLoop?.as === undefined ? {} : { [itemLoop.as]: item };
  return { at, place, items: { ...namedItems(machine, socket), ...own, item } };
}

/** An invalid output of a repairable socket is asked for once more; everything else fails the run (semantics §2, Parse). */
function fireFailed(plan: SocketPlan, machine: SocketMachine, event: EventOf<'fire.failed'>): void {
  const { index, id, repairable } = socketNamed(plan, event.node);
  foldEnd(machine, machine.sockets[index] as FireState, event);
  machine.isAgain = false;
  if (event.error.code === 'halt') machine.halted = true;
  if (event.error.code === INVALID_OUTPUT) {
    machine.invalid++;
    if (repairable && machine.invalid <= plan.graph.limits.repairs) {
      machine.route = { target: id, exhausted: [], ranOut: false };
      return;
    }
  }
  machine.failure ??= { node: event.node, at: event.at, ...event.error };
}

/**
 * The fire that failed, that found nobody to ask, or that the end of the tape cut off, starts again for the same item, in the same pass: the
 * visit that it was begins anew, and counts once.
 */
function goOn(plan: SocketPlan, machine: SocketMachine): void {
  const rested = machine.status === 'paused';
  machine.phase = 'running';
  machine.status = null;
  machine.reason = null;
  // A run that rests of its own accord, be it before a second try, has given up nothing.
  if (rested) return;
  machine.halted = false;
  machine.invalid = 0;
  for (const loop of machine.loops) if (loop.phase === 'failed') loop.phase = loop.phaseBefore;
  const again = machine.running[0]?.node ?? plan.socketIndex.get(machine.failure?.node ?? '');
  machine.running = [];
  machine.failure = null;
  const state = again === undefined ? undefined : machine.sockets[again];
  if (again === undefined || !state || (state.status !== 'failed' && state.status !== 'running')) return;
  state.status = 'idle';
  const { id, owner } = plan.sockets[again] as PlanSocket;
  const pass = owner && (machine.loops[owner.index] as LoopState).inPass;
  if (pass) pass.splice(pass.lastIndexOf(again), 1);
  machine.route = { target: id, exhausted: [], ranOut: false };
  machine.isAgain = true;
}

function loopOf(plan: SocketPlan, machine: SocketMachine, id: string): LoopState {
  return machine.loops[loopNamed(plan, id).index] as LoopState;
}
