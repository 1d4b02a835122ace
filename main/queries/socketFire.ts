// What followed of a socket's output: what it assigned, the cursor that it moved, and the decisions on where to go. These events
// stand together right after the fire's end (interfaces §3, Order).
import type { FireChange } from '../../shared/contract/moment.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { namedValue } from './chip.ts';
import type { OpenTape } from './openTape.ts';

export interface Completion {
  readonly changes: readonly FireChange[];
  readonly decisions: readonly EventOf<'decision.made'>[];
}

export function completionOf(tape: OpenTape, end: EventOf<'fire.finished'>): Completion {
  const changes: FireChange[] = [];
  const decisions: EventOf<'decision.made'>[] = [];
  for (const event of tape.reader.events({ from: end.seq + 1 })) {
    if (event.kind === 'slot.written' && event.from === end.seq) {
      const wrote = namedValue(event.slot, event.value, { seq: event.seq, field: ['value'] });
      changes.push({ kind: 'write', slot: event.slot, wrote, seq: event.seq });
    } else if (event.kind === 'decision.made' && event.subject === end.node) {
      decisions.push(event);
      // The route is the last of it; the next decision about this socket may be of an empty loop.
      if (event.question !== 'advance') break;
    } else if (event.kind !== 'slot.cleared') break;
  }
  return { changes, decisions };
}

/** The end of the fire whose output a decision was about; undefined where no member ran, as on entry of an empty loop. */
export function fireDecidedOn(tape: OpenTape, event: EventOf<'decision.made'>): EventOf<'fire.finished'> | undefined {
  if (event.question !== 'advance' && event.question !== 'edge' && event.question !== 'exit') return undefined;
  for (const past of tape.reader.fireEvents(event.subject, { to: event.seq, reverse: true }))
    return past.kind === 'fire.finished' ? past : undefined;
  return undefined;
}
