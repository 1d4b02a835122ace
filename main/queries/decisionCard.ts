// A decision as a card: a question in words, and every candidate with its value, where that was written, and why it won or lost.
import { assertNever } from '../../shared/base/assert.ts';
import type { CandidateRow, DecisionCard } from '../../shared/contract/moment.ts';
import type { Decision } from '../../shared/model/decision.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { Value } from '../../shared/model/value.ts';
import { chipOf } from './chip.ts';
import type { OpenTape } from './openTape.ts';

export function decisionCard(tape: OpenTape, event: EventOf<'decision.made'>): DecisionCard {
  return {
    seq: event.seq,
    at: event.at,
    question: event.question,
    subject: event.subject,
    scope: event.scope,
    title: titleOf(event),
    operands: Object.keys(event.operands).map((name) => ({ name, chip: chipOf(event.operands[name] as Value) })),
    candidates: event.candidates.map((candidate): CandidateRow => {
      const writtenAt = candidate.seq === undefined ? undefined : tape.reader.event(candidate.seq)?.at;
      return {
        id: candidate.id,
        matched: candidate.matched,
        why: candidate.why,
        ...(candidate.value === undefined ? {} : { chip: chipOf(candidate.value) }),
        ...(candidate.seq === undefined ? {} : { seq: candidate.seq }),
        ...(writtenAt === undefined ? {} : { writtenAt }),
      };
    }),
    chosen: event.chosen,
    ...(event.target === undefined ? {} : { target: event.target }),
  };
}

/** The question that a decision answers, in words. */
function titleOf(decision: Decision): string {
  switch (decision.question) {
    case 'input':
      return `Which writer reached ${decision.subject}`;
    case 'boundary':
      return `Does ${decision.scope} go round again?`;
    case 'advance':
      return `Does ${decision.subject} advance its cursor?`;
    case 'edge':
      return `Which edge leaves ${decision.subject}`;
    case 'exit':
      return `Which exit leaves ${decision.subject}`;
    case 'empty-loop':
      return `Where does the empty ${decision.scope} lead`;
    case 'predicate':
      return `Is ${decision.subject} satisfied?`;
    default:
      return assertNever(decision.question);
  }
}
