// What follows from an input to a bounded run: the events that it makes true, in their order, and the effects that it asks for.
// Deterministic and synchronous; the machine is changed through `apply` alone.
import { assertNever, present } from '../../../shared/base/assert.ts';
import { ATTEMPT, type CheckedBoundedGraph, CONFIRM, LOOP_SCOPE } from '../../../shared/model/checkedBoundedGraph.ts';
import type { EngineEvent } from '../../../shared/model/event.ts';
import { NO_ONE_TO_ASK } from '../../../shared/model/noOneToAsk.ts';
import type { Reason, Status } from '../../../shared/model/status.ts';
import type { Draft } from '../draft.ts';
import type { FireState } from '../fires.ts';
import type { Effect, Input, Step } from '../input.ts';
import { runStarted } from '../runStarted.ts';
import { apply } from './apply.ts';
import type { BoundedMachine } from './machine.ts';
import { capOf, inputsOf, nextOf } from './next.ts';
import { resultOf } from './result.ts';

type Emit = (draft: Draft) => void;

export function decide(graph: CheckedBoundedGraph, machine: BoundedMachine, input: Input): Step {
  const events: EngineEvent[] = [];
  const effects: Effect[] = [];
  const emit: Emit = (draft) => {
    const event = { seq: machine.seq, ...draft } as EngineEvent;
    apply(graph, machine, event);
    events.push(event);
  };
  switch (input.kind) {
    case 'begin':
      begin(graph, input, emit);
      break;
    case 'start':
      startNode(graph, machine, input.node, emit, effects);
      break;
    case 'finish': {
      const { kind: _, fire, changes: __, ...answer } = input;
      emit({ kind: 'fire.finished', ...placeOf(graph, machine, fire), fire, ...answer });
      break;
    }
    case 'fail': {
      const { kind: _, fire, ...rest } = input;
      emit({ kind: 'fire.failed', ...placeOf(graph, machine, fire), fire, ...rest });
      break;
    }
    case 'cancel':
      if (machine.phase === 'running') cancel(graph, machine, 'cancelled', emit, effects);
      break;
    case 'pause':
      finish(graph, machine, 'paused', null, emit);
      break;
    case 'continue': {
      const from = machine.phase === 'finished' ? machine.seq - 2 : machine.seq - 1;
      emit({ kind: 'run.continued', at: '', from, versions: input.versions });
      break;
    }
    default:
      assertNever(input);
  }
  settle(graph, machine, emit, effects);
  return { events, effects };
}

/** Everything that follows by itself, until only a fire can move the run on. */
function settle(graph: CheckedBoundedGraph, machine: BoundedMachine, emit: Emit, effects: Effect[]): void {
  while (machine.phase === 'running') {
    if (machine.halted || machine.refused) {
      cancel(graph, machine, machine.halted ? 'halt' : 'cancelled', emit, effects);
      return;
    }
    if (machine.failure?.code === NO_ONE_TO_ASK) {
      finish(graph, machine, 'waiting', null, emit);
      return;
    }
    if (machine.failure) {
      leave(machine, 'failed', emit);
      finish(graph, machine, 'failed', 'failed', emit);
      return;
    }
    const next = nextOf(graph, machine);
    switch (next.kind) {
      case 'emit':
        emit(next.draft);
        break;
      case 'end':
        finish(graph, machine, 'ended', next.reason, emit);
        return;
      case 'start':
      case 'wait':
        return;
      default:
        assertNever(next);
    }
  }
}

function begin(graph: CheckedBoundedGraph, input: Extract<Input, { kind: 'begin' }>, emit: Emit): void {
  emit(runStarted(graph, input));
}

function startNode(
  graph: CheckedBoundedGraph,
  machine: BoundedMachine,
  wanted: string | undefined,
  emit: Emit,
  effects: Effect[],
): void {
  const place = machine.ready[0];
  const node = place === undefined ? undefined : graph.nodes[place];
  if (place === undefined || !node || (wanted !== undefined && wanted !== node.id))
    throw new Error(`${wanted ?? 'no node'} is not ready to start`);
  const { inputs, from } = inputsOf(graph, machine, node.id);
  // The question stands between two attempts.
  const at = node.id === CONFIRM ? '' : machine.loop.path;
  const fire = machine.nextFire;
  const nth = (machine.nodes[place] as FireState).fires;
  emit({ kind: 'fire.started', at, fire, node: node.id, inputs, from });
  const form = node.id === ATTEMPT ? 'attempt' : 'whole';
  effects.push({
    kind: 'perform',
    fire,
    node: node.id,
    nth,
    at,
    operator: node.type,
    config: node.config,
    inputs,
    form,
  });
}

function placeOf(
  graph: CheckedBoundedGraph,
  machine: BoundedMachine,
  fire: number,
): { readonly at: string; readonly node: string } {
  const running = present(
    machine.running.find((one) => one.fire === fire),
    `running fire ${fire}`,
  );
  const node = present(graph.nodes[running.node], `node ${running.node}`).id;
  return { at: node === CONFIRM ? '' : machine.loop.path, node };
}

/** Ends the run at once: what runs is aborted, what is open is left. */
function cancel(
  graph: CheckedBoundedGraph,
  machine: BoundedMachine,
  reason: 'cancelled' | 'halt',
  emit: Emit,
  effects: Effect[],
): void {
  for (const { fire } of machine.running.slice()) {
    effects.push({ kind: 'abort', fire });
    const error = { code: 'cancelled', message: 'the run was cancelled' };
    emit({ kind: 'fire.failed', ...placeOf(graph, machine, fire), fire, error });
  }
  leave(machine, reason, emit);
  finish(graph, machine, 'cancelled', reason, emit);
}

function leave(machine: BoundedMachine, reason: Reason, emit: Emit): void {
  const { phase, closed } = machine.loop;
  if (phase === 'open' || phase === 'between')
    emit({ kind: 'scope.exited', at: '', scope: LOOP_SCOPE, reason, iterations: closed });
}

function finish(
  graph: CheckedBoundedGraph,
  machine: BoundedMachine,
  status: Status,
  reason: Reason | null,
  emit: Emit,
): void {
  const { failure, ledger } = machine;
  const outputs = status === 'ended' ? resultOf(graph.request, capOf(graph, machine), ledger) : {};
  const error = status === 'failed' || status === 'waiting' || reason === 'halt' ? failure : null;
  emit({ kind: 'run.finished', at: '', status, reason, outputs, ...(error ? { error } : {}) });
}
