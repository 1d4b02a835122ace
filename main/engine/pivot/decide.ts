// What follows from an input: the events that it makes true, in their order (interfaces §3, Order), and the effects that it
// asks for. Deterministic and synchronous; the machine is changed through `apply` alone.
import { assertNever, present } from '../../../shared/base/assert.ts';
import type { EngineEvent, Stall } from '../../../shared/model/event.ts';
import { NO_ONE_TO_ASK } from '../../../shared/model/noOneToAsk.ts';
import type { Reason, Status } from '../../../shared/model/status.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { Effect, Input, Step } from '../input.ts';
import { runStarted } from '../runStarted.ts';
import { apply } from './apply.ts';
import { closeIteration, decideInput } from './boundary.ts';
import { emitContinued } from './continue.ts';
import type { Emit } from './emit.ts';
import { enterScope } from './iteration.ts';
import type { Item, PivotMachine, ScopeState } from './machine.ts';
import type { Plan, PlanEdge, PlanNode, PlanScope } from './plan.ts';
import { nextToStart } from './readiness.ts';
import { emitChanges, emitSignal, refusedChange, writeInitials } from './signal.ts';
import { waitingToEnter } from './stall.ts';
import { grantedTo, writtenSeqs } from './states.ts';
import { winnerOf } from './winner.ts';

/** What a public engine's rules may replace: how an event is folded, and what follows by itself (engine/compat). */
export interface Rules {
  apply(plan: Plan, machine: PivotMachine, event: EngineEvent): void;
  goOn(plan: Plan, machine: PivotMachine, emit: Emit, effects: Effect[]): void;
}

export const ours: Rules = { apply, goOn: settleAll };

export function decide(plan: Plan, machine: PivotMachine, input: Input, rules = ours): Step {
  const events: EngineEvent[] = [];
  const effects: Effect[] = [];
  const emit: Emit = (event) => {
    rules.apply(plan, machine, event);
    events.push(event);
  };
  switch (input.kind) {
    case 'begin':
      begin(plan, machine, input, emit);
      break;
    case 'start':
      startNode(plan, machine, input.node, emit, effects);
      break;
    case 'finish':
      finishFire(plan, machine, input, emit);
      break;
    case 'fail':
      emit({ ...input, seq: machine.seq, kind: 'fire.failed', ...placeOf(plan, machine, input.fire) });
      break;
    case 'cancel':
      if (machine.phase === 'running') cancel(plan, machine, 'cancelled', emit, effects);
      break;
    case 'pause':
      finish(plan, machine, 'paused', null, emit);
      break;
    case 'continue':
      emitContinued(machine, input.versions, emit);
      break;
    default:
      assertNever(input);
  }
  rules.goOn(plan, machine, emit, effects);
  return { events, effects };
}

/** Everything that follows by itself, until only fires can move the run on. */
function settleAll(plan: Plan, machine: PivotMachine, emit: Emit, effects: Effect[]): void {
  while (machine.phase === 'running') {
    if (machine.halted) {
      cancel(plan, machine, 'halt', emit, effects);
      return;
    }
    if (machine.arrivals.length > 0) {
      writeArrival(plan, machine, emit);
      continue;
    }
    if (machine.takeable.length > 0) {
      takeLatch(plan, machine, emit);
      continue;
    }
    const enterable = machine.enterable[0];
    if (enterable !== undefined) {
      enterScope(plan, machine, plan.scopes[enterable] as PlanScope, emit);
      continue;
    }
    const rested = restedScope(plan, machine);
    if (rested) {
      closeIteration(plan, machine, rested, emit);
      continue;
    }
    if (machine.scopes[0]?.unsettled === 0) conclude(plan, machine, emit);
    return;
  }
}

/** An open scope in which nothing can fire any more. */
function restedScope(plan: Plan, machine: PivotMachine): PlanScope | undefined {
  for (let s = 1; s < plan.scopes.length; s++) {
    const state = machine.scopes[s] as ScopeState;
    if (state.phase === 'open' && state.unsettled === 0) return plan.scopes[s];
  }
  return undefined;
}

function begin(plan: Plan, machine: PivotMachine, input: Extract<Input, { kind: 'begin' }>, emit: Emit): void {
  const { graph } = plan;
  emit(runStarted(graph, input));
  const signalled = machine.seq;
  emitSignal(plan, machine, { at: '', signal: 'run_start', scope: '' }, emit);
  writeInitials(plan, machine, signalled, emit);
}

