// What follows from an input to a socket run: the events that it makes true, in their order (interfaces §3, Order), and the effects
// that it asks for. Deterministic and synchronous; the machine is changed through `apply` alone.
import { assertNever, present } from '../../../shared/base/assert.ts';
import { failed, type Result } from '../../../shared/base/result.ts';
import type { CheckedSocketGraph } from '../../../shared/model/checkedSocketGraph.ts';
import type { EngineEvent, FireError } from '../../../shared/model/event.ts';
import { NO_ONE_TO_ASK } from '../../../shared/model/noOneToAsk.ts';
import { cursorSlot, stateSlot } from '../../../shared/model/statePath.ts';
import type { Reason, Status } from '../../../shared/model/status.ts';
import type { Value } from '../../../shared/model/value.ts';
import type { Draft } from '../draft.ts';
import type { FireState } from '../fires.ts';
import type { Effect, Input, Step } from '../input.ts';
import { runStarted } from '../runStarted.ts';
import { apply, INVALID_OUTPUT } from './apply.ts';
import { sourcesOf, unassignedOf } from './assign.ts';
import { exited, isActive, pathOf } from './loops.ts';
import type { SocketMachine } from './machine.ts';
import { nextOf } from './next.ts';
import { textOf } from './parse.ts';
import { type PlanSocket, type SocketPlan, socketNamed, socketPlanOf } from './plan.ts';
import { ourRules, type SocketRules } from './rules.ts';

type Emit = (draft: Draft) => void;

export function decide(
  graph: CheckedSocketGraph,
  machine: SocketMachine,
  input: Input,
  rules: SocketRules = ourRules,
): Step {
  const plan = socketPlanOf(graph);
  const events: EngineEvent[] = [];
  const effects: Effect[] = [];
  const emit: Emit = (draft: Draft) => {
    const event = { seq: machine.seq, ...draft } as EngineEvent;
    apply(graph, machine, event, rules);
    events.push(event);
  };
  switch (input.kind) {
    case 'begin':
      begin(plan, input, emit);
      break;
    case 'start':
      startSocket(plan, machine, input.node, rules, emit, effects);
      break;
    case 'finish':
      finishFire(plan, machine, input, rules, emit);
      break;
    case 'fail': {
      const { kind: _, fire, ...rest } = input;
      emit({ kind: 'fire.failed', ...runningAt(plan, machine, fire), fire, ...rest });
      break;
    }
    case 'cancel':
      if (machine.phase === 'running') cancel(plan, machine, 'cancelled', emit, effects);
      break;
    case 'pause':
      finish('paused', null, emit);
      break;
    case 'continue': {
      const from = machine.phase === 'finished' ? machine.seq - 2 : machine.seq - 1;
      emit({ kind: 'run.continued', at: '', from, versions: input.versions });
      break;
    }
    default:
      assertNever(input);
  }
  settle(plan, machine, rules, emit, effects);
  return { events, effects };
}

/** Everything that follows by itself, until only a fire can move the run on. */
function settle(plan: SocketPlan, machine: SocketMachine, rules: SocketRules, emit: Emit, effects: Effect[]): void {
  while (machine.phase === 'running') {
    if (machine.halted) {
      cancel(plan, machine, 'halt', emit, effects);
      return;
    }
    if (machine.failure?.code === NO_ONE_TO_ASK) {
      finish('waiting', null, emit, machine.failure);
      return;
    }
    if (machine.failure) {
      failRun(plan, machine, machine.failure, emit);
      return;
    }
    const next = nextOf(plan, machine, rules);
    switch (next.kind) {
      case 'emit':
        emit(next.draft);
        break;
      case 'end':
        closeAll(plan, machine, next.reason === 'budget' ? 'budget' : 'end', emit);
        finish('ended', next.reason, emit);
        return;
      case 'fail':
        failRun(plan, machine, { node: next.node, at: next.at, ...next.error }, emit);
        return;
      case 'start':
      case 'wait':
        return;
      default:
        assertNever(next);
    }
  }
}

function begin({ graph }: SocketPlan, input: Extract<Input, { kind: 'begin' }>, emit: Emit): void {
  emit(runStarted(graph, input));
  const seeded = (slot: string, value: Value): void =>
    emit({ kind: 'slot.written', at: '', slot, scope: '', writer: 'seed', value, from: 0 });
  // A run's inputs are state to start from, and beat the file's.
  for (const [key, value] of Object.entries({ ...graph.state, ...input.inputs })) seeded(stateSlot([key]), value);
  for (const [name, value] of Object.entries(graph.cursors)) seeded(cursorSlot(name), value);
}

