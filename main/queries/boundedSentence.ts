// What happens in a bounded loop in words (seed 002): what an attempt came to, whether it satisfied, and what the loop keeps of it.
import type { Decision } from '../../shared/model/decision.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { isRecord } from '../../shared/model/value.ts';
import { chipOf, oneLine, shortText } from './chip.ts';

/** `attempt does not satisfy exit:0: it exited with 1, not with 0`. */
export function predicateSentence({ subject, candidates, chosen }: Decision): string {
  const [predicate] = candidates;
  if (!predicate) return `${subject} is not judged`;
  const verb = chosen === null ? 'does not satisfy' : 'satisfies';
  return `${subject} ${verb} ${oneLine(predicate.id)}: ${oneLine(predicate.why)}`;
}

/** `best so far: attempt 2, exit 1: 3 tests failed`; `loop.prompt refined: "…"`. */
export function loopSlotSentence({ slot, value }: EventOf<'slot.written'>): string {
  if (slot === 'loop.best' && isRecord(value) && typeof value.summary === 'string')
    return `best so far: attempt ${chipOf(value.attempt ?? null).text}, ${shortText(value.summary)}`;
  return `${slot} refined: ${chipOf(value).text}`;
}

/** `attempt 2 closed: exit 1: 3 tests failed`. */
export function attemptSentence({ iteration, carry }: EventOf<'iteration.closed'>): string {
  const { summary } = carry;
  return `attempt ${iteration + 1} closed: ${typeof summary === 'string' ? shortText(summary) : 'it came to nothing'}`;
}