/** A fire that did to a container what it may not has failed, and has done nothing. */
function finishFire(plan: Plan, machine: PivotMachine, input: Extract<Input, { kind: 'finish' }>, emit: Emit): void {
  const { changes = [] } = input;
  const { at, node } = placeOf(plan, machine, input.fire);
  const planned = plan.nodes[plan.nodeIndex.get(node) as number] as PlanNode;
  const error = refusedChange(plan, machine, planned, changes);
  if (error) {
    const { outputs: _outputs, changes: _changes, usage: _usage, ...beside } = input;
    emit({ ...beside, seq: machine.seq, kind: 'fire.failed', at, node, error });
    return;
  }
  const from = machine.seq;
  emit({ ...input, seq: machine.seq, kind: 'fire.finished', at, node });
  const { scope } = plan.scopes[planned.region] as PlanScope;
  emitChanges(plan, machine, { at, scope }, changes, from, emit);
}

function startNode(plan: Plan, machine: PivotMachine, wanted: string | undefined, emit: Emit, effects: Effect[]): void {
  const index = wanted === undefined ? nextToStart(plan, machine) : plan.nodeIndex.get(wanted);
  if (index === undefined || !machine.ready.includes(index))
    throw new Error(`${wanted ?? 'no node'} is not ready to start`);
  const node = plan.nodes[index] as PlanNode;
  const scope = plan.scopes[node.region] as PlanScope;
  const at = (machine.scopes[node.region] as ScopeState).path;
  const inputs: Record<string, Value> = {};
  const from: Record<string, number> = {};
  for (const input of node.inputs) {
    const winner =
      input.edges.length > 1 ? decideInput(plan, machine, scope, input, emit) : winnerOf(plan, machine, input);
    const wire = winner < 0 ? null : machine.wires[winner];
    if (!wire) continue;
    inputs[input.port] = wire.value;
    from[input.port] = wire.seq;
  }
  const fire = machine.nextFire;
  const nth = (machine.items[index] as Item).fires;
  const granted = grantedTo(plan, machine, node);
  const started = { seq: machine.seq, kind: 'fire.started', at, fire, node: node.node.id, inputs, from } as const;
  emit(granted ? { ...started, states: writtenSeqs(machine, granted) } : started);
  const effect = {
    kind: 'perform',
    fire,
    node: node.node.id,
    nth,
    at,
    operator: node.node.type,
    config: node.node.config,
    inputs,
    form: 'ports',
  } as const;
  effects.push(granted ? { ...effect, states: granted } : effect);
}

function placeOf(plan: Plan, machine: PivotMachine, fire: number): { readonly at: string; readonly node: string } {
  const running = present(
    machine.running.find((one) => one.fire === fire),
    `running fire ${fire}`,
  );
  const node = plan.nodes[running.node] as PlanNode;
  return { at: (machine.scopes[node.region] as ScopeState).path, node: node.node.id };
}

/** The write that a delivery to an iterIn's init side causes. */
export function writeArrival(plan: Plan, machine: PivotMachine, emit: Emit): void {
  const edge = plan.edges[machine.arrivals[0] as number] as PlanEdge;
  const wire = present(machine.wires[edge.index], `value on the edge into ${edge.port}`);
  const scope = plan.scopes[(plan.nodes[edge.target] as PlanNode).scope] as PlanScope;
  const spec = present(scope.slots.get(edge.port), `slot ${edge.port}`);
  emit({
    seq: machine.seq,
    kind: 'slot.written',
    at: (machine.scopes[scope.parent] as ScopeState).path,
    slot: edge.port,
    scope: scope.scope,
    // An entry node may be wired straight into iterout_<name> to seed it (semantics §1, Persist matrix).
    writer: spec.writer === 'iterout' ? 'seed' : spec.writer,
    persist: spec.persist,
    value: wire.value,
    from: wire.seq,
  });
}

function takeLatch(plan: Plan, machine: PivotMachine, emit: Emit): void {
  const node = plan.nodes[machine.takeable[0] as number] as PlanNode;
  const scope = plan.scopes[node.region] as PlanScope;
  const input = present(
    node.inputs.find((one) => winnerOf(plan, machine, one) >= 0),
    `a value for ${node.node.id}`,
  );
  if (input.edges.length > 1) decideInput(plan, machine, scope, input, emit);
  const wire = present(machine.wires[winnerOf(plan, machine, input)], `a value for ${node.node.id}`);
  emit({
    seq: machine.seq,
    kind: 'slot.written',
    at: (machine.scopes[node.region] as ScopeState).path,
    slot: `${node.node.id}.latch`,
    scope: scope.scope,
    writer: 'latch',
    value: wire.value,
    from: wire.seq,
  });
}

