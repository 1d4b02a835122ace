// Folds one event into the machine. Nothing else changes a machine, so the fold of a log is the run (architecture.md, Habits).
import { assertNever } from '../../../shared/base/assert.ts';
import type { EngineEvent, EventOf } from '../../../shared/model/event.ts';
import { NO_ONE_TO_ASK } from '../../../shared/model/noOneToAsk.ts';
import type { Value } from '../../../shared/model/value.ts';
import { keepCleared, noteEnding, resume } from './continue.ts';
import type { Item, PivotMachine, ScopeState } from './machine.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from './plan.ts';
import { deliver, holdOthers, openRegion, releaseHeld, settle } from './readiness.ts';

/** Changes `machine` in place. Throws where the event can't follow what has been folded. */
export function apply(plan: Plan, machine: PivotMachine, event: EngineEvent): void {
  machine.seq = event.seq + 1;
  switch (event.kind) {
    case 'run.started':
      runStarted(plan, machine, event);
      return;
    case 'scope.entered': {
      const state = stateOf(plan, machine, event.scope);
      state.phase = 'entered';
      state.activations++;
      state.iteration = -1;
      state.closed = 0;
      state.failed = false;
      state.stalled = false;
      state.reason = null;
      state.finals = null;
      removeFrom(machine.enterable, scopeOf(plan, event.scope).index);
      return;
    }
    case 'iteration.opened':
      iterationOpened(plan, machine, event);
      return;
    case 'slot.written':
      slotWritten(plan, machine, event);
      return;
    case 'slot.cleared': {
      keepCleared(machine, event);
      const state = stateOf(plan, machine, event.scope);
      delete state.slots[event.slot];
      state.cleared[event.slot] = { why: event.why, seq: event.seq, at: event.at };
      return;
    }
    case 'fire.started': {
      const index = nodeOf(plan, event.node).index;
      const item = machine.items[index] as Item;
      item.status = 'running';
      item.fires++;
      item.fire = event.fire;
      item.startedSeq = event.seq;
      item.endedSeq = -1;
      machine.nextFire = event.fire + 1;
      removeFrom(machine.ready, index);
      machine.running.push({ fire: event.fire, node: index });
      holdOthers(plan, machine, index);
      return;
    }
    case 'fire.finished':
    case 'fire.failed':
      fireEnded(plan, machine, event);
      return;
    case 'signal.emitted':
      noteEnding(machine, event);
      return;
    case 'decision.made':
      return;
    case 'iteration.closed': {
      const scope = scopeOf(plan, event.scope);
      const state = machine.scopes[scope.index] as ScopeState;
      state.phase = 'closed';
      state.closed++;
      state.closedInAll++;
      // What an input received and did not read is gone at the boundary (semantics §1, Firing).
      for (const e of scope.innerEdges) machine.wires[e] = null;
      return;
    }
    case 'scope.exited':
      scopeExited(plan, machine, event);
      return;
    case 'run.finished':
      machine.phase = 'finished';
      machine.status = event.status;
      machine.reason = event.reason;
      machine.stall = event.stalled ?? machine.stall;
      return;
    case 'run.continued':
      resume(plan, machine);
      return;
    default:
      assertNever(event);
  }
}

function runStarted(plan: Plan, machine: PivotMachine, event: EventOf<'run.started'>): void {
  machine.phase = 'running';
  machine.budget = event.budget ?? null;
  (machine.scopes[0] as ScopeState).phase = 'open';
  for (const node of plan.nodes) {
    if (node.node.role !== 'graphIn' || node.inEdges.length > 0) continue;
    const name = String(node.node.config.portName ?? node.node.id);
    if (!Object.hasOwn(event.inputs, name)) continue;
    for (const e of node.outEdges) deliver(plan, machine, e, event.inputs[name] as Value, event.seq);
  }
  openRegion(plan, machine, 0);
}

function iterationOpened(plan: Plan, machine: PivotMachine, event: EventOf<'iteration.opened'>): void {
  const scope = scopeOf(plan, event.scope);
  const state = machine.scopes[scope.index] as ScopeState;
  state.phase = 'open';
  state.path = event.at;
  state.iteration = event.iteration;
  // iterIn fires: it hands the body every slot that holds a value, and the index of the iteration.
  for (const e of (plan.nodes[scope.iterIn] as PlanNode).outEdges) {
    const { handle } = plan.edges[e] as PlanEdge;
    const slot = state.slots[handle];
    if (slot) deliver(plan, machine, e, slot.value, slot.seq);
    else if (handle === 'step' && !scope.slots.has('step')) deliver(plan, machine, e, event.iteration, event.seq);
    else machine.wires[e] = null;
  }
  openRegion(plan, machine, scope.index);
}

