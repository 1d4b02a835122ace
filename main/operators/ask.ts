// The operator `ask`: a person answers (semantics §3, Predicates and Guardrails). What was asked and what was answered stand on the
// tape like any fire's inputs and outputs. Where no one is there to ask, the fire says so, and the run waits.
import { NO_ONE_TO_ASK } from '../../shared/model/noOneToAsk.ts';
import type { Call, Operator, Question } from '../runner/ports.ts';
import { outputsOf } from './outputs.ts';
import { refusal } from './refusal.ts';

/** Answers with what the person wrote; undefined where there is no one to ask. */
export type Ask = (question: Question, abort: AbortSignal) => Promise<string | undefined>;

/**
 * Config: `question?`, asked where the inputs hold none. Errors: `no-one-to-ask`, on which a run ends as waiting and asks again
 * when it is continued.
 */
export function askOperator(ask: Ask | undefined): Operator {
  return {
    outward: true,
    async run(call) {
      const question = questionOf(call);
      const answer = await ask?.(question, call.abort);
      if (answer === undefined)
        return refusal(NO_ONE_TO_ASK, `No one is there to answer: ${question.text} Continue the run where someone is.`);
      // Of a pivot node it is the output `answer`.
      const made = call.form === 'ports' ? { answer } : answer;
      return outputsOf(call, made, { name: 'The answer', verb: 'holds', code: 'bad-output' });
    },
  };
}

function questionOf({ fire, node, inputs, config }: Call): Question {
  const { criterion, output } = inputs;
  const asked = [inputs.question, config.question].find((text) => typeof text === 'string' && text !== '');
  const judged = typeof criterion === 'string' ? `Does this satisfy "${criterion}"?` : 'What is the answer?';
  return {
    fire,
    node,
    text: typeof asked === 'string' ? asked : judged,
    ...(output === undefined ? {} : { about: typeof output === 'string' ? output : JSON.stringify(output) }),
  };
}