/** Ends the run at once: what runs is aborted, what is open is left (semantics §1, Failure). */
function cancel(plan: Plan, machine: PivotMachine, reason: 'cancelled' | 'halt', emit: Emit, effects: Effect[]): void {
  for (const { fire } of machine.running.slice()) {
    effects.push({ kind: 'abort', fire });
    const error = { code: 'cancelled', message: reason === 'halt' ? 'the run was halted' : 'the run was cancelled' };
    emit({ seq: machine.seq, kind: 'fire.failed', ...placeOf(plan, machine, fire), fire, error });
  }
  const open = plan.scopes.filter(
    (scope) =>
      scope.index > 0 && ['entered', 'open', 'closed'].includes((machine.scopes[scope.index] as ScopeState).phase),
  );
  for (const scope of open.sort((a, b) => b.depth - a.depth)) {
    const at = (machine.scopes[scope.parent] as ScopeState).path;
    const iterations = (machine.scopes[scope.index] as ScopeState).closed;
    emit({ seq: machine.seq, kind: 'scope.exited', at, scope: scope.scope, reason, iterations });
  }
  finish(plan, machine, 'cancelled', reason, emit);
}

/** The graph scope is at rest: the run is over. */
function conclude(plan: Plan, machine: PivotMachine, emit: Emit): void {
  const roots = plan.graph.forest.root_scope_ids.map(
    (id) => plan.scopes[plan.scopeIndex.get(id) as number] as PlanScope,
  );
  const never = roots.filter((scope) => (machine.scopes[scope.index] as ScopeState).phase === 'new');
  if (machine.failure?.code === NO_ONE_TO_ASK) {
    finish(plan, machine, 'waiting', null, emit);
    return;
  }
  const stalled = machine.scopes.some((scope) => scope.stalled) || never.length > 0;
  const status: Status = machine.failure ? 'failed' : stalled ? 'stalled' : 'ended';
  // The root scope whose iterIn stands last in `nodes` gives the run's reason (interfaces §4).
  const last = roots.reduce<PlanScope | undefined>((a, b) => (a && a.iterIn > b.iterIn ? a : b), undefined);
  const reason: Reason = last
    ? ((machine.scopes[last.index] as ScopeState).reason ?? (machine.failure ? 'failed' : 'stalled'))
    : machine.failure
      ? 'failed'
      : 'end';
  const stall: Stall | null =
    machine.stall ??
    (never.length > 0
      ? {
          scope: (never[0] as PlanScope).scope,
          at: '',
          waiting: never.map((scope) => waitingToEnter(plan, machine, scope)),
        }
      : null);
  finish(plan, machine, status, reason, emit, status === 'stalled' ? stall : null);
}

export function finish(
  plan: Plan,
  machine: PivotMachine,
  status: Status,
  reason: Reason | null,
  emit: Emit,
  stall?: Stall | null,
): void {
  // A run that goes on later keeps its states.
  if (status === 'paused' || status === 'waiting')
    emit({ seq: machine.seq, kind: 'signal.emitted', at: '', signal: 'run_end', scope: '' });
  else emitSignal(plan, machine, { at: '', signal: 'run_end', scope: '' }, emit);
  emit({
    seq: machine.seq,
    kind: 'run.finished',
    at: '',
    status,
    reason,
    outputs: outputsOf(plan, machine),
    ...(machine.failure && status !== 'paused' ? { error: machine.failure } : {}),
    ...(stall ? { stalled: stall } : {}),
  });
}

/** A run's outputs: the graphOuts without an outgoing edge, by portName, last value each (semantics §1). */
function outputsOf(plan: Plan, machine: PivotMachine): Record<string, Value> {
  const outputs: Record<string, Value> = {};
  for (const node of plan.nodes) {
    if (node.node.role !== 'graphOut' || node.outEdges.length > 0) continue;
    const held = Object.hasOwn(machine.latches, node.node.id) && machine.latches[node.node.id];
    if (held) outputs[String(node.node.config.portName ?? node.node.id)] = held.value;
  }
  return outputs;
}
