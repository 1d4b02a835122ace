// Replay: the engine runs again on the answers that a tape recorded, and no operator does. What it gives must be the tape,
// event by event; the first difference is reported. Only `why` texts and seqs within decisions may differ (interfaces §4).

import { assertNever } from '../../shared/base/assert.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { snapshot, valuesEqual } from '../../shared/model/value.ts';
import type { Input } from '../engine/input.ts';
import { type Machine, newMachine } from '../engine/machine.ts';
import { step } from '../engine/step.ts';

export interface Replay {
  readonly identical: boolean;
  /** Events compared. */
  readonly compared: number;
  readonly first?: { readonly recorded: EngineEvent | undefined; readonly replayed: EngineEvent | undefined };
  /** The tape stops with a fire running or before the run was over; that is no difference. */
  readonly endsInMidStep: boolean;
  readonly machine: Machine;
}

export function replay(graph: CheckedGraph, recorded: readonly EngineEvent[]): Replay {
  const machine = newMachine(graph);
  const made: EngineEvent[] = [];
  for (let i = 0; i < recorded.length; i++) {
    const expected = recorded[i] as EngineEvent;
    if (made.length === i) {
      const input = inputBefore(graph, recorded, i);
      if (!input || !canTake(graph, machine, input)) {
        return {
          identical: false,
          compared: i,
          first: { recorded: expected, replayed: undefined },
          endsInMidStep: false,
          machine,
        };
      }
      made.push(...step(graph, machine, input).events);
    }
    const replayed = made[i];
    if (!replayed || !sameEvent(expected, replayed)) {
      return { identical: false, compared: i, first: { recorded: expected, replayed }, endsInMidStep: false, machine };
    }
  }
  // A tape that was cut in the middle of one step has a shorter tail than the step makes; the rest is no difference.
  const endsInMidStep = recorded.at(-1)?.kind !== 'run.finished';
  const extra = made[recorded.length];
  if (extra && !endsInMidStep)
    return {
      identical: false,
      compared: recorded.length,
      first: { recorded: undefined, replayed: extra },
      endsInMidStep,
      machine,
    };
  return { identical: true, compared: recorded.length, endsInMidStep, machine };
}

/** A foreign or damaged log may start what is not ready and end what does not run; the engine is not asked for that. */
function canTake(graph: CheckedGraph, machine: Machine, input: Input): boolean {
  switch (input.kind) {
    case 'start':
      return machine.ready.some((index) => graph.nodes[index]?.id === input.node);
    case 'finish':
    case 'fail':
      return machine.running.some(({ fire }) => fire === input.fire);
    case 'pause':
      return machine.running.length === 0;
    case 'begin':
    case 'cancel':
    case 'continue':
      return true;
    default:
      return assertNever(input);
  }
}

/** The input that made the event at `i` follow, as far as the tape tells; undefined where no input does. */
function inputBefore(graph: CheckedGraph, recorded: readonly EngineEvent[], i: number): Input | undefined {
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
    case 'fire.started':
      return { kind: 'start', node: event.node };
    case 'decision.made': {
      // The input decisions of a fire stand before its start, which a cut tape may lack.
      const node = graph.nodes.find(({ id, inputs }) => inputs.some(({ port }) => event.subject === `${id}.${port}`));
      return event.question === 'input' && node ? { kind: 'start', node: node.id } : undefined;
    }
    case 'fire.finished': {
      const { seq: _, at: __, node: ___, reused: ____, ...answer } = event;
      const { t: _____, ...rest } = answer as typeof answer & { t?: number };
      return { ...rest, kind: 'finish' };
    }
    case 'fire.failed': {
      if (event.error.code === 'cancelled') return { kind: 'cancel' };
      const { seq: _, at: __, node: ___, ...answer } = event;
      const { t: ____, ...rest } = answer as typeof answer & { t?: number };
      return { ...rest, kind: 'fail' };
    }
    case 'scope.exited':
      return event.reason === 'cancelled' ? { kind: 'cancel' } : undefined;
    case 'signal.emitted': {
      if (event.signal !== 'run_end') return undefined;
      // Nothing but clears stands between it and the run's end.
      const end = recorded.at(-1);
      return end?.kind === 'run.finished' && end.status === 'paused' ? { kind: 'pause' } : { kind: 'cancel' };
    }
    default:
      return undefined;
  }
}

/** Equal but for the time, `why` sentences, and the seqs that candidates name. */
function sameEvent(a: EngineEvent, b: EngineEvent): boolean {
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
