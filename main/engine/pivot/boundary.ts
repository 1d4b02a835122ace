// The boundary of an iteration (semantics §1): what iterOut collected is recorded and `step_end` signalled; then the verdict,
// stop before budget before go on; then either the final side, or the hand-over and the next iteration.
import type { Candidate } from '../../../shared/model/decision.ts';
import type { EventOf } from '../../../shared/model/event.ts';
import type { Reason } from '../../../shared/model/status.ts';
import { isTruthy, typeName, type Value, type Values } from '../../../shared/model/value.ts';
import type { Emit } from './emit.ts';
import { openIteration } from './iteration.ts';
import type { PivotMachine, ScopeState, Wire } from './machine.ts';
import type { Plan, PlanEdge, PlanInput, PlanNode, PlanScope } from './plan.ts';
import { emitSignal } from './signal.ts';
import { waitingIn } from './stall.ts';
import { candidatesOf, winnerOf } from './winner.ts';

/** What the scope's iteration comes to, now that nothing in it can fire. */
export function closeIteration(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const state = machine.scopes[scope.index] as ScopeState;
  if (state.failed) {
    exit(machine, scope, emit, 'failed');
    return;
  }
  const collected = scope.carryInputs.map((input) => take(plan, machine, input));
  const missing = scope.carryInputs.some((input, i) => input.required && !collected[i]);
  if (state.stalled || missing || collected.every((wire) => !wire)) {
    exit(machine, scope, emit, 'stalled', undefined, waitingIn(plan, machine, scope));
    return;
  }
  decideInputs(plan, machine, scope, emit);
  const stop = scope.stop ? take(plan, machine, scope.stop) : null;
  const carry: Record<string, Value> = {};
  for (let i = 0; i < collected.length; i++) {
    const wire = collected[i];
    if (wire) carry[(scope.carryInputs[i] as PlanInput).port] = wire.value;
  }
  const at = state.path;
  const iteration = state.iteration;
  emitSignal(plan, machine, { at, signal: 'step_end', scope: scope.scope }, emit);
  const verdict = decideBoundary(plan, machine, scope, stop, emit);
  if (verdict === 'continue') {
    for (let i = 0; i < collected.length; i++) {
      const wire = collected[i];
      const spec = scope.carries[i];
      if (!wire || !spec) continue;
      emit(carryWritten(machine, scope, spec, wire, at));
    }
  }
  const closed = { seq: machine.seq, kind: 'iteration.closed', at, scope: scope.scope, iteration, carry } as const;
  emit(stop ? { ...closed, stop: stop.value } : closed);
  if (verdict === 'continue') {
    openIteration(plan, machine, scope, emit);
    return;
  }
  const finals: Record<string, Value> = {};
  for (const port of Object.keys(carry)) finals[`final_${port}`] = carry[port] as Value;
  finals.final_stop = true;
  latchFinals(plan, machine, scope, finals, emit);
  exit(machine, scope, emit, verdict, finals);
}

/** The write of one carry, as it is handed over. */
export function carryWritten(
  machine: PivotMachine,
  { scope }: PlanScope,
  { slot, persist }: PlanScope['carries'][number],
  { value, seq: from }: Wire,
  at: string,
): EventOf<'slot.written'> {
  return { seq: machine.seq, kind: 'slot.written', at, slot, scope, writer: 'iterout', persist, value, from };
}

export function take(plan: Plan, machine: PivotMachine, input: PlanInput): Wire | null {
  const winner = winnerOf(plan, machine, input);
  return winner < 0 ? null : (machine.wires[winner] ?? null);
}

/** iterOut has no fire, but which of several wires reached a port of it is a choice all the same. */
export function decideInputs(plan: Plan, machine: PivotMachine, scope: PlanScope, emit: Emit): void {
  const inputs = scope.stop ? [...scope.carryInputs, scope.stop] : scope.carryInputs;
  for (const input of inputs) if (input.edges.length > 1) decideInput(plan, machine, scope, input, emit);
}

