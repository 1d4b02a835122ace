// One fire: what it read and where each of that came from, what it gave, what it did to state containers, what it logged, and
// the decisions that chose its inputs; of a socket what its output was assigned to, and where it led.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { FireChange, FireDetail } from '../../shared/contract/moment.ts';
import type { EngineEvent, EventOf, TapeEvent } from '../../shared/model/event.ts';
import { modelUsageOf } from '../../shared/model/modelUsage.ts';
import type { Value } from '../../shared/model/value.ts';
import { splitSubject } from './address.ts';
import { namedValue } from './chip.ts';
import { decisionCard } from './decisionCard.ts';
import { fireDecidedBy, namedValues } from './momentView.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';
import { originText } from './origin.ts';
import { lastAtOrBefore } from './scopeSpans.ts';
import { completionOf, fireDecidedOn } from './socketFire.ts';

type FireEnd = EventOf<'fire.finished' | 'fire.failed'>;

/** Of a fire that was out when the tape stopped, where it went on later. */
const LOST = { code: 'interrupted', message: 'The recording stopped while it ran. It was started again.' };

/** Failures: `no-such-moment`; `no-fire` where the event belongs to no fire. */
export function fireDetail(tape: OpenTape, { seq }: { readonly seq: number }): Result<FireDetail, Failure> {
  const head = tape.reader.head();
  const event = tape.reader.event(seq);
  if (!event) return noSuchMoment(`#${seq}`, head);
  const start = startOf(tape, event);
  if (!start) return failed(failure('no-fire', `The event #${seq} (${event.kind}) belongs to no fire.`));
  tape.follow(head);
  const end = endOf(tape, start);
  const ports = Object.keys(start.inputs);
  const nth = lastAtOrBefore(tape.fires.of(start.node).startedSeq, start.seq);
  const lostSeq = end ? -1 : (tape.fires.of(start.node).endedSeq[nth] ?? -1);
  const usage = end?.kind === 'fire.finished' ? modelUsageOf(end.usage) : undefined;
  const completion =
    tape.started?.dialect === 'socket' && end?.kind === 'fire.finished' ? completionOf(tape, end) : undefined;
  return succeeded({
    fire: start.fire,
    node: start.node,
    nth,
    at: start.at,
    startedSeq: start.seq,
    endedSeq: end?.seq ?? (lostSeq < 0 ? null : lostSeq),
    state:
      end === undefined ? (lostSeq < 0 ? 'running' : 'failed') : end.kind === 'fire.failed' ? 'failed' : 'finished',
    durationMs: end?.durationMs ?? null,
    inputs: ports.map((port) => {
      // A port may be called as JavaScript calls things of its own.
      const fromSeq = (Object.hasOwn(start.from, port) ? start.from[port] : undefined) ?? null;
      return {
        ...namedValue(port, start.inputs[port] as Value, { seq: start.seq, field: ['inputs', port] }),
        fromSeq,
        fromText: fromSeq === null ? 'not recorded' : originText(tape, fromSeq, start.at),
      };
    }),
    outputs: end?.kind === 'fire.finished' ? namedValues(end.outputs, end.seq, 'outputs') : [],
    states: statesOf(tape, start),
    changes: completion ? [...completion.changes] : end?.kind === 'fire.finished' ? changesOf(tape, end) : [],
    ...(end?.kind === 'fire.finished' && end.unassigned
      ? { unassigned: end.unassigned.map((one) => ({ ...one })) }
      : {}),
    ...(start.retry ? { retry: true } : {}),
    ...(end?.kind === 'fire.failed' ? { error: end.error } : lostSeq < 0 ? {} : { error: LOST }),
    ...(end?.raw === undefined ? {} : { raw: namedValue('raw', end.raw, { seq: end.seq, field: ['raw'] }) }),
    log: (end?.log ?? []).map(({ level, text }) => ({ level, text })),
    ...(usage === undefined ? {} : { usage }),
    decisions: (completion?.decisions ?? decisionsBefore(tape, start)).map((one) => decisionCard(tape, one)),
  });
}