function slotWritten(plan: Plan, machine: PivotMachine, event: EventOf<'slot.written'>): void {
  const slot = {
    value: event.value,
    seq: event.seq,
    writer: event.writer,
    persist: event.persist ?? true,
    at: event.at,
  };
  if (event.writer === 'latch') {
    const id = event.slot.slice(0, -'.latch'.length);
    machine.latches[id] = slot;
    const node = nodeOf(plan, id);
    if ((machine.items[node.index] as Item).status !== 'ready' || !node.item) return;
    removeFrom(machine.takeable, node.index);
    // In its scope it holds the value until the scope ends; outside it passes it on.
    if (node.scope < 0) for (const e of node.outEdges) deliver(plan, machine, e, event.value, event.seq);
    settle(plan, machine, node.index, 'fired');
    return;
  }
  const state = stateOf(plan, machine, event.scope);
  state.slots[event.slot] = slot;
  // A look costs less than a deletion of nothing.
  if (Object.hasOwn(state.cleared, event.slot)) delete state.cleared[event.slot];
  if (event.writer === 'init' || event.writer === 'surrogate' || event.writer === 'seed') machine.arrivals.shift();
}

function fireEnded(plan: Plan, machine: PivotMachine, event: EventOf<'fire.finished' | 'fire.failed'>): void {
  const node = nodeOf(plan, event.node);
  const item = machine.items[node.index] as Item;
  item.endedSeq = event.seq;
  const at = machine.running.findIndex((running) => running.fire === event.fire);
  if (at < 0) throw new Error(`the event ${event.seq} ends fire ${event.fire}, which is not running`);
  machine.running.splice(at, 1);
  releaseHeld(plan, machine);
  if (event.kind === 'fire.failed') {
    (machine.scopes[node.region] as ScopeState).failed = true;
    if (event.error.code === 'halt') machine.halted = true;
    // A question that nobody was there to answer is no fault beside a real one.
    if (machine.failure === null || machine.failure.code === NO_ONE_TO_ASK)
      machine.failure = { node: event.node, at: event.at, ...event.error };
    // What depends on it does not fire, with or without what it requires (semantics §1, Failure).
    settle(plan, machine, node.index, 'failed', true);
    return;
  }
  for (const e of node.outEdges) {
    const { handle } = plan.edges[e] as PlanEdge;
    if (Object.hasOwn(event.outputs, handle)) deliver(plan, machine, e, event.outputs[handle] as Value, event.seq);
  }
  settle(plan, machine, node.index, 'fired');
}

function scopeExited(plan: Plan, machine: PivotMachine, event: EventOf<'scope.exited'>): void {
  const scope = scopeOf(plan, event.scope);
  const state = machine.scopes[scope.index] as ScopeState;
  state.phase = 'exited';
  state.reason = event.reason;
  state.exitSeq = event.seq;
  state.finals = event.finals ?? null;
  // A scope that failed may go on where it was (`run.continued`), with what lies on its wires.
  if (event.reason !== 'failed') for (const e of scope.innerEdges) machine.wires[e] = null;
  const well = event.reason === 'stop' || event.reason === 'budget';
  if (well) {
    const finals = event.finals ?? {};
    for (const e of (plan.nodes[scope.iterOut] as PlanNode).outEdges) {
      const { handle } = plan.edges[e] as PlanEdge;
      if (Object.hasOwn(finals, handle)) deliver(plan, machine, e, finals[handle] as Value, event.seq);
    }
    for (const latch of scope.latches) {
      const node = plan.nodes[latch] as PlanNode;
      const held = Object.hasOwn(machine.latches, node.node.id) && machine.latches[node.node.id];
      if (held) for (const e of node.outEdges) deliver(plan, machine, e, held.value, held.seq);
    }
  } else {
    const parent = machine.scopes[scope.parent] as ScopeState;
    if (event.reason === 'failed') parent.failed = true;
    if (event.reason === 'stalled') parent.stalled = true;
    if (event.waiting) machine.stall ??= { scope: event.scope, at: state.path, waiting: event.waiting };
  }
  const item = machine.items[scope.iterIn] as Item;
  if (item.status === 'ready') settle(plan, machine, scope.iterIn, well ? 'fired' : 'failed', !well);
}

function removeFrom(list: number[], member: number): void {
  const at = list.indexOf(member);
  if (at >= 0) list.splice(at, 1);
}

function scopeOf(plan: Plan, id: string): PlanScope {
  const index = plan.scopeIndex.get(id);
  if (index === undefined) throw new Error(`missing: scope ${id}`);
  return plan.scopes[index] as PlanScope;
}

function stateOf(plan: Plan, machine: PivotMachine, id: string): ScopeState {
  return machine.scopes[scopeOf(plan, id).index] as ScopeState;
}

function nodeOf(plan: Plan, id: string): PlanNode {
  const index = plan.nodeIndex.get(id);
  if (index === undefined) throw new Error(`missing: node ${id}`);
  return plan.nodes[index] as PlanNode;
}
