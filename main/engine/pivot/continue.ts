// Going on with a run that was over: what a continuation takes back, and what starts again. What must hold: nothing that
// fired is fired again, and what follows is what would have followed had the failed or interrupted fires not been started.
import type { EventOf } from '../../../shared/model/event.ts';
import type { Emit } from './emit.ts';
import type { Item, PivotMachine, ScopeState } from './machine.ts';
import type { Plan, PlanNode, PlanScope } from './plan.ts';

/** The end of the run begins: from here on, what happens is taken back by a continuation. */
export function noteEnding(machine: PivotMachine, event: EventOf<'signal.emitted'>): void {
  if (event.signal === 'run_end' && event.scope === '') machine.ending = { seq: event.seq, cleared: {} };
}

/** Before a state is cleared by the run's end: keeps what it held. */
export function keepCleared(machine: PivotMachine, { slot, scope, why }: EventOf<'slot.cleared'>): void {
  const held = scope === '' && why === 'run_end' ? machine.scopes[0]?.slots[slot] : undefined;
  if (held && machine.ending) machine.ending.cleared[slot] = held;
}

/** The last event that still counts when a run goes on: the one before its end, else the last one. */
function lastThatCounts(machine: PivotMachine): number {
  return (machine.ending ? machine.ending.seq : machine.seq) - 1;
}

/** Goes on: `run.continued`, then the states that the run's end cleared get back what they held. */
export function emitContinued(machine: PivotMachine, versions: Readonly<Record<string, string>>, emit: Emit): void {
  const cleared = Object.entries(machine.ending?.cleared ?? {});
  emit({ seq: machine.seq, kind: 'run.continued', at: '', from: lastThatCounts(machine), versions });
  for (const [slot, { value, seq: from }] of cleared)
    emit({ seq: machine.seq, kind: 'slot.written', at: '', slot, scope: '', writer: 'container', value, from });
}

/** The run is over no more. */
export function takeBackEnding(machine: PivotMachine): void {
  machine.phase = 'running';
  machine.status = null;
  machine.reason = null;
  machine.ending = null;
}

/**
 * Fires that failed or were running count as not started; scopes that exited `failed` are open again where they were; what
 * waited for them waits again. A run that rests of its own accord (paused) has given up nothing; one that waits for a person asks again.
 */
export function resume(plan: Plan, machine: PivotMachine): void {
  const rested = machine.status === 'paused';
  takeBackEnding(machine);
  if (rested) return;
  machine.failure = null;
  for (const scope of plan.scopes) reopen(machine, scope);
  const again: number[] = [];
  for (const scope of plan.scopes)
    if ((machine.scopes[scope.index] as ScopeState).phase === 'open') again.push(...reconsider(plan, machine, scope));
  const started = (index: number): number => (machine.items[index] as Item).startedSeq;
  again.sort((a, b) => started(a) - started(b));
  // What has been ready longest starts first, and these were ready before anything else.
  const candidates = new Set([...again, ...machine.ready, ...machine.held]);
  machine.running = [];
  machine.held = [];
  machine.ready = [...candidates].filter((index) => (machine.items[index] as Item).status === 'ready');
}

function reopen(machine: PivotMachine, scope: PlanScope): void {
  const state = machine.scopes[scope.index] as ScopeState;
  state.failed = false;
  if (state.phase !== 'exited' || state.reason !== 'failed') return;
  state.phase = 'open';
  state.reason = null;
  (machine.items[scope.iterIn] as Item).status = 'ready';
}

/** Says anew which items of an open region are settled. Gives those whose fire is to be started again. */
function reconsider(plan: Plan, machine: PivotMachine, scope: PlanScope): number[] {
  const again = scope.items.filter((i) => isUndone(plan, machine, i));
  const open = new Set(scope.items.filter((i) => !isSettled(machine, i)));
  for (const i of again) open.add(i);
  for (const i of open) {
    for (const follower of (plan.nodes[i] as PlanNode).followers) {
      if (open.has(follower) || !mayWaitAgain(plan, machine, follower)) continue;
      open.add(follower);
      (machine.items[follower] as Item).status = 'waiting';
    }
  }
  for (const i of scope.items) {
    const item = machine.items[i] as Item;
    const { node, feeders, turnAfter } = plan.nodes[i] as PlanNode;
    item.blocked = false;
    item.pending = [...feeders, ...turnAfter].filter((before) => open.has(before)).length;
    if (open.has(i) && node.role === 'operator') item.status = item.pending === 0 ? 'ready' : 'waiting';
  }
  for (const i of scope.items)
    if (isInnerScope(plan, i) && (machine.items[i] as Item).status === 'failed') block(plan, machine, i, open);
  (machine.scopes[scope.index] as ScopeState).unsettled = open.size;
  return again;
}

/** Its fire failed, or was running when the tape stopped. */
function isUndone(plan: Plan, machine: PivotMachine, index: number): boolean {
  const { status } = machine.items[index] as Item;
  return status === 'running' || (status === 'failed' && !isInnerScope(plan, index));
}

function isSettled(machine: PivotMachine, index: number): boolean {
  const { status } = machine.items[index] as Item;
  return status === 'fired' || status === 'failed' || status === 'idle';
}

/** What a fire or a loop has done stays done; passing a value on, or holding it, costs nothing and is done anew. */
function mayWaitAgain(plan: Plan, machine: PivotMachine, index: number): boolean {
  const { role } = (plan.nodes[index] as PlanNode).node;
  const { status } = machine.items[index] as Item;
  return status === 'idle' || (status === 'fired' && (role === 'graphIn' || role === 'graphOut'));
}

function isInnerScope(plan: Plan, index: number): boolean {
  return (plan.nodes[index] as PlanNode).node.role === 'iterIn';
}

/** A scope that stalled stays so, and so does what depends on it. */
function block(plan: Plan, machine: PivotMachine, index: number, open: ReadonlySet<number>): void {
  (machine.items[index] as Item).blocked = true;
  if (open.has(index)) return;
  for (const follower of (plan.nodes[index] as PlanNode).followers)
    if (!(machine.items[follower] as Item).blocked) block(plan, machine, follower, open);
}
