// What a bounded loop came to, as `loop` prints it (seed 002, Output format; interfaces §4): from what the run gave where it ended, else
// from the attempts that it made until then.
import type { LoopReport } from '../../shared/contract/report.ts';
import { type CheckedBoundedGraph, CONFIRM } from '../../shared/model/checkedBoundedGraph.ts';
import { toPublicRecord } from '../../shared/model/publicValue.ts';
import { evidenceOf } from '../engine/bounded/evidence.ts';
import type { BoundedMachine } from '../engine/bounded/machine.ts';
import { capOf } from '../engine/bounded/next.ts';
import { bestOf, resultOf } from '../engine/bounded/result.ts';
import type { OpenTape } from './openTape.ts';
import type { TapeEnd } from './tapeEnd.ts';

type SeedPart = Omit<LoopReport, 'prompt' | 'predicate_from' | 'max_iters_from' | 'notes' | 'best_attempt'>;

/** Undefined of every other dialect, and where this build can't fold the tape. */
export function loopReport(tape: OpenTape, end: TapeEnd): LoopReport | undefined {
  const machine = end.head < 0 ? undefined : tape.machines?.at(end.head);
  if (tape.graph?.dialect !== 'bounded' || machine?.dialect !== 'bounded') return undefined;
  const { graph } = tape;
  const { prompt, predicateFrom, maxItersFrom, notes } = graph.request;
  const best = bestOf(graph.request, machine.ledger);
  return {
    ...seedPart(tape, graph, machine, end),
    prompt,
    predicate_from: predicateFrom,
    max_iters_from: { ...maxItersFrom },
    notes: [...notes],
    ...(best < 0 ? {} : { best_attempt: { attempt: best + 1, ...summaryOf(machine, best) } }),
  };
}

function seedPart(tape: OpenTape, graph: CheckedBoundedGraph, machine: BoundedMachine, end: TapeEnd): SeedPart {
  const { ledger } = machine;
  const made = toPublicRecord(end.finished?.outputs ?? {}) as Partial<SeedPart>;
  if (end.status === 'ended' && made.status !== undefined) return made as SeedPart;
  const cap = capOf(graph, machine);
  const { status: _, next_action: __, ...soFar } = toPublicRecord(resultOf(graph.request, cap, ledger)) as SeedPart;
  return { ...soFar, status: statusOf(end.status), ...unfinished(tape, end, ledger.length) };
}

function summaryOf({ ledger }: BoundedMachine, place: number): { summary: string } {
  const line = ledger[place];
  return { summary: line ? evidenceOf(line, undefined).summary : '' };
}

/** A bounded loop never stalls. */
function statusOf(status: TapeEnd['status']): LoopReport['status'] {
  return status === 'ended' || status === 'stalled' ? 'failed' : status;
}

/** What stands for the outcome of a loop that did not come to its end, and what to do about it. */
function unfinished(
  tape: OpenTape,
  { status, finished }: TapeEnd,
  attempts: number,
): Pick<SeedPart, 'final_result' | 'next_action'> {
  const after = attempts === 0 ? 'before attempt 1 had ended' : `after attempt ${attempts}`;
  const { message = '', node } = finished?.error ?? {};
  const again = `looptape continue ${tape.reader.info().path}`;
  switch (status) {
    case 'waiting': {
      const ahead = node === CONFIRM ? `. Or say yes to every further attempt: ${again} --yes-destructive` : '';
      return {
        final_result: `The loop waits for a person ${after}. ${message}`,
        next_action: `Continue it on a terminal, where it asks: ${again}${ahead}`,
      };
    }
    case 'failed':
      return {
        final_result: `The loop failed ${after}. ${message}`,
        next_action: `Mend what it failed at, then go on: ${again}`,
      };
    case 'paused':
    case 'interrupted':
      return { final_result: `The loop is ${status} ${after}.`, next_action: `Go on: ${again}` };
    case 'running':
      return { final_result: `The loop is running, ${after}.` };
    case 'cancelled':
    case 'ended':
    case 'stalled':
      return { final_result: `The loop was cancelled ${after}.` };
  }
}
