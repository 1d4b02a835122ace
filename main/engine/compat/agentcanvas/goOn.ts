// What follows by itself under agentcanvas: everything between two fires of operators, as events, until only a fire can move the
// run on. Deterministic and synchronous; the machine is changed through the fold alone.
import { assertNever, present } from '../../../../shared/base/assert.ts';
import type { Reason } from '../../../../shared/model/status.ts';
import type { Value, Values } from '../../../../shared/model/value.ts';
import type { Effect } from '../../input.ts';
import { carryWritten, decideBoundary, decideInput, decideInputs } from '../../pivot/boundary.ts';
import { finish, writeArrival } from '../../pivot/decide.ts';
import type { Emit } from '../../pivot/emit.ts';
import type { PivotMachine, ScopeState, Wire } from '../../pivot/machine.ts';
import type { Plan, PlanInput, PlanNode, PlanScope } from '../../pivot/plan.ts';
import { emitSignal } from '../../pivot/signal.ts';
import { lastWritten, nextInQueue } from './fifoQueue.ts';
import { enterScope, openIteration } from './keptSlots.ts';
import { fillLatches } from './latchRelease.ts';
import { endStatus, waitsForPerson } from './lateFailure.ts';
import { rootOf } from './oneRoot.ts';
import { exitOthers, exitUndecided } from './rebuiltFinals.ts';
import { type Boundary, compatOf, ownIn } from './state.ts';

export function goOn(plan: Plan, machine: PivotMachine, emit: Emit, _effects: Effect[]): void {
  while (machine.phase === 'running') {
    const compat = compatOf(machine);
    if (machine.running.length > 0) return;
    if (waitsForPerson(machine)) {
      finish(plan, machine, 'waiting', null, emit);
      return;
    }
    if (machine.halted && !hasEnded(plan, machine)) leaveLoop(plan, machine, 'halt', emit);
    else if (compat.clearing) clearOneShot(plan, machine, emit);
    else if (machine.arrivals.length > 0) writeArrival(plan, machine, emit);
    else if (machine.takeable.length > 0) {
      takeValue(plan, machine, plan.nodes[machine.takeable[0] as number] as PlanNode, emit);
    } else {
      const node = nextInQueue(plan, machine);
      if (node?.node.role === 'operator') return;
      if (node) giveTurn(plan, machine, node, emit);
      else endPhase(plan, machine, emit);
    }
  }
}

/** The turn of a node that has no fires on the tape. */
function giveTurn(plan: Plan, machine: PivotMachine, node: PlanNode, emit: Emit): void {
  const scope = plan.scopes[node.scope];
  switch (node.node.role) {
    case 'iterIn':
      fireIterIn(plan, machine, present(scope, `scope of ${node.node.id}`), emit);
      return;
    case 'iterOut':
      fireIterOut(plan, machine, present(scope, `scope of ${node.node.id}`), emit);
      return;
    case 'graphOut':
      takeValue(plan, machine, node, emit);
      return;
    case 'operator':
    case 'graphIn':
      throw new Error(`the turn of ${node.node.id} is not given here`);
    default:
      assertNever(node.node.role);
  }
}

function endPhase(plan: Plan, machine: PivotMachine, emit: Emit): void {
  const compat = compatOf(machine);
  switch (compat.phase) {
    case 'main':
      leaveLoop(plan, machine, compat.queue.length === 0 ? 'drained' : 'fire-cap', emit);
      return;
    case 'settle':
      closeIteration(plan, machine, present(compat.boundary, 'the boundary that settled'), emit);
      return;
    case 'band':
      conclude(plan, machine, emit);
      return;
    default:
      assertNever(compat.phase);
  }
}

function fireIterIn(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const state = machine.scopes[scope.index] as ScopeState;
  if (state.phase === 'new' || state.phase === 'exited') enterScope(machine, scope, emit);
  emitSignal(plan, machine, { at: state.path, signal: 'step_start', scope: scope.scope }, emit);
}

function clearOneShot(plan: Plan, machine: PivotMachine, emit: Emit): void {
  const { scope, slots } = present(compatOf(machine).clearing, 'a slot to clear');
  const at = (machine.scopes[scope] as ScopeState).path;
  const slot = present(slots[0], 'a slot to clear');
  emit({
    seq: machine.seq,
    kind: 'slot.cleared',
    at,
    slot,
    scope: (plan.scopes[scope] as PlanScope).scope,
    why: 'one-shot',
  });
}

function fireIterOut(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const at = (machine.scopes[scope.index] as ScopeState).path;
  decideInputs(plan, machine, scope, emit);
  if (compatOf(machine).phase === 'settle') loseInputs(plan, machine, scope, emit);
  else emitSignal(plan, machine, { at, signal: 'step_end', scope: scope.scope }, emit);
}

