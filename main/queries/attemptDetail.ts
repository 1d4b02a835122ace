// One attempt of a bounded loop, from the fold of its tape: how it ended, the verdict, what it gave with the match in it, what that
// changed since the attempt before, and what the next one is told. What must hold: it says what the tape knows of the attempt,
// also what came after the moment in it, as a fire's detail does.
import { type Result, succeeded } from '../../shared/base/result.ts';
import {
  type AttemptDetail,
  type AttemptLine,
  type ChangeRow,
  MOST_CHANGE_ROWS,
} from '../../shared/contract/attempt.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { ATTEMPT, type CheckedBoundedGraph, LOOP_SCOPE } from '../../shared/model/checkedBoundedGraph.ts';
import type { EventOf, TapeEvent } from '../../shared/model/event.ts';
import { modelUsageOf } from '../../shared/model/modelUsage.ts';
import { isRecord } from '../../shared/model/value.ts';
import { endOf, lineChanges } from '../engine/bounded/evidence.ts';
import type { Attempt, BoundedMachine } from '../engine/bounded/machine.ts';
import { capOf } from '../engine/bounded/next.ts';
import { plainText } from '../engine/bounded/output.ts';
import { namedValue } from './chip.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';
import { type Match, outputWindow } from './outputWindow.ts';

/** Lines that stayed are shown so far around those that did not. */
const AROUND = 3;

/** Failure `no-such-moment` where `seq` is past the head. */
export function attemptDetail(
  tape: OpenTape,
  { seq }: { readonly seq: number },
): Result<AttemptDetail | null, Failure> {
  const head = tape.reader.head();
  if (!tape.reader.event(seq)) return noSuchMoment(`#${seq}`, head);
  tape.follow(head);
  const { graph } = tape;
  const machine = tape.machines?.at(head);
  const place = tape.scopes.iterationAt(LOOP_SCOPE, seq);
  if (graph?.dialect !== 'bounded' || machine?.dialect !== 'bounded' || place < 0) return succeeded(null);
  return succeeded(detailOf(tape, graph, machine, place));
}

function detailOf(tape: OpenTape, graph: CheckedBoundedGraph, machine: BoundedMachine, place: number): AttemptDetail {
  const { openedSeq, path } = tape.scopes.of(LOOP_SCOPE);
  const fromSeq = openedSeq[place] as number;
  const nextSeq = openedSeq[place + 1];
  const toSeq = nextSeq === undefined ? null : nextSeq - 1;
  const { start, end, decision, told } = eventsOf(tape, fromSeq, toSeq);
  const attempt = attemptAt(machine, place);
  const before = machine.ledger[place - 1];
  const match = matchOf(decision);
  const usage = end?.kind === 'fire.finished' ? modelUsageOf(end.usage) : undefined;
  return {
    attempt: place + 1,
    of: capOf(graph, machine),
    at: path[place] as string,
    fromSeq,
    toSeq,
    state: !start ? 'not started' : !end ? 'running' : end.kind === 'fire.failed' ? 'failed' : 'finished',
    startedSeq: start?.seq ?? null,
    endedSeq: end?.seq ?? null,
    durationMs: end?.durationMs ?? null,
    ...(usage === undefined ? {} : { usage }),
    ended: attempt ? endOf(attempt) : '',
    exit: attempt?.exit ?? null,
    signal: attempt?.signal ?? null,
    error: end?.kind === 'fire.failed' ? { code: end.error.code, message: end.error.message } : null,
    predicate: graph.request.predicateText,
    verdict: verdictOf(decision),
    output: outputOf(end, match?.span),
    match: match?.shown ?? null,
    changes: attempt && before ? { since: place, ...changesOf(before, attempt) } : null,
    told: typeof told === 'string' ? told : null,
    attempts: attemptLines(tape, machine),
  };
}

/** One attempt makes one line of the ledger; the one in hand has none yet. */
function attemptAt({ ledger, attempt, decided }: BoundedMachine, place: number): Attempt | undefined {
  return ledger[place] ?? (place === ledger.length && !decided ? (attempt ?? undefined) : undefined);
}

