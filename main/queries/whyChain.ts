// The walk from where a value stands back to its origin: slot ← output ← input ← slot …, by the events that the log itself names as
// sources. What must hold: every hop's event is earlier than the one before it, so the walk ends.
import type { WhyHop } from '../../shared/contract/why.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { valueAtPath } from '../../shared/model/statePath.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { OpenTape } from './openTape.ts';
import { originText } from './origin.ts';
import { contestOf } from './whyContest.ts';
import { carrySource, portBehind, startOf } from './whySource.ts';

/** Where a value stands: an event, what in the event it is, and the part of it that is asked about. */
export interface Stand {
  readonly event: EngineEvent;
  /** Of a fire's input or output, of what an iterOut collected, of a final side. */
  readonly port?: string;
  readonly part: readonly string[];
  /** The part itself; undefined where nothing stands there. */
  readonly value: Value | undefined;
}

/** A hop with what folding needs: the value itself, and whether the fire gave out what it was given. */
export interface Walked {
  readonly hop: WhyHop;
  readonly value: Value | undefined;
  readonly isCopy: boolean;
}

/** A chain of carries is as long as its loop; what is cut says where to go on. */
const HOPS_MOST = 300;

export function walkBack(
  tape: OpenTape,
  from: Stand,
): { readonly hops: readonly Walked[]; readonly cutAt: number | undefined } {
  const hops: Walked[] = [];
  let stand: Stand | undefined = from;
  while (stand && hops.length < HOPS_MOST) {
    const next = behind(tape, stand);
    hops.push(walked(tape, stand, next));
    stand = next;
  }
  return { hops, cutAt: stand?.event.seq };
}

/** A stand in `event`, the part narrowed where the event has it. */
export function standIn(event: EngineEvent, port: string | undefined, part: readonly string[]): Stand {
  const whole = wholeOf(event, port);
  const value = whole === undefined ? undefined : valueAtPath(whole, part);
  return { event, ...(port === undefined ? {} : { port }), part, value };
}

function wholeOf(event: EngineEvent, port: string | undefined): Value | undefined {
  if (event.kind === 'slot.written') return event.value;
  if (event.kind === 'run.started' && port !== undefined) return own(event.inputs, port);
  if (port === undefined) return undefined;
  if (event.kind === 'fire.started') return own(event.inputs, port);
  if (event.kind === 'fire.finished') return own(event.outputs, port);
  if (event.kind === 'iteration.closed') return port === 'stop' ? event.stop : own(event.carry, port);
  if (event.kind === 'scope.exited') return event.finals && own(event.finals, port);
  return undefined;
}

function own(values: Readonly<Record<string, Value>>, port: string): Value | undefined {
  return Object.hasOwn(values, port) ? values[port] : undefined;
}

/** One step back; undefined at the origin. */
function behind(tape: OpenTape, stand: Stand): Stand | undefined {
  const { event, part } = stand;
  switch (event.kind) {
    case 'slot.written':
      return sourceAt(tape, event.from, event, stand);
    case 'fire.started':
      return stand.port === undefined ? undefined : sourceAt(tape, event.from[stand.port], event, stand);
    case 'fire.finished':
      return inputBehind(tape, event, stand);
    case 'iteration.closed':
    case 'scope.exited': {
      const source = carrySource(tape, event, stand.port ?? '');
      return source && standIn(source.event, source.port, part);
    }
    default:
      return undefined;
  }
}

function sourceAt(tape: OpenTape, seq: number | undefined, to: EngineEvent, stand: Stand): Stand | undefined {
  const source = seq === undefined || seq >= to.seq ? undefined : tape.reader.event(seq);
  if (!source) return undefined;
  const whole = wholeOf(to, stand.port);
  const found = standIn(source, portBehind(tape, source, to, stand.port, whole), stand.part);
  // What a state container or an assignment made of it is another value, of which the part need not be one.
  return found.value === undefined && stand.part.length > 0 ? standIn(source, found.port, []) : found;
}

/**
 * Of several inputs the chain follows one: that which was handed on as it was, else one whose writer had to be chosen, else the one
 * written last; the others stand beside it.
 */
function inputBehind(tape: OpenTape, event: EventOf<'fire.finished'>, stand: Stand): Stand | undefined {
  const started = startOf(tape, event);
  if (!started) return undefined;
  const ports = Object.keys(started.inputs);
  const whole = wholeOf(event, stand.port);
  const copied = ports.find((port) => whole !== undefined && valuesEqual(started.inputs[port], whole));
  if (copied !== undefined) return standIn(started, copied, stand.part);
  const kept = ports.find((port) => {
    const value = stand.part.length === 0 ? undefined : standIn(started, port, stand.part).value;
    return value !== undefined && valuesEqual(value, stand.value);
  });
  if (kept !== undefined) return standIn(started, kept, stand.part);
  const contested = ports.find((port) => contestOf(tape, started, port) !== undefined);
  const latest = [...ports].sort((a, b) => (started.from[b] ?? -1) - (started.from[a] ?? -1))[0];
  const followed = contested ?? latest;
  return followed === undefined ? undefined : standIn(started, followed, []);
}

function walked(tape: OpenTape, stand: Stand, next: Stand | undefined): Walked {
  const { event, port, value } = stand;
  const contest = event.kind === 'fire.started' && port !== undefined ? contestOf(tape, event, port) : undefined;
  const beside = event.kind === 'fire.started' ? Object.keys(event.inputs).filter((one) => one !== port) : [];
  const from = event.kind === 'fire.started' ? event.from : {};
  const hop: WhyHop = {
    seq: event.seq,
    at: event.at,
    kind: next ? kindOf(event) : event.kind === 'slot.cleared' ? 'clear' : 'origin',
    what: whatOf(tape, stand),
    ...(value === undefined ? {} : { value: toPublic(value) }),
    ...(contest === undefined ? {} : { contest }),
    ...(beside.length === 0
      ? {}
      : { beside: beside.map((one) => ({ port: one, ...(from[one] === undefined ? {} : { seq: from[one] }) })) }),
  };
  const isCopy = event.kind === 'fire.finished' && next !== undefined && valuesEqual(next.value, value);
  return { hop, value, isCopy };
}

function kindOf(event: EngineEvent): WhyHop['kind'] {
  if (event.kind === 'slot.written') return 'slot';
  if (event.kind === 'fire.started') return 'input';
  if (event.kind === 'fire.finished') return 'output';
  return event.kind === 'iteration.closed' ? 'carry' : 'final';
}

function whatOf(tape: OpenTape, { event, port }: Stand): string {
  switch (event.kind) {
    case 'fire.started':
      return `read by ${event.node} as ${port}`;
    case 'fire.finished':
      return `given by ${event.node} as ${port ?? 'its output'}`;
    case 'iteration.closed':
      return `collected at the boundary of ${event.at} as ${port}`;
    case 'slot.cleared':
      return `${event.slot} was emptied: ${event.why}${event.by === undefined ? '' : ` of ${event.by || 'the graph'}`}`;
    case 'slot.written': {
      const persist = event.persist === true && event.writer !== 'iterout' ? ', and persists' : '';
      return `${originText(tape, event.seq, event.at)}${persist}`;
    }
    default:
      return originText(tape, event.seq, event.at);
  }
}
