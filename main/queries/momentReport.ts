// What `show --at` prints with --json: the whole state at a moment, values whole (interfaces §4). Costs the distance from a
// keyframe, not the tape's length.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { MomentReport } from '../../shared/contract/report.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { TapeEvent } from '../../shared/model/event.ts';
import { toPublic, toPublicRecord } from '../../shared/model/publicValue.ts';
import type { Machine } from '../engine/machine.ts';
import { type HeldSlot, heldSlots, openIterations } from '../engine/machineView.ts';
import { findMoment } from './findMoment.ts';
import { openScopes } from './momentView.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';
import { sentenceOf } from './sentence.ts';
import { slotRows } from './slotRows.ts';
import { writtenValue } from './stateValue.ts';

/** Failure `no-such-moment`. */
export function momentReport(tape: OpenTape, request: { readonly moment: string }): Result<MomentReport, Failure> {
  const found = findMoment(tape, request);
  if (!found.ok) return found;
  const { seq } = found.value;
  const event = tape.reader.event(seq);
  if (!event) return noSuchMoment(request.moment, tape.reader.head());
  const known = knownAt(tape, seq);
  return succeeded({
    seq,
    at: event.at,
    kind: event.kind,
    sentence: sentenceOf(event, tape.graph),
    open: known ? openIterations(...known).map(({ path }) => path) : pathsByLog(tape, seq),
    slots: known ? heldSlots(...known).map(slotReport) : slotsByLog(tape, seq),
    ...(event.kind === 'iteration.closed' ? { carry: toPublicRecord(event.carry) } : {}),
    fires: firesAt(tape, event),
  });
}

/** The machine of the moment with the graph that it belongs to, where this build can fold the tape. */
function knownAt(tape: OpenTape, seq: number): readonly [CheckedGraph, Machine] | undefined {
  const machine = tape.machines?.at(seq);
  return tape.graph && machine ? [tape.graph, machine] : undefined;
}

function slotReport(held: HeldSlot): MomentReport['slots'][number] {
  const { scope, slot, value, writer, persist, seq, at } = held;
  const beside = persist === undefined ? {} : { persist };
  return { scope, slot, value: toPublic(value), writer, ...beside, writtenSeq: seq, writtenAt: at };
}

function pathsByLog(tape: OpenTape, seq: number): string[] {
  tape.follow(tape.reader.head());
  return openScopes(tape, seq).map((open) => open.path);
}

function slotsByLog(tape: OpenTape, seq: number): MomentReport['slots'] {
  const head = tape.reader.head();
  tape.follow(head);
  return slotRows(tape, seq, head, undefined).flatMap((row) => {
    const event = row.writtenSeq === null ? undefined : tape.reader.event(row.writtenSeq);
    if (event?.kind !== 'slot.written') return [];
    const written = writtenValue(tape, row.slot, event);
    if (!written) return [];
    const { writer, persist, seq: writtenSeq, at: writtenAt } = event;
    const beside = persist === undefined ? {} : { persist };
    const { scope, slot } = row;
    return [{ scope, slot, value: toPublic(written.value), writer, ...beside, writtenSeq, writtenAt }];
  });
}

/** Fires of the iteration that the moment lies in, up to the moment, in the order of their starts. */
function firesAt(tape: OpenTape, { at, seq }: TapeEvent): MomentReport['fires'] {
  const opened = at === '' ? 0 : (tape.reader.iterationSeq(at, 'opened') ?? 0);
  const made = new Map<number, MomentReport['fires'][number]>();
  const kinds = ['fire.started', 'fire.finished', 'fire.failed'] as const;
  for (const event of tape.reader.eventsOfKind(kinds, { from: opened, to: seq })) {
    if (event.at !== at) continue;
    if (event.kind === 'fire.started') {
      made.set(event.fire, { node: event.node, fire: event.fire, inputs: toPublicRecord(event.inputs) });
      continue;
    }
    const fire = made.get(event.fire);
    if (!fire) continue;
    if (event.kind === 'fire.finished') fire.outputs = toPublicRecord(event.outputs);
    else fire.error = event.error;
  }
  return [...made.values()];
}
