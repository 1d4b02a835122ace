// From a log back to what made it: the input that an event followed from, and whether two events say the same. What must
// hold: an engine that is given these inputs makes the log again.
import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import type { Input } from '../engine/input.ts';
import type { Machine } from '../engine/machine.ts';
import { INVALID_OUTPUT } from '../engine/socket/apply.ts';

/** The input that made the event at `i` follow, as far as the log tells; undefined where no input does. */
export function inputBefore(graph: CheckedGraph, recorded: readonly EngineEvent[], i: number): Input | undefined {
  const event = recorded[i] as EngineEvent;
  switch (event.kind) {
    case 'run.started': {
      const { id, name, inputs, budget, versions } = event;
      return {
        kind: 'begin',
        id,
        inputs,
        versions,
        ...(name === undefined ? {} : { name }),
        ...(budget === undefined ? {} : { budget }),
      };
    }
    case 'run.continued':
      return { kind: 'continue', versions: event.versions };
    case 'fire.started':
      return { kind: 'start', node: event.node };
    case 'decision.made': {
      // The input decisions of a fire stand before its start, which a cut tape may lack.
      const node = graph.nodes.find(({ id, inputs }) => inputs.some(({ port }) => event.subject === `${id}.${port}`));
      return event.question === 'input' && node ? { kind: 'start', node: node.id } : undefined;
    }
    case 'fire.finished':
      return finishOf(event);
    case 'fire.failed': {
      if (event.error.code === 'cancelled') return { kind: 'cancel' };
      return graph.dialect === 'socket' && event.error.code === INVALID_OUTPUT ? refusedOf(event) : failOf(event);
    }
    case 'scope.exited':
      return event.reason === 'cancelled' ? { kind: 'cancel' } : undefined;
    case 'signal.emitted':
      return event.signal === 'run_end' ? endOf(recorded, i) : undefined;
    case 'run.finished':
      return endOf(recorded, i);
    default:
      return undefined;
  }
}

function finishOf(event: EventOf<'fire.finished'>): Input {
  const { seq: _, at: __, node: ___, reused: ____, raw, unassigned: _____, ...answer } = event;
  const { t: ______, ...rest } = answer as typeof answer & { t?: number };
  // A socket's output is on the tape as it was parsed; its text stands beside it where that does not tell it.
  return { ...rest, kind: 'finish', outputs: raw === undefined ? rest.outputs : { output: raw } };
}

function failOf(event: EventOf<'fire.failed'>): Input {
  const { seq: _, at: __, node: ___, ...answer } = event;
  const { t: ____, ...rest } = answer as typeof answer & { t?: number };
  return { ...rest, kind: 'fail' };
}

/**
 * The operator had answered, and the engine would not have it (semantics §2, Parse): it is asked again whether it would, so that a changed
 * parse mode or condition shows. `raw` is the whole answer; without it there was none.
 */
function refusedOf(event: EventOf<'fire.failed'>): Input {
  const { seq: _, at: __, node: ___, error: ____, raw, ...answer } = event;
  // A foreign recorder may not tell how long it took, and then what is made of it does not tell either.
  const { t: _____, ...rest } = answer as typeof answer & { t?: number; durationMs: number };
  return { ...rest, kind: 'finish', outputs: raw === undefined ? {} : { output: raw } };
}

/** What ends a run from outside. A paused run's end clears no state, and one that is cut before it says is taken for paused. */
function endOf(recorded: readonly EngineEvent[], i: number): Input {
  for (let k = i; k < recorded.length; k++) {
    const event = recorded[k] as EngineEvent;
    if (event.kind === 'run.finished') return { kind: event.status === 'paused' ? 'pause' : 'cancel' };
    if (event.kind === 'slot.cleared') return { kind: 'cancel' };
    if (event.kind === 'run.continued') break;
  }
  return { kind: 'pause' };
}

/** A foreign or damaged log may start what is not ready and end what does not run; the engine is not asked for that. */
export function canTake(graph: CheckedGraph, machine: Machine, input: Input): boolean {
  switch (input.kind) {
    case 'start':
      return machine.ready.some((index) => graph.nodes[index]?.id === input.node);
    case 'finish':
    case 'fail':
      return machine.running.some(({ fire }) => fire === input.fire);
    case 'pause':
      return machine.running.length === 0;
    case 'begin':
      return machine.phase === 'new';
    case 'cancel':
    case 'continue':
      return machine.phase !== 'new';
    default:
      return assertNever(input);
  }
}

/** Equal but for the time, `why` sentences, and the seqs that candidates name. */
export function sameEvent(a: EngineEvent, b: EngineEvent): boolean {
  return valuesEqual(snapshot(comparable(a)), snapshot(comparable(b)));
}

function comparable(event: EngineEvent): object {
  const { t: _, ...plain } = event as EngineEvent & { t?: number };
  if (plain.kind !== 'decision.made') return withoutWhy(plain);
  return { ...plain, candidates: plain.candidates.map(({ why: _why, seq: _seq, ...candidate }) => candidate) };
}

function withoutWhy(event: EngineEvent): object {
  if (event.kind !== 'scope.exited' && event.kind !== 'run.finished') return event;
  const { waiting: _, stalled: __, ...plain } = event as EngineEvent & { waiting?: unknown; stalled?: unknown };
  return plain;
}