/** An attempt that was cut off and begun again has its last fire shown. */
function eventsOf(tape: OpenTape, from: number, to: number | null) {
  let start: EventOf<'fire.started'> | undefined;
  let end: (TapeEvent & EventOf<'fire.finished' | 'fire.failed'>) | undefined;
  let decision: EventOf<'decision.made'> | undefined;
  let told: unknown;
  for (const event of tape.reader.events(to === null ? { from } : { from, to })) {
    if (event.kind === 'fire.started' && event.node === ATTEMPT) {
      start = event;
      end = undefined;
    } else if ((event.kind === 'fire.finished' || event.kind === 'fire.failed') && event.node === ATTEMPT) end = event;
    else if (event.kind === 'decision.made' && event.question === 'predicate') decision = event;
    // What reads prompts is told by its next one; everything else by the evidence.
    else if (event.kind === 'slot.written' && event.slot === 'loop.prompt' && event.writer === 'loop')
      told = event.value;
    else if (event.kind === 'iteration.closed') told ??= event.carry.refinement;
  }
  return { start, end, decision, told };
}

function verdictOf(decision: EventOf<'decision.made'> | undefined): AttemptDetail['verdict'] {
  if (!decision) return null;
  return { satisfied: decision.chosen !== null, why: decision.candidates[0]?.why ?? '', seq: decision.seq };
}

function matchOf(
  decision: EventOf<'decision.made'> | undefined,
): { readonly shown: NonNullable<AttemptDetail['match']>; readonly span: Match } | undefined {
  const value = decision?.candidates[0]?.value;
  if (!isRecord(value)) return undefined;
  const { text, start, end, line, column } = value;
  if (typeof text !== 'string' || typeof start !== 'number' || typeof end !== 'number') return undefined;
  if (typeof line !== 'number' || typeof column !== 'number') return undefined;
  return { shown: { text: text.slice(0, MOST_MATCH), line, column }, span: { start, end } };
}

/** What is quoted of a match; the whole of it stands in the output. */
const MOST_MATCH = 400;

function outputOf(
  end: EventOf<'fire.finished' | 'fire.failed'> | undefined,
  match: Match | undefined,
): AttemptDetail['output'] {
  if (!end) return null;
  const [value, field] =
    end.kind === 'fire.finished' ? [end.outputs.output, ['outputs', 'output']] : [end.raw, ['raw']];
  if (value === undefined) return null;
  return { ...outputWindow(plainText(value), match), whole: namedValue('output', value, { seq: end.seq, field }) };
}

function changesOf(before: Attempt, now: Attempt): { rows: ChangeRow[]; isSame: boolean } {
  const lines = lineChanges(before, now);
  const isNear = lines.map((_, i) => lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(isChange));
  const rows: ChangeRow[] = [];
  const skip = (count: number): void => {
    const last = rows.at(-1);
    if (last?.kind === 'skipped') rows[rows.length - 1] = { kind: 'skipped', count: last.count + count };
    else rows.push({ kind: 'skipped', count });
  };
  for (const [i, line] of lines.entries()) {
    if (rows.length >= MOST_CHANGE_ROWS - 1) {
      skip(lines.length - i);
      break;
    }
    if (isNear[i]) rows.push(line);
    else skip(1);
  }
  return { rows, isSame: !lines.some(isChange) };
}

function isChange({ kind }: { readonly kind: string }): boolean {
  return kind !== 'same';
}

function attemptLines(tape: OpenTape, machine: BoundedMachine): AttemptLine[] {
  const { openedSeq, lastSeq } = tape.scopes.of(LOOP_SCOPE);
  return openedSeq.map((opened, place) => {
    const attempt = attemptAt(machine, place);
    const last = lastSeq[place] ?? -1;
    return {
      attempt: place + 1,
      seq: last < 0 ? opened : last,
      ended: attempt ? endOf(attempt) : '',
      satisfied: machine.ledger[place]?.satisfied ?? null,
    };
  });
}
