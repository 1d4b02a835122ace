// Folds one event into the machine of an agentcanvas run. As everywhere nothing else changes a machine, so the fold of a log is
// the run. What that engine does as ours does is left to the pivot fold.
import { present } from '../../../../shared/base/assert.ts';
import type { EngineEvent, EventOf } from '../../../../shared/model/event.ts';
import type { Value } from '../../../../shared/model/value.ts';
import { apply as applyPivot } from '../../pivot/apply.ts';
import { noteEnding, takeBackEnding } from '../../pivot/continue.ts';
import type { Item, PivotMachine, ScopeState, Wire } from '../../pivot/machine.ts';
import type { Plan, PlanNode, PlanScope } from '../../pivot/plan.ts';
import { routeAfterLoop } from './afterLoop.ts';
import { handOver, oneShots } from './againIterIn.ts';
import { budgetsOf, runBudgetOf } from './budgetOrder.ts';
import {
  consume,
  countFire,
  emissionOf,
  enqueue,
  lastWritten,
  NOTHING,
  queueAgain,
  queueEntries,
  route,
  turn,
} from './fifoQueue.ts';
import { fireCapOf } from './fireCap.ts';
import { passLatch, releaseLatches } from './latchRelease.ts';
import { noteFailure } from './lateFailure.ts';
import { rootOf } from './oneRoot.ts';
import { compatOf } from './state.ts';

/** Changes `machine` in place. Throws where the event can't follow what has been folded. */
export function apply(plan: Plan, machine: PivotMachine, event: EngineEvent): void {
  machine.seq = event.seq + 1;
  fold(plan, machine, event);
  turn(plan, machine);
}

function fold(plan: Plan, machine: PivotMachine, event: EngineEvent): void {
  const compat = compatOf(machine);
  switch (event.kind) {
    case 'run.started':
      runStarted(plan, machine, event);
      return;
    case 'scope.entered': {
      const scope = scopeOf(plan, event.scope);
      const before = compat.entries[scope.index];
      const isSamePlace = before?.at === event.at && before.count > 0;
      compat.entries[scope.index] = { at: event.at, count: isSamePlace ? before.count + 1 : 1 };
      applyPivot(plan, machine, event);
      return;
    }
    case 'iteration.opened':
      iterationOpened(plan, machine, event);
      return;
    case 'signal.emitted':
      noteEnding(machine, event);
      if (event.signal === 'step_start') iterInFired(plan, machine, event);
      if (event.signal === 'step_end') iterOutFired(plan, machine, event);
      return;
    case 'decision.made':
      if (event.question === 'boundary') boundaryDecided(plan, machine, event);
      return;
    case 'slot.written':
      slotWritten(plan, machine, event);
      return;
    case 'slot.cleared':
      applyPivot(plan, machine, event);
      if (event.why === 'one-shot' && compat.clearing) {
        const { scope, slots } = compat.clearing;
        compat.clearing = slots.length > 1 ? { scope, slots: slots.slice(1) } : null;
      }
      return;
    case 'fire.started': {
      const node = nodeOf(plan, event.node);
      countFire(machine, node.index);
      consume(machine, node.index);
      applyPivot(plan, machine, event);
      return;
    }
    case 'fire.finished':
    case 'fire.failed':
      fireEnded(plan, machine, event);
      return;
    case 'iteration.closed':
      iterationClosed(plan, machine, event);
      return;
    case 'scope.exited':
      scopeExited(plan, machine, event);
      return;
    case 'run.finished':
      applyPivot(plan, machine, event);
      return;
    case 'run.continued':
      takeBackEnding(machine);
      queueAgain(plan, machine);
      return;
  }
}

function runStarted(plan: Plan, machine: PivotMachine, event: EventOf<'run.started'>): void {
  const compat = compatOf(machine);
  machine.phase = 'running';
  machine.budget = event.budget ?? null;
  compat.budgets = budgetsOf(plan, machine.budget);
  compat.fireCap = fireCapOf(plan, runBudgetOf(plan, machine.budget));
  (machine.scopes[0] as ScopeState).phase = 'open';
  const given: Record<string, Wire> = {};
  for (const { node, inEdges } of plan.nodes) {
    const name = String(node.config.portName ?? node.id);
    if (node.role === 'graphIn' && inEdges.length === 0 && Object.hasOwn(event.inputs, name))
      given[node.id] = { value: event.inputs[name] as Value, seq: event.seq };
  }
  compat.given = given;
  queueEntries(plan, machine);
}

function iterationOpened(plan: Plan, machine: PivotMachine, event: EventOf<'iteration.opened'>): void {
  const scope = scopeOf(plan, event.scope);
  const state = machine.scopes[scope.index] as ScopeState;
  state.phase = 'open';
  state.path = event.at;
  state.iteration = event.iteration;
  const { queue } = compatOf(machine);
  for (const node of plan.nodes) {
    if (node.region === scope.index && !queue.includes(node.index))
      (machine.items[node.index] as Item).status = 'waiting';
  }
  // What fires in an inner scope before that is entered fires in this iteration.
  for (const inner of plan.scopes) {
    const innerState = machine.scopes[inner.index] as ScopeState;
    if (innerState.phase === 'new' && isWithin(plan, inner, scope.index)) innerState.path = event.at;
  }
}

