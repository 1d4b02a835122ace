// Replay: the engine runs again on the answers that a tape recorded, and no operator does. What it gives must be the tape,
// event by event; the first difference is reported. Only `why` texts and seqs within decisions may differ (interfaces §4).
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { cloneMachine, type Machine, newMachine } from '../engine/machine.ts';
import { apply, step } from '../engine/step.ts';
import { canTake, inputBefore, sameEvent } from './recordedInput.ts';

export interface Replay {
  readonly identical: boolean;
  /** Events compared. */
  readonly compared: number;
  readonly first?: { readonly recorded: EngineEvent | undefined; readonly replayed: EngineEvent | undefined };
  /** The tape stops with a fire running or before the run was over; that is no difference. */
  readonly endsInMidStep: boolean;
  /** What the last step makes beyond what is recorded; the machine has folded it. Empty unless the tape was cut within that step. */
  readonly ahead: readonly EngineEvent[];
  readonly machine: Machine;
}

/** @param from the machine before the first of these events, not changed; a new one where the log is whole */
export function replay(graph: CheckedGraph, recorded: readonly EngineEvent[], from?: Machine): Replay {
  let machine = from ? cloneMachine(from) : newMachine(graph);
  let made: EngineEvent[] = [];
  const differs = (i: number, replayed: EngineEvent | undefined): Replay => ({
    identical: false,
    compared: i,
    first: { recorded: recorded[i], replayed },
    endsInMidStep: i >= recorded.length && !isOver(recorded),
    ahead: [],
    machine,
  });
  for (let i = 0; i < recorded.length; i++) {
    const expected = recorded[i] as EngineEvent;
    if (expected.kind === 'run.continued' && made.length > i) {
      // It went on after a step that was cut, so from what was recorded of that.
      machine = from ? cloneMachine(from) : newMachine(graph);
      made = recorded.slice(0, i);
      for (const event of made) apply(graph, machine, event);
    }
    if (made.length === i) {
      const input = inputBefore(graph, recorded, i);
      if (!input || !canTake(graph, machine, input)) return differs(i, undefined);
      made.push(...step(graph, machine, input).events);
    }
    const replayed = made[i];
    if (!replayed || !sameEvent(expected, replayed)) return differs(i, replayed);
  }
  // A tape that was cut in the middle of one step has a shorter tail than the step makes; the rest is no difference.
  const ahead = made.slice(recorded.length);
  const endsInMidStep = !isOver(recorded);
  if (ahead.length > 0 && !endsInMidStep) return differs(recorded.length, ahead[0]);
  return { identical: true, compared: recorded.length, endsInMidStep, ahead, machine };
}

function isOver(recorded: readonly EngineEvent[]): boolean {
  return recorded.at(-1)?.kind === 'run.finished';
}