/** Records which writer reached an input that has more than one wire, its empty candidates included. Gives the edge; -1 for none. */
export function decideInput(plan: Plan, machine: PivotMachine, scope: PlanScope, input: PlanInput, emit: Emit): number {
  const winner = winnerOf(plan, machine, input);
  const candidates = candidatesOf(plan, machine, input, winner);
  const chosen = winner < 0 ? null : (plan.edges[winner] as PlanEdge).candidate;
  const at = (machine.scopes[scope.index] as ScopeState).path;
  emit({
    seq: machine.seq,
    kind: 'decision.made',
    at,
    question: 'input',
    subject: input.subject,
    scope: scope.scope,
    operands: {},
    candidates,
    chosen,
  });
  return winner;
}

export function decideBoundary(
  plan: Plan,
  machine: PivotMachine,
  scope: PlanScope,
  stop: Wire | null,
  emit: Emit,
): 'stop' | 'budget' | 'continue' {
  const state = machine.scopes[scope.index] as ScopeState;
  const budget = budgetOf(machine, scope);
  const done = state.closed + 1;
  const stops = isTruthy(stop?.value);
  const spent = done >= budget;
  const chosen = stops ? 'stop' : spent ? 'budget' : 'continue';
  const stopWhy = !scope.stop
    ? 'no wire reaches stop'
    : !stop
      ? 'no value reached stop in this iteration'
      : `stop is ${wordsFor(stop.value)}, which is ${stops ? 'truthy' : 'not truthy'}`;
  const asked = { id: 'stop', matched: stops, why: stopWhy };
  const candidates: Candidate[] = [
    stop ? { ...asked, value: stop.value, seq: stop.seq } : asked,
    {
      id: 'budget',
      matched: chosen === 'budget',
      why: spent
        ? `${done} of ${budget} iterations are done${stops ? ', but stop is looked at first' : ''}`
        : `${done} of ${budget} iterations are done, so the budget is not spent`,
    },
    {
      id: 'continue',
      matched: chosen === 'continue',
      why: chosen === 'continue' ? 'neither stop nor budget' : `the scope ends by ${chosen}`,
    },
  ];
  const { iteration } = state;
  const operands: Values = stop ? { stop: stop.value, iteration, budget } : { iteration, budget };
  const subject = (plan.nodes[scope.iterOut] as PlanNode).node.id;
  emit({
    seq: machine.seq,
    kind: 'decision.made',
    at: state.path,
    question: 'boundary',
    subject,
    scope: scope.scope,
    operands,
    candidates,
    chosen,
  });
  return chosen;
}

/** The run's cap, where it is smaller, beats the scope's budget (semantics §1, Budget). */
export function budgetOf(machine: PivotMachine, scope: PlanScope): number {
  if (machine.compat) return machine.compat.budgets[scope.index] ?? scope.budget;
  return machine.budget === null ? scope.budget : Math.min(machine.budget, scope.budget);
}

/** A latch that the final side feeds takes its value before its scope ends, so that it releases with it. */
function latchFinals(
  plan: Plan,
  machine: PivotMachine,
  scope: PlanScope,
  finals: Record<string, Value>,
  emit: Emit,
): void {
  const at = (machine.scopes[scope.index] as ScopeState).path;
  for (const latch of scope.latches) {
    const node = plan.nodes[latch] as PlanNode;
    const edges = node.inEdges
      .map((e) => plan.edges[e])
      .filter((edge) => edge?.source === scope.iterOut && Object.hasOwn(finals, edge.handle));
    const last = edges.at(-1);
    if (!last) continue;
    const value = finals[last.handle] as Value;
    emit({
      seq: machine.seq,
      kind: 'slot.written',
      at,
      slot: `${node.node.id}.latch`,
      scope: scope.scope,
      writer: 'latch',
      value,
    });
  }
}

function exit(
  machine: PivotMachine,
  scope: PlanScope,
  emit: Emit,
  reason: Reason,
  finals?: Record<string, Value>,
  waiting?: ReturnType<typeof waitingIn>,
): void {
  const state = machine.scopes[scope.index] as ScopeState;
  const parent = machine.scopes[scope.parent] as ScopeState;
  emit({
    seq: machine.seq,
    kind: 'scope.exited',
    at: parent.path,
    scope: scope.scope,
    reason,
    iterations: state.closed,
    ...(finals ? { finals } : {}),
    ...(waiting ? { waiting } : {}),
  });
}

function wordsFor(value: Value): string {
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'bigint':
      return String(value);
    case 'string':
      return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
    default:
      return value === null ? 'null' : `a ${typeName(value)}`;
  }
}
