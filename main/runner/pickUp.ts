// Picking up a recorded run where its tape stops, so that it can go on there. What must hold: the machine is the fold of the
// log; where the tape was cut within a step (a full disk), what that step still had to record comes first, so that the log of a
// continued run replays like any other.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import { whyNotContinuable } from '../../shared/model/continuable.ts';
import type { EngineEvent, EventKind } from '../../shared/model/event.ts';
import { cloneMachine, type Machine, newMachine, thawMachine } from '../engine/machine.ts';
import { apply } from '../engine/step.ts';
import { replay } from './replay.ts';
import { decidedOverStub } from './stubs.ts';

/** What is asked of a tape's reader here. */
export interface RecordedLog {
  head(): number;
  events(range: { readonly from?: number; readonly to?: number; readonly reverse?: boolean }): Iterable<EngineEvent>;
  keyframeBefore(seq: number): { readonly seq: number; readonly machine: unknown } | undefined;
}

export interface PickedUp {
  /** The machine when the tape's events and those that are missing have been folded. */
  readonly machine: Machine;
  readonly missing: readonly EngineEvent[];
}

/** The events that a step begins or, as `fire.started`, ends with. */
const STEPS = new Set<EventKind>(['run.started', 'run.continued', 'fire.started', 'fire.finished', 'fire.failed']);

/** The failure is the end of a sentence that begins with the tape's name. What reading the log throws is the caller's. */
export function pickUp(graph: CheckedGraph, log: RecordedLog): Result<PickedUp, string> {
  const head = log.head();
  const begins = lastStep(log, head);
  const folded = machineBefore(graph, log, begins);
  if (!folded.ok) return folded;
  if (begins > head) return goesOn(graph, folded.value) ?? succeeded({ machine: folded.value, missing: [] });
  const tail = [...log.events({ from: begins, to: head })];
  const again = attempt(() => replay(graph, tail, folded.value));
  if (!again.ok) return again;
  const { identical, first, ahead, openEnd, machine } = again.value;
  if (!identical) {
    const at = first?.recorded?.seq ?? head;
    return failed(
      `was recorded by other rules: its event #${at} does not follow from those before it in this Looptape`,
    );
  }
  if (openEnd || isOverStub(tail, ahead))
    return failed('was cut where it decided over a secret, of which it holds only a stub; run the graph anew');
  // A start that was cut was no start: the node is simply ready.
  if (ahead.some(({ kind }) => kind === 'fire.started')) return fold(graph, cloneMachine(folded.value), tail);
  return succeeded({ machine, missing: ahead });
}

/** Whether a decision that the tape lacks would be made over a stub. */
function isOverStub(tail: readonly EngineEvent[], ahead: readonly EngineEvent[]): boolean {
  const answer = tail.findLast(({ kind }) => kind === 'fire.finished' || kind === 'fire.failed');
  return ahead.some((event) => event.kind === 'decision.made' && decidedOverStub(event, answer) !== undefined);
}

function goesOn({ compat }: CheckedGraph, { status }: Machine): Result<never, string> | undefined {
  const over = status === null ? undefined : whyNotContinuable({ status, compat });
  return over === undefined ? undefined : failed(over);
}

/** Seq at which what is to be replayed begins; beyond the head where the last step is whole. */
function lastStep(log: RecordedLog, head: number): number {
  for (const event of log.events({ to: head, reverse: true })) {
    if (event.kind === 'run.finished') return head + 1;
    if (event.kind === 'fire.started') return event.seq + 1;
    if (STEPS.has(event.kind)) return event.seq;
  }
  return 0;
}

function machineBefore(graph: CheckedGraph, log: RecordedLog, seq: number): Result<Machine, string> {
  const keyframe = seq <= 0 ? undefined : log.keyframeBefore(seq - 1);
  const machine = (keyframe && thawMachine(keyframe.machine)) ?? newMachine(graph);
  if (machine.seq >= seq) return succeeded(machine);
  const folded = fold(graph, machine, log.events({ from: machine.seq, to: seq - 1 }));
  return folded.ok ? succeeded(folded.value.machine) : folded;
}

function fold(graph: CheckedGraph, machine: Machine, events: Iterable<EngineEvent>): Result<PickedUp, string> {
  for (const event of events) {
    const applied = attempt(() => apply(graph, machine, event));
    if (!applied.ok) return applied;
  }
  return succeeded({ machine, missing: [] });
}

/** The engine throws where an event can't follow, which is the log's fault and not ours. */
function attempt<T>(work: () => T): Result<T, string> {
  try {
    return succeeded(work());
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return failed(`holds a log that does not follow from its graph in this Looptape: ${why}`);
  }
}