function startSocket(
  plan: SocketPlan,
  machine: SocketMachine,
  wanted: string | undefined,
  rules: SocketRules,
  emit: Emit,
  effects: Effect[],
): void {
  const socket = plan.sockets[machine.ready[0] ?? -1];
  if (!socket || (wanted !== undefined && wanted !== socket.id))
    throw new Error(`${wanted ?? 'no socket'} is not ready to start`);
  const { id } = socket;
  const { value: item, seq: source } = rules.item(machine, socket) ?? {};
  const at = pathOf(machine, socket);
  const fire = machine.nextFire;
  const nth = (machine.sockets[socket.index] as FireState).fires;
  emit({
    kind: 'fire.started',
    at,
    fire,
    node: id,
    // State and cursors are slots, which the tape holds at every moment anyway.
    inputs: item === undefined ? {} : { item },
    from: item === undefined || source === undefined ? {} : { item: source },
    ...(machine.invalid > 0 ? { retry: true } : {}),
  });
  const node = present(plan.graph.nodes[socket.index], `node ${id}`);
  // What it sees beside its item (semantics §4). A cursor that nothing was written to counts as 0, so it is seen as 0.
  const cursors = { ...plan.noCursors, ...machine.cursors };
  const inputs = { ...machine.ran.items, state: machine.state, cursors };
  effects.push({
    kind: 'perform',
    fire,
    node: id,
    nth,
    at,
    operator: node.type,
    config: node.config,
    inputs,
    form: 'whole',
  });
}

/** Parses the output; one that is invalid fails the fire, assigns nothing and moves no cursor (semantics §2, Parse). */
function finishFire(
  plan: SocketPlan,
  machine: SocketMachine,
  input: Extract<Input, { kind: 'finish' }>,
  rules: SocketRules,
  emit: Emit,
): void {
  const { kind: _, fire, outputs, changes: __, ...beside } = input;
  const place = runningAt(plan, machine, fire);
  const socket = socketNamed(plan, place.node);
  const given = outputs.output;
  const parsed: Result<Value, string> = given === undefined ? failed('gave none') : rules.parse(given, socket.parse);
  const why = parsed.ok ? rules.refuses(machine, socket, parsed.value) : parsed.failure;
  if (!parsed.ok || why !== undefined) {
    const { usage: _usage, ...rest } = beside;
    const error: FireError = { code: INVALID_OUTPUT, message: `The output of ${socket.id} is invalid: it ${why}.` };
    emit({ kind: 'fire.failed', ...place, fire, error, ...(given === undefined ? {} : { raw: given }), ...rest });
    return;
  }
  const output = parsed.value;
  const raw = typeof given === 'string' && given !== textOf(output) ? given : undefined;
  const sources = sourcesOf(machine, socket, output, raw);
  const unassigned = unassignedOf(rules.writes(machine, socket, output), output, sources, rules.emptiesUnassigned);
  emit({
    kind: 'fire.finished',
    ...place,
    fire,
    outputs: { output },
    ...(raw === undefined ? {} : { raw }),
    ...(unassigned.length === 0 ? {} : { unassigned }),
    ...beside,
  });
}

function runningAt(
  plan: SocketPlan,
  machine: SocketMachine,
  fire: number,
): { readonly at: string; readonly node: string } {
  const running = present(
    machine.running.find((one) => one.fire === fire),
    `running fire ${fire}`,
  );
  const socket = plan.sockets[running.node] as PlanSocket;
  return { at: pathOf(machine, socket), node: socket.id };
}

function failRun(
  plan: SocketPlan,
  machine: SocketMachine,
  error: NonNullable<SocketMachine['failure']>,
  emit: Emit,
): void {
  closeAll(plan, machine, 'failed', emit);
  finish('failed', 'failed', emit, error);
}

/** Ends the run at once: what runs is aborted, what is open is left. */
function cancel(
  plan: SocketPlan,
  machine: SocketMachine,
  reason: 'cancelled' | 'halt',
  emit: Emit,
  effects: Effect[],
): void {
  for (const { fire } of machine.running.slice()) {
    effects.push({ kind: 'abort', fire });
    const error = { code: 'cancelled', message: 'the run was cancelled' };
    emit({ kind: 'fire.failed', ...runningAt(plan, machine, fire), fire, error });
  }
  closeAll(plan, machine, reason, emit);
  finish('cancelled', reason, emit, reason === 'halt' ? (machine.failure ?? undefined) : undefined);
}

function closeAll(plan: SocketPlan, machine: SocketMachine, reason: Reason, emit: Emit): void {
  for (const loop of plan.innermostFirst) {
    const state = machine.loops[loop.index];
    if (state && isActive(state)) emit(exited(machine, loop, reason));
  }
}

function finish(
  status: Status,
  reason: Reason | null,
  emit: Emit,
  error?: NonNullable<SocketMachine['failure']>,
): void {
  emit({ kind: 'run.finished', at: '', status, reason, outputs: {}, ...(error ? { error } : {}) });
}
