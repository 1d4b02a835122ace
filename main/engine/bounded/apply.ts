// Folds one event into the machine of a bounded run. Nothing else changes a machine, so the fold of a log is the run.
import { assertNever } from '../../../shared/base/assert.ts';
import { ATTEMPT, type CheckedBoundedGraph, CONFIRM, JUDGE } from '../../../shared/model/checkedBoundedGraph.ts';
import type { EngineEvent, EventOf, FireError } from '../../../shared/model/event.ts';
import { NO_ONE_TO_ASK } from '../../../shared/model/noOneToAsk.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import { type FireState, foldEnd, foldStart } from '../fires.ts';
import { HOPELESS } from './hopeless.ts';
import type { Attempt, BoundedMachine } from './machine.ts';
import { nextOf } from './next.ts';
import { outputText } from './output.ts';

/** Changes `machine` in place. Throws where the event can't follow what has been folded. */
export function apply(graph: CheckedBoundedGraph, machine: BoundedMachine, event: EngineEvent): void {
  machine.seq = event.seq + 1;
  fold(graph, machine, event);
  const next = nextOf(graph, machine);
  machine.ready = next.kind === 'start' ? [placeOf(graph, next.node)] : [];
}

function fold(graph: CheckedBoundedGraph, machine: BoundedMachine, event: EngineEvent): void {
  const { loop } = machine;
  switch (event.kind) {
    case 'run.started':
      machine.phase = 'running';
      machine.budget = event.budget ?? null;
      return;
    case 'scope.entered':
      loop.phase = 'between';
      loop.activations++;
      return;
    case 'iteration.opened':
      loop.phase = 'open';
      loop.path = event.at;
      loop.iteration = event.iteration;
      machine.attempt = null;
      machine.verdict = null;
      machine.decided = false;
      machine.confirmed = false;
      return;
    case 'slot.written': {
      const { value, seq, writer, at } = event;
      machine.slots = { ...machine.slots, [event.slot]: { value, seq, writer, at } };
      return;
    }
    case 'fire.started': {
      const node = placeOf(graph, event.node);
      foldStart(machine, node, machine.nodes[node] as FireState, event);
      return;
    }
    case 'fire.finished':
      foldEnd(machine, stateOf(graph, machine, event.node), event);
      fireFinished(machine, event);
      return;
    case 'fire.failed':
      foldEnd(machine, stateOf(graph, machine, event.node), event);
      fireFailed(machine, event);
      return;
    case 'decision.made':
      if (event.question === 'predicate') decided(machine, event);
      return;
    case 'iteration.closed':
      loop.phase = 'between';
      loop.closed++;
      return;
    case 'scope.exited':
      loop.phaseBefore = loop.phase;
      loop.phase = event.reason === 'stop' || event.reason === 'budget' ? 'exited' : 'failed';
      loop.reason = event.reason;
      loop.exitSeq = event.seq;
      return;
    case 'run.finished':
      machine.phase = 'finished';
      machine.status = event.status;
      machine.reason = event.reason;
      return;
    case 'run.continued':
      goOn(machine);
      return;
    case 'slot.cleared':
    case 'signal.emitted':
      return;
    default:
      assertNever(event);
  }
}

function fireFinished(machine: BoundedMachine, event: EventOf<'fire.finished'>): void {
  const { output = null, exit, signal } = event.outputs;
  switch (event.node) {
    case ATTEMPT:
      machine.attempt = {
        seq: event.seq,
        output,
        exit: typeof exit === 'number' ? exit : null,
        signal: typeof signal === 'string' ? signal : null,
        error: null,
      };
      return;
    case JUDGE:
      machine.verdict = { raw: output, seq: event.seq };
      return;
    case CONFIRM:
      if (isYes(output)) machine.confirmed = true;
      else machine.refused = true;
      return;
  }
}

function isYes(answer: Value): boolean {
  return answer === true || /^\s*(?:y|yes|true)\b/i.test(outputText(answer));
}

function fireFailed(machine: BoundedMachine, event: EventOf<'fire.failed'>): void {
  const { error, at, node } = event;
  if (error.code === 'halt') machine.halted = true;
  const ends = error.code === 'halt' || error.code === 'cancelled' || error.code === NO_ONE_TO_ASK;
  if (node === ATTEMPT && !ends && !HOPELESS.has(error.code)) machine.attempt = failedAttempt(event, error);
  else machine.failure ??= { node, at, ...error };
}

function failedAttempt(event: EventOf<'fire.failed'>, error: FireError): Attempt {
  const output = event.raw ?? '';
  return { seq: event.seq, output, exit: event.exit ?? null, signal: null, error };
}

function decided(machine: BoundedMachine, event: EventOf<'decision.made'>): void {
  if (!machine.attempt) return;
  const [candidate] = event.candidates;
  const match = candidate?.value;
  machine.decided = true;
  machine.ledger.push({
    ...machine.attempt,
    satisfied: event.chosen !== null,
    why: candidate?.why ?? '',
    matched: isRecord(match) && typeof match.text === 'string' ? match.text : null,
  });
}

/** The fire that failed, that waited for an answer, or that the end of the tape cut off starts again. */
function goOn(machine: BoundedMachine): void {
  machine.phase = 'running';
  machine.status = null;
  machine.reason = null;
  machine.halted = false;
  machine.failure = null;
  for (const { node } of machine.running) (machine.nodes[node] as FireState).status = 'idle';
  machine.running = [];
  if (machine.loop.phase === 'failed') machine.loop.phase = machine.loop.phaseBefore;
}

function stateOf(graph: CheckedBoundedGraph, machine: BoundedMachine, id: string): FireState {
  return machine.nodes[placeOf(graph, id)] as FireState;
}

function placeOf({ nodes }: CheckedBoundedGraph, id: string): number {
  const place = nodes.findIndex((node) => node.id === id);
  if (place < 0) throw new Error(`missing: node ${id}`);
  return place;
}