function iterInFired(plan: Plan, machine: PivotMachine, event: EventOf<'signal.emitted'>): void {
  const scope = scopeOf(plan, event.scope);
  const iterIn = plan.nodes[scope.iterIn] as PlanNode;
  countFire(machine, scope.iterIn);
  (machine.items[scope.iterIn] as Item).status = 'fired';
  route(plan, machine, iterIn, handOver(plan, machine, scope, event.seq));
  const slots = oneShots(machine, scope);
  compatOf(machine).clearing = slots.length > 0 ? { scope: scope.index, slots } : null;
}

function iterOutFired(plan: Plan, machine: PivotMachine, event: EventOf<'signal.emitted'>): void {
  const compat = compatOf(machine);
  const scope = scopeOf(plan, event.scope);
  countFire(machine, scope.iterOut);
  const collected: Record<string, Wire> = {};
  for (const input of scope.carryInputs) {
    const wire = lastWritten(machine, input.edges);
    if (wire) collected[input.port] = wire;
  }
  const stop = scope.stop ? (lastWritten(machine, scope.stop.edges) ?? null) : null;
  compat.boundary = { scope: scope.index, collected, stop, settled: 0, verdict: null };
  compat.phase = 'settle';
}

function boundaryDecided(plan: Plan, machine: PivotMachine, event: EventOf<'decision.made'>): void {
  const { chosen } = event;
  const boundary = present(compatOf(machine).boundary, `boundary that the event ${event.seq} decides`);
  if (chosen === 'stop' || chosen === 'budget' || chosen === 'continue') {
    boundary.verdict = chosen;
    return;
  }
  // It fired again while the boundary was settling: what it had is lost.
  const iterOut = nodeOf(plan, event.subject);
  countFire(machine, iterOut.index);
  consume(machine, iterOut.index);
  route(plan, machine, iterOut, NOTHING);
}

function slotWritten(plan: Plan, machine: PivotMachine, event: EventOf<'slot.written'>): void {
  if (event.writer !== 'latch') {
    applyPivot(plan, machine, event);
    return;
  }
  const compat = compatOf(machine);
  const { value, seq, writer, at } = event;
  const node = nodeOf(plan, event.slot.slice(0, -'.latch'.length));
  machine.latches[node.node.id] = { value, seq, writer, persist: true, at };
  // At the end of its scope it takes the value without a fire of its own.
  if (compat.boundary?.verdict) return;
  consume(machine, node.index);
  (machine.items[node.index] as Item).status = 'fired';
  if (compat.phase === 'band') {
    machine.takeable = machine.takeable.filter((taker) => taker !== node.index);
    return;
  }
  countFire(machine, node.index);
  passLatch(plan, machine, node);
}

function fireEnded(plan: Plan, machine: PivotMachine, event: EventOf<'fire.finished' | 'fire.failed'>): void {
  const compat = compatOf(machine);
  const node = nodeOf(plan, event.node);
  const item = machine.items[node.index] as Item;
  item.endedSeq = event.seq;
  const at = machine.running.findIndex((running) => running.fire === event.fire);
  if (at < 0) throw new Error(`the event ${event.seq} ends fire ${event.fire}, which is not running`);
  machine.running.splice(at, 1);
  item.status = compat.queue.includes(node.index) ? 'ready' : event.kind === 'fire.failed' ? 'failed' : 'fired';
  if (event.kind === 'fire.failed') {
    if (event.error.code === 'halt') {
      machine.halted = true;
      if (compat.phase === 'band') compat.queue = [];
    }
    noteFailure(machine, event);
    return;
  }
  const emission = emissionOf(event.outputs, event.seq);
  if (compat.phase === 'band') routeAfterLoop(plan, machine, node, emission);
  else route(plan, machine, node, emission);
}

function iterationClosed(plan: Plan, machine: PivotMachine, event: EventOf<'iteration.closed'>): void {
  const compat = compatOf(machine);
  const scope = scopeOf(plan, event.scope);
  const state = machine.scopes[scope.index] as ScopeState;
  state.phase = 'closed';
  state.closed++;
  state.closedInAll++;
  if (compat.boundary?.verdict !== 'continue') return;
  compat.boundary = null;
  compat.phase = 'main';
  enqueue(plan, machine, scope.iterIn);
  consume(machine, scope.iterOut);
}

function scopeExited(plan: Plan, machine: PivotMachine, event: EventOf<'scope.exited'>): void {
  const compat = compatOf(machine);
  const scope = scopeOf(plan, event.scope);
  const state = machine.scopes[scope.index] as ScopeState;
  state.phase = 'exited';
  state.reason = event.reason;
  state.exitSeq = event.seq;
  state.finals = event.finals ?? null;
  if (!event.finals) return;
  const iterOut = plan.nodes[scope.iterOut] as PlanNode;
  const emission = emissionOf(event.finals, event.seq);
  compat.boundary = null;
  if (scope.index === rootOf(plan)) {
    compat.phase = 'band';
    compat.queue = [];
    routeAfterLoop(plan, machine, iterOut, emission);
    return;
  }
  compat.phase = 'main';
  route(plan, machine, iterOut, emission);
  releaseLatches(plan, machine, scope);
}

function isWithin(plan: Plan, inner: PlanScope, outer: number): boolean {
  for (let s = inner.parent; s >= 0; s = (plan.scopes[s] as PlanScope).parent) if (s === outer) return true;
  return false;
}

function scopeOf(plan: Plan, id: string): PlanScope {
  return plan.scopes[present(plan.scopeIndex.get(id), `scope ${id}`)] as PlanScope;
}

function nodeOf(plan: Plan, id: string): PlanNode {
  return plan.nodes[present(plan.nodeIndex.get(id), `node ${id}`)] as PlanNode;
}