/** The start of the fire that an event belongs to: its own, the one whose input it decided, or whose output it wrote or judged. */
function startOf(tape: OpenTape, event: EngineEvent): EventOf<'fire.started'> | undefined {
  switch (event.kind) {
    case 'fire.started':
      return event;
    case 'fire.finished':
    case 'fire.failed':
      for (const past of tape.reader.fireEvents(event.node, { to: event.seq, reverse: true }))
        if (past.kind === 'fire.started' && past.fire === event.fire) return past;
      return undefined;
    case 'slot.written': {
      const source = event.from === undefined ? undefined : tape.reader.event(event.from);
      return source?.kind === 'fire.finished' ? startOf(tape, source) : undefined;
    }
    case 'decision.made': {
      if (event.question !== 'input') {
        const end = fireDecidedOn(tape, event);
        return end && startOf(tape, end);
      }
      const { node } = splitSubject(event.subject, tape.graph);
      if (fireDecidedBy(tape, event, node) === undefined) return undefined;
      for (const next of tape.reader.fireEvents(node, { from: event.seq }))
        if (next.kind === 'fire.started') return next;
      return undefined;
    }
    default:
      return undefined;
  }
}

function endOf(tape: OpenTape, start: EventOf<'fire.started'>): FireEnd | undefined {
  for (const next of tape.reader.fireEvents(start.node, { from: start.seq + 1 }))
    if (next.kind !== 'fire.started' && next.fire === start.fire) return next;
  return undefined;
}

/** Each state as the event that wrote it left it, with who did: the node whose fire it was, or the signal that set it. */
function statesOf(tape: OpenTape, start: EventOf<'fire.started'>): FireDetail['states'] {
  return Object.entries(start.states ?? {}).flatMap(([slot, seq]) => {
    const written = tape.reader.event(seq);
    if (written?.kind !== 'slot.written') return [];
    const value = namedValue(slot, written.value, { seq, field: ['value'] });
    return [{ ...value, fromSeq: seq, fromText: stateOrigin(tape, written, start.at) }];
  });
}

/** A state outlives activations, so only the whole path says when it was written. */
function stateOrigin(tape: OpenTape, { from, seq }: EventOf<'slot.written'>, at: string): string {
  const source = from === undefined ? undefined : tape.reader.event(from);
  if (source?.kind !== 'fire.finished' || source.at === at || source.at === '')
    return originText(tape, from ?? seq, at);
  return `${source.node}, in ${source.at}`;
}

/** The changes of a fire with the events that came of them, which follow its end in the same order (interfaces §3, Order). */
function changesOf(tape: OpenTape, end: EventOf<'fire.finished'>): FireChange[] {
  const { changes = [] } = end;
  const caused = causedBy(tape, end);
  return changes.map((change, i) => {
    const event = caused[i];
    if (!('write' in change)) return { kind: 'signal', signal: change.signal, seq: event?.seq ?? null };
    const wrote = namedValue(change.write, change.value, {
      seq: end.seq,
      field: ['changes', String(i), 'value'],
    });
    if (event?.kind !== 'slot.written') return { kind: 'write', slot: change.write, wrote, seq: null };
    const became = namedValue(change.write, event.value, { seq: event.seq, field: ['value'] });
    return {
      kind: 'write',
      slot: change.write,
      wrote,
      ...(became.chip.identity === wrote.chip.identity ? {} : { became }),
      seq: event.seq,
    };
  });
}

/** Of each change the write or signal that it caused, as far as the tape has them. */
function causedBy(tape: OpenTape, end: EventOf<'fire.finished'>): TapeEvent[] {
  const { changes = [] } = end;
  const found: TapeEvent[] = [];
  if (changes.length === 0) return found;
  for (const event of tape.reader.events({ from: end.seq + 1 })) {
    const change = changes[found.length];
    // A fire's consequences stand together: with the next fire or boundary there can be no more of them.
    if (!change || !CONSEQUENCES.has(event.kind)) break;
    const isIt =
      'write' in change
        ? event.kind === 'slot.written' && event.slot === change.write && event.from === end.seq
        : event.kind === 'signal.emitted' && event.signal === change.signal;
    if (isIt) found.push(event);
  }
  return found;
}

const CONSEQUENCES: ReadonlySet<string> = new Set(['slot.written', 'slot.cleared', 'signal.emitted']);

function decisionsBefore(tape: OpenTape, start: EventOf<'fire.started'>): EventOf<'decision.made'>[] {
  const found: EventOf<'decision.made'>[] = [];
  for (const event of tape.reader.events({ to: start.seq - 1, reverse: true })) {
    if (event.kind !== 'decision.made' || event.question !== 'input') break;
    if (splitSubject(event.subject, tape.graph).node !== start.node) break;
    found.unshift(event);
  }
  return found;
}
