// Which writers lost when an input was read: the decision stands right before the fire that read it (interfaces §3, Order).
import type { WhyHop } from '../../shared/contract/why.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import type { OpenTape } from './openTape.ts';

/** Undefined where no other writer held a value. */
export function contestOf(tape: OpenTape, started: EventOf<'fire.started'>, port: string): WhyHop['contest'] {
  const subject = `${started.node}.${port}`;
  for (const event of tape.reader.events({ to: started.seq - 1, reverse: true })) {
    if (event.kind !== 'decision.made' || event.question !== 'input') return undefined;
    if (event.subject !== subject) continue;
    const won = event.candidates.find((candidate) => candidate.matched);
    const lost = event.candidates.filter((candidate) => !candidate.matched && candidate.value !== undefined);
    if (!won || lost.length === 0) return undefined;
    return {
      seq: event.seq,
      chosen: won.id,
      rule: won.why,
      lost: lost.map(({ id, why, value, seq }) => ({
        id,
        why,
        value: value === undefined ? null : toPublic(value),
        ...(seq === undefined ? {} : { seq }),
      })),
    };
  }
  return undefined;
}
