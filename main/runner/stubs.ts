// Stubs of secrets, where a run or a replay meets them again: the real values are gone with the run that had them.
import { assertNever } from '../../shared/base/assert.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { redactedIn } from '../../shared/model/redactedText.ts';
import { Bytes, Redacted, Unrecorded } from '../../shared/model/value.ts';

/** The name of the first stub in data of any shape: values, or an event with all its fields. */
export function stubIn(data: unknown): string | undefined {
  if (typeof data === 'string') return redactedIn(data);
  if (typeof data !== 'object' || data === null || data instanceof Bytes || data instanceof Unrecorded)
    return undefined;
  if (data instanceof Redacted) return data.name;
  const record = data as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(record)) {
    const name = redactedIn(key) ?? stubIn(record[key]);
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * The name of a secret that the decision looked at, where the tape has a stub of it: it can't be made again, and is taken from the record.
 * `answer` is the end of the fire before it, which some are about without holding it.
 */
export function decidedOverStub(event: EventOf<'decision.made'>, answer?: EngineEvent): string | undefined {
  switch (event.question) {
    case 'predicate':
    case 'edge':
    case 'exit':
    case 'advance':
      return stubIn(event.operands) ?? stubIn(event.candidates) ?? stubIn(answer);
    case 'boundary':
      return stubIn(event.operands) ?? stubIn(event.candidates);
    case 'input':
    case 'empty-loop':
      // Who wrote last, and how long a list is: no value is looked at.
      return undefined;
    default:
      return assertNever(event.question);
  }
}

/** Whether an event tells of a secret: what follows from it can't be found again by whoever has the stub alone. */
export function holdsStub(event: EngineEvent): boolean {
  return stubIn(event) !== undefined;
}
