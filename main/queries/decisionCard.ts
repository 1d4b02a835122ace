// A decision as a card: a question in words, and every candidate with its value, where that was written, and why it won or lost.
import { assertNever } from '../../shared/base/assert.ts';
import type { CandidateRow, DecisionCard } from '../../shared/contract/moment.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Decision } from '../../shared/model/decision.ts';
import type { EventOf } from '../../shared/model/event.ts';
import { cursorSlot } from '../../shared/model/statePath.ts';
import type { Value } from '../../shared/model/value.ts';
import { chipOf } from './chip.ts';
import type { OpenTape } from './openTape.ts';
import { advanceTitle, cursorOf } from './socketSentence.ts';

export function decisionCard(tape: OpenTape, event: EventOf<'decision.made'>): DecisionCard {
  const cursor = event.question === 'advance' ? cursorOf(event.subject, tape.graph) : undefined;
  const nextSeq = nextOf(tape, event);
  return {
    seq: event.seq,
    at: event.at,
    question: event.question,
    subject: event.subject,
    scope: event.scope,
    title: titleOf(event, tape.graph),
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
    ...(cursor === undefined ? {} : { cursor: cursorSlot(cursor) }),
    ...(nextSeq === undefined ? {} : { nextSeq }),
  };
}

/** A target that never ran was not reached: its loop had no item, and another decision took its place. */
function nextOf(tape: OpenTape, { target, seq }: EventOf<'decision.made'>): number | undefined {
  if (target === undefined) return undefined;
  const fire = tape.fires.nextAfter(target, seq);
  const route = tape.decisions.nextRoute(seq);
  return fire !== undefined && fire < (route ?? Number.POSITIVE_INFINITY) ? fire : route;
}

/** The question that a decision answers, in words. */
function titleOf(decision: Decision, graph: CheckedGraph | undefined): string {
  switch (decision.question) {
    case 'input':
      return `Which writer reached ${decision.subject}`;
    case 'boundary':
      return `Does ${decision.scope} go round again?`;
    case 'advance':
      return advanceTitle(decision, graph);
    case 'edge':
      return `Which edge leaves ${decision.subject}`;
    case 'exit':
      return decision.scope === ''
        ? `Which exit leads on from ${decision.subject}`
        : `Which exit leaves ${decision.scope} after ${decision.subject}`;
    case 'empty-loop':
      return `Where does ${decision.scope} lead, empty when ${decision.subject} was about to run?`;
    case 'predicate':
      return `Is ${decision.subject} satisfied?`;
    default:
      return assertNever(decision.question);
  }
}
