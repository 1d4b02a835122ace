// The config of an ask operator.
import { typeName, type Value } from '../../../shared/model/value.ts';
import { names } from '../pivot/operatorPorts.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import { didYouMean, listed } from '../wording.ts';
import { type ConfigFault, configFindings, inputFaults, type OperatorUse, outputFaults } from './operatorConfig.ts';
import type { Rule } from './rule.ts';

const REST = 'question is the text that a person is asked, where it is there; any other setting is told as a note.';
/** Those that a node alone needs are not told of anywhere: they do no harm. */
const SETTINGS = ['question', 'inputs', 'required', 'outputs'];

export const askConfig: Rule = {
  code: 'ask-config',
  source: 'semantics §4',
  sentence: `An ask node gives its output answer, and may have inputs; ${REST}`,
  example: '`{"type": "ask", "config": {"question": ["Which branch?"], "outputs": ["branch"]}}`',
  find: (draft) => configFindings(pivotUses(draft), 'ask', faultsOf),
};

export const socketAskConfig: Rule<SocketDraft> = {
  code: 'ask-config',
  source: 'semantics §4',
  sentence: `Of an ask materia, ${REST}`,
  example: '`{"operator": "ask", "question": 7}`',
  find: (draft) => configFindings(socketUses(draft), 'ask', faultsOf),
};

export const boundedAskConfig: Rule<readonly OperatorUse[]> = {
  code: 'ask-config',
  source: 'semantics §4',
  sentence: `Of a person who tries or judges, ${REST}`,
  example: '`"judge": {"operator": "ask", "question": 7}`',
  find: (uses) => configFindings(uses, 'ask', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { form, config } = use;
  const faults = [...questionFaults(config.question)];
  if (config.inputs !== undefined || config.required !== undefined)
    faults.push(...inputFaults({ ...use, form: 'whole' }));
  if (config.outputs !== undefined) {
    faults.push(...outputFaults(use));
    // Of a node that declares others the answer is refused when it comes.
    if (form === 'ports' && Array.isArray(config.outputs) && !config.outputs.includes('answer')) {
      faults.push({
        key: 'outputs',
        says: `must hold "answer", which is what a person's answer comes out of, but holds ${listed(names(config.outputs))}`,
        hint: 'Write ["answer"], or remove it; and wire from answer.',
      });
    }
  }
  return [...faults, ...strangeSettings(Object.keys(config))];
}

function questionFaults(question: Value | undefined): ConfigFault[] {
  const hint = 'Write what the person is asked, such as "Which branch?"; or remove it.';
  if (question === undefined) return [];
  if (typeof question !== 'string')
    return [{ key: 'question', says: `must be a text, but is of type ${typeName(question)}`, hint }];
  return question.trim() === '' ? [{ key: 'question', says: 'holds no question', hint }] : [];
}

/** Unknown keys are kept and ignored (semantics §1, File), so this refuses nothing. */
function strangeSettings(settings: readonly string[]): ConfigFault[] {
  return settings
    .filter((key) => !SETTINGS.includes(key))
    .map((key) => ({
      key,
      says: 'is no setting of ask, and is ignored',
      hint: didYouMean(key, SETTINGS).trim() || 'A person is asked the question, and has the time that they need.',
      isNote: true,
    }));
}
