// A whole value, from the field of an event where it stands.
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { ValuePlace } from '../../shared/contract/value.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { isRecord, snapshot, type Value } from '../../shared/model/value.ts';
import { chipOf } from './chip.ts';
import { noSuchMoment } from './noSuchMoment.ts';
import type { OpenTape } from './openTape.ts';
import { slotValueAt } from './stateValue.ts';

/** Failures: `no-such-moment`; `no-such-value` where the event has no such field. */
export function valueAt(
  tape: OpenTape,
  { place }: { readonly place: ValuePlace },
): Result<AnswerOf<'value.get'>, Failure> {
  const event = tape.reader.event(place.seq);
  if (!event) return noSuchMoment(`#${place.seq}`, tape.reader.head());
  if (place.slot !== undefined) return valueOfSlot(tape, place.seq, place.slot);
  let found: unknown = event;
  for (const key of place.field) found = inside(found, key);
  if (found === undefined || found === event) {
    const field = place.field.join('.') || 'nothing';
    return failed(failure('no-such-value', `The event #${place.seq} (${event.kind}) holds no value at ${field}.`));
  }
  const value = snapshot(found);
  return succeeded({ value: toPublic(value), chip: chipOf(value) });
}

function valueOfSlot(tape: OpenTape, seq: number, slot: string): Result<AnswerOf<'value.get'>, Failure> {
  const value = slotValueAt(tape, slot, seq);
  if (value === undefined)
    return failed(failure('no-such-value', `The slot ${slot} holds nothing after the event #${seq}.`));
  return succeeded({ value: toPublic(value), chip: chipOf(value) });
}

function inside(container: unknown, key: string): unknown {
  if (Array.isArray(container)) return /^\d+$/.test(key) ? (container as Value[])[Number(key)] : undefined;
  return isRecord(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}
