// Replay: the engine runs again on the answers that a tape recorded, and no operator does. What it gives must be the tape,
// event by event; the first difference is reported. Only `why` texts and seqs within decisions may differ (interfaces §4). What was made of
// a secret can't be made again of its stub, so a step that differs where a stub stands is taken from the record.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import { cloneMachine, type Machine, newMachine } from '../engine/machine.ts';
import { apply, step } from '../engine/step.ts';
import { canTake, inputBefore, sameEvent } from './recordedInput.ts';
import { decidedOverStub, holdsStub, stubIn } from './stubs.ts';

export interface Replay {
  readonly identical: boolean;
  /** Events compared. */
  readonly compared: number;
  readonly first?: { readonly recorded: EngineEvent | undefined; readonly replayed: EngineEvent | undefined };
  /** The tape stops with a fire running or before the run was over; that is no difference. */
  readonly endsInMidStep: boolean;
  /** What the last step makes beyond what is recorded; the machine has folded it. Empty unless the tape was cut within that step. */
  readonly ahead: readonly EngineEvent[];
  /** The last step was taken from the record, so it may lack its end. */
  readonly openEnd: boolean;
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
    openEnd: false,
    machine,
  });
  /** Where what was taken from the record ends; before it nothing is compared. */
  let taken = 0;
  /** The recorded events up to there, folded. */
  let base = machine;
  const take = (end: number): void => {
    const folded = cloneMachine(taken === 0 ? (from ?? newMachine(graph)) : base);
    for (const event of recorded.slice(taken, end)) apply(graph, folded, event);
    base = cloneMachine(folded);
    machine = folded;
    taken = end;
    made = recorded.slice(0, end);
  };
  for (let i = 0; i < recorded.length; i++) {
    const expected = recorded[i] as EngineEvent;
    if (expected.kind === 'run.continued' && made.length > i) {
      // It went on after a step that was cut, so from what was recorded of that.
      take(i);
    }
    if (made.length === i) {
      const input = inputBefore(graph, recorded, i);
      if (!input || !canTake(graph, machine, input)) return differs(i, undefined);
      made.push(...step(graph, machine, input).events);
    }
    const replayed = made[i];
    if (replayed && sameEvent(expected, replayed)) continue;
    if (!madeOfStub(recorded, i, replayed, from ?? newMachine(graph))) return differs(i, replayed);
    take(stepAfter(recorded, i));
    i = taken - 1;
  }
  // A tape that was cut in the middle of one step has a shorter tail than the step makes; the rest is no difference.
  const ahead = made.slice(recorded.length);
  const endsInMidStep = !isOver(recorded);
  if (ahead.length > 0 && !endsInMidStep) return differs(recorded.length, ahead[0]);
  const openEnd = endsInMidStep && taken > 0 && taken === recorded.length;
  return { identical: true, compared: recorded.length, endsInMidStep, ahead, openEnd, machine };
}

/** Index at which the step after the one of the event at `i` begins; the length where there is none. */
function stepAfter(recorded: readonly EngineEvent[], i: number): number {
  for (let k = i + 1; k < recorded.length; k++) {
    const { kind } = recorded[k] as EngineEvent;
    if (kind === 'run.continued' || kind === 'fire.finished' || kind === 'fire.failed') return k;
    // What its inputs were decided by stands before a start, and belongs to its step.
    if (kind === 'fire.started') return Math.max(i + 1, firstInput(recorded, k));
  }
  return recorded.length;
}

function firstInput(recorded: readonly EngineEvent[], start: number): number {
  let first = start;
  for (let event = recorded[first - 1]; event?.kind === 'decision.made'; event = recorded[first - 1]) {
    if (event.question !== 'input') break;
    first--;
  }
  return first;
}

/** Whether a stub makes the difference: one in either event, or in the answers that both are about. */
function madeOfStub(
  recorded: readonly EngineEvent[],
  i: number,
  replayed: EngineEvent | undefined,
  from: Machine,
): boolean {
  const expected = recorded[i] as EngineEvent;
  if (holdsStub(expected) || (replayed && holdsStub(replayed))) return true;
  const answers = recorded.slice(0, i).filter(({ kind }) => kind === 'fire.finished' || kind === 'fire.failed');
  // A bounded loop's evidence is cut out of all that its attempts gave.
  if (from.dialect === 'bounded') return answers.some(holdsStub) || stubIn(from) !== undefined;
  return expected.kind === 'decision.made' && decidedOverStub(expected, answers.at(-1)) !== undefined;
}

function isOver(recorded: readonly EngineEvent[]): boolean {
  return recorded.at(-1)?.kind === 'run.finished';
}
