// What `show --at` prints with --json: the whole state at a moment, values whole (interfaces §4). Costs the distance from a
// keyframe, not the tape's length.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { MomentReport } from '../../shared/contract/report.ts';
import type { TapeEvent } from '../../shared/model/event.ts';
import { toPublic, toPublicRecord } from '../../shared/model/publicValue.ts';
import type { PivotMachine, Slot } from '../engine/pivot/machine.ts';
import { findMoment } from './findMoment.ts';
import { openScopes } from './momentView.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';
import { sentenceOf } from './sentence.ts';
import { slotRows } from './slotRows.ts';

/** Failure `no-such-moment`. */
export function momentReport(tape: OpenTape, request: { readonly moment: string }): Result<MomentReport, Failure> {
  const found = findMoment(tape, request);
  if (!found.ok) return found;
  const { seq } = found.value;
  const event = tape.reader.event(seq);
  if (!event) return noSuchMoment(request.moment, tape.reader.head());
  const machine = tape.machines?.at(seq);
  return succeeded({
    seq,
    at: event.at,
    kind: event.kind,
    sentence: sentenceOf(event),
    open: machine ? openPaths(tape, machine) : pathsByLog(tape, seq),
    slots: machine ? slotsOf(tape, machine) : slotsByLog(tape, seq),
    ...(event.kind === 'iteration.closed' ? { carry: toPublicRecord(event.carry) } : {}),
    fires: firesAt(tape, event),
  });
}

/** An iteration that the moment itself closes still counts as open: it is the iteration that the moment lies in. */
function openPaths(tape: OpenTape, machine: PivotMachine): string[] {
  return Object.keys(tape.graph?.scopes ?? {})
    .map((_, i) => machine.scopes[i + 1])
    .filter((state) => state?.phase === 'open' || state?.phase === 'closed')
    .map((state) => state?.path ?? '')
    .sort((a, b) => a.split('/').length - b.split('/').length);
}

function slotsOf(tape: OpenTape, machine: PivotMachine): MomentReport['slots'] {
  const held = Object.keys(tape.graph?.scopes ?? {}).flatMap((scope, i) =>
    Object.entries(machine.scopes[i + 1]?.slots ?? {}).map(([slot, value]) => slotReport(scope, slot, value)),
  );
  const latches = Object.entries(machine.latches).map(([node, value]) =>
    slotReport(tape.graph?.forest.node_to_scope[node] ?? '', `${node}.latch`, value),
  );
  const states = Object.entries(machine.scopes[0]?.slots ?? {}).map(([slot, value]) => slotReport('', slot, value));
  return [...held, ...latches, ...states];
}

function slotReport(
  scope: string,
  slot: string,
  { value, writer, persist, seq, at }: Slot,
): MomentReport['slots'][number] {
  return {
    scope,
    slot,
    value: toPublic(value),
    writer,
    // Only a pivot's slots have the choice.
    ...(writer === 'latch' || writer === 'container' ? {} : { persist }),
    writtenSeq: seq,
    writtenAt: at,
  };
}

function pathsByLog(tape: OpenTape, seq: number): string[] {
  tape.follow(tape.reader.head());
  return openScopes(tape, seq).map((open) => open.path);
}

function slotsByLog(tape: OpenTape, seq: number): MomentReport['slots'] {
  const head = tape.reader.head();
  tape.follow(head);
  return slotRows(tape, seq, head, undefined, undefined).flatMap((row) => {
    const event = row.writtenSeq === null ? undefined : tape.reader.event(row.writtenSeq);
    if (event?.kind !== 'slot.written') return [];
    const { scope, slot, value, writer, persist } = event;
    const beside = persist === undefined ? {} : { persist };
    return [{ scope, slot, value: toPublic(value), writer, ...beside, writtenSeq: event.seq, writtenAt: event.at }];
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