/** iterOut fires while its boundary settles: a boundary decision that chooses nothing says what is lost. */
function loseInputs(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const { path: at, iteration } = machine.scopes[scope.index] as ScopeState;
  const lost: Record<string, Value> = {};
  for (const input of scope.carryInputs) {
    const wire = lastWritten(machine, input.edges);
    if (wire) lost[input.port] = wire.value;
  }
  const stop = scope.stop && lastWritten(machine, scope.stop.edges);
  const why = 'iterOut fired again after the boundary had opened, so what it has now is lost';
  emit({
    seq: machine.seq,
    kind: 'decision.made',
    at,
    question: 'boundary',
    subject: (plan.nodes[scope.iterOut] as PlanNode).node.id,
    scope: scope.scope,
    operands: { ...(stop ? { stop: stop.value } : {}), iteration, lost },
    candidates: [
      { id: 'stop', matched: false, why, ...(stop ? { value: stop.value, seq: stop.seq } : {}) },
      { id: 'budget', matched: false, why },
      { id: 'continue', matched: false, why },
    ],
    chosen: null,
  });
}

function closeIteration(plan: Plan, machine: PivotMachine, boundary: Boundary, emit: Emit): void {
  const scope = plan.scopes[boundary.scope] as PlanScope;
  const { path: at, iteration } = machine.scopes[scope.index] as ScopeState;
  const { collected, stop } = boundary;
  const verdict = decideBoundary(plan, machine, scope, stop, emit);
  if (verdict === 'continue') handCarries(machine, scope, collected, at, emit);
  const carry = mapValues(collected);
  const closed = { seq: machine.seq, kind: 'iteration.closed', at, scope: scope.scope, iteration, carry } as const;
  emit(stop ? { ...closed, stop: stop.value } : closed);
  if (verdict === 'continue') {
    openIteration(machine, scope, emit);
    return;
  }
  const finals: Record<string, Value> = {};
  for (const port of Object.keys(carry)) finals[`final_${port}`] = carry[port] as Value;
  finals.final_stop = true;
  fillLatches(plan, machine, scope, finals, emit);
  // The end of the root is the end of the loop: whatever else is open is left.
  if (scope.index === rootOf(plan)) exitOthers(plan, machine, 'left', emit);
  const { closed: iterations } = machine.scopes[scope.index] as ScopeState;
  const parent = (machine.scopes[scope.parent] as ScopeState).path;
  emit({ seq: machine.seq, kind: 'scope.exited', at: parent, scope: scope.scope, reason: verdict, iterations, finals });
}

function handCarries(
  machine: PivotMachine,
  scope: PlanScope,
  collected: Readonly<Record<string, Wire>>,
  at: string,
  emit: Emit,
): void {
  for (const carry of scope.carries) {
    const wire = ownIn(collected, carry.port);
    if (!wire) continue;
    emit(carryWritten(machine, scope, carry, wire, at));
  }
}

/** A graphOut takes what lies on its input. */
function takeValue(plan: Plan, machine: PivotMachine, node: PlanNode, emit: Emit): void {
  const scope = plan.scopes[node.region] as PlanScope;
  const subject = `${node.node.id}.value`;
  const input: PlanInput = { port: 'value', subject, required: true, edges: node.inEdges };
  if (input.edges.length > 1) decideInput(plan, machine, scope, input, emit);
  const { value, seq: from } = present(lastWritten(machine, node.inEdges), `a value for ${node.node.id}`);
  const at = (machine.scopes[node.region] as ScopeState).path;
  emit({
    seq: machine.seq,
    kind: 'slot.written',
    at,
    slot: `${node.node.id}.latch`,
    scope: scope.scope,
    writer: 'latch',
    value,
    from,
  });
}

/** The loop is over before its root was decided. */
function leaveLoop(plan: Plan, machine: PivotMachine, reason: Reason, emit: Emit): void {
  if (rootOf(plan) < 0) finish(plan, machine, endStatus(machine), reason === 'drained' ? 'end' : reason, emit);
  else exitUndecided(plan, machine, reason, emit);
}

function hasEnded(plan: Plan, machine: PivotMachine): boolean {
  return machine.scopes[rootOf(plan)]?.phase === 'exited';
}

function conclude(plan: Plan, machine: PivotMachine, emit: Emit): void {
  const reason = machine.halted ? 'halt' : (machine.scopes[rootOf(plan)]?.reason ?? 'end');
  finish(plan, machine, endStatus(machine), reason, emit);
}

function mapValues(wires: Readonly<Record<string, Wire>>): Values {
  return Object.fromEntries(Object.entries(wires).map(([port, wire]) => [port, wire.value]));
}
