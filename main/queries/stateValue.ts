// What a slot of a socket graph holds at a moment, and where that stands on the tape. A state may have been written as a part of another
// one, or in parts of its own; then no single event holds it as it is.
import type { ValuePlace } from '../../shared/contract/value.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { valueAtPath, withoutValueAtPath, withValueAtPath } from '../../shared/model/statePath.ts';
import type { Value } from '../../shared/model/value.ts';
import { slotValue } from '../engine/machineView.ts';
import type { OpenTape } from './openTape.ts';
import { startsWith, statePathOf } from './valueRuns.ts';

type SlotEvent = EventOf<'slot.written' | 'slot.cleared'>;

/** The value of a socket graph's slot, by its address, when the event `seq` had happened; undefined where it holds nothing. */
export function slotValueAt(tape: OpenTape, slot: string, seq: number): Value | undefined {
  const machine = tape.machines?.at(seq);
  return machine ? slotValue(machine, slot) : valueByLog(tape, slot, seq);
}

/** The value that the last write gave to the slot, and where it stands. */
export function writtenValue(
  tape: OpenTape,
  slot: string,
  event: EventOf<'slot.written'>,
): { readonly value: Value; readonly place: ValuePlace } | undefined {
  if (event.slot === slot) return { value: event.value, place: { seq: event.seq, field: ['value'] } };
  const [own, other] = [statePathOf({ scope: '', slot }), statePathOf(event)];
  if (own && other && startsWith(own, other)) {
    const rest = own.slice(other.length);
    const value = valueAtPath(event.value, rest);
    return value === undefined ? undefined : { value, place: { seq: event.seq, field: ['value', ...rest] } };
  }
  const value = slotValueAt(tape, slot, event.seq);
  return value === undefined ? undefined : { value, place: { seq: event.seq, field: [], slot } };
}

/** Where no machine can be folded: from every write to the state, to what holds it, and to parts of it. */
function valueByLog(tape: OpenTape, slot: string, seq: number): Value | undefined {
  const own = statePathOf({ scope: '', slot });
  if (!own) {
    for (const last of tape.reader.slotEvents('', slot, { to: seq, limit: 1, reverse: true }))
      return last.kind === 'slot.written' ? last.value : undefined;
    return undefined;
  }
  const related = tape.reader.slots().filter((one) => {
    const path = statePathOf(one);
    return path !== undefined && (startsWith(path, own) || startsWith(own, path));
  });
  const events = related.flatMap((one) => [...tape.reader.slotEvents('', one.slot, { to: seq })]) as SlotEvent[];
  let root: Value = {};
  for (const event of events.sort((a, b) => a.seq - b.seq)) {
    const path = statePathOf(event) ?? [];
    root = event.kind === 'slot.written' ? withValueAtPath(root, path, event.value) : withoutValueAtPath(root, path);
  }
  return valueAtPath(root, own);
}
