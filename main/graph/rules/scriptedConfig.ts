// The config of a scripted operator, a stand-in's included.
import { assertNever } from '../../../shared/base/assert.ts';
import { isRecord, typeName, type Value } from '../../../shared/model/value.ts';
import { names } from '../pivot/operatorPorts.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import { didYouMean, listed } from '../wording.ts';
import {
  type ConfigFault,
  configFindings,
  type Form,
  inputFaults,
  type OperatorUse,
  outputFaults,
  textsFault,
} from './operatorConfig.ts';
import type { Rule } from './rule.ts';

const ANSWERS = ['seq', 'map', 'expr', 'throw'];

export const scriptedConfig: Rule = {
  code: 'scripted-config',
  source: 'semantics §4',
  sentence: 'A scripted node has inputs, outputs, and exactly one of seq, map, expr and throw.',
  example: '`{"type": "scripted", "config": {"inputs": [], "outputs": ["x"]}}`',
  find: (draft) => configFindings(pivotUses(draft), 'scripted', faultsOf),
};

export const socketScriptedConfig: Rule<SocketDraft> = {
  code: 'scripted-config',
  source: 'semantics §4',
  sentence:
    'A scripted materia has exactly one of seq, map, expr and throw; an entry is a text, or an object that stands for its JSON text.',
  example: '`{"operator": "scripted", "seq": [1, 2]}`',
  find: (draft) => configFindings(socketUses(draft), 'scripted', faultsOf),
};

export const boundedScriptedConfig: Rule<readonly OperatorUse[]> = {
  code: 'scripted-config',
  source: 'semantics §4',
  sentence:
    'What is scripted has exactly one of seq, map, expr and throw; an entry of an attempt is its output as a text, or {output, exit?, signal?}.',
  example: '`{"attempt": {"seq": [{"exit": 1}]}}` as `--script`',
  find: (uses) => configFindings(uses, 'scripted', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { config, form } = use;
  const faults = [...inputFaults(use), ...outputFaults(use)];
  const given = ANSWERS.filter((key) => config[key] !== undefined);
  if (given.length !== 1) {
    const says =
      given.length === 0 ? 'is missing, and so are map, expr and throw' : `stands beside ${listed(given.slice(1))}`;
    faults.push({ key: given[0] ?? 'seq', says, hint: 'Give exactly one of seq, map, expr and throw.' });
  }
  if (config.seq !== undefined) faults.push(...seqFaults(config.seq, form));
  if (config.map !== undefined) faults.push(...mapFaults(config.map, use));
  if (config.expr !== undefined) faults.push(...exprFaults(config.expr, use));
  if (config.throw !== undefined && typeof config.throw !== 'string') {
    faults.push({
      key: 'throw',
      says: `must be a text, but is of type ${typeName(config.throw)}`,
      hint: 'Write the error message.',
    });
  }
  if (config.repeat !== undefined && config.repeat !== 'fail' && config.repeat !== 'last') {
    faults.push({ key: 'repeat', says: 'must be "last" or "fail"', hint: 'Without it the last entry of seq repeats.' });
  }
  return faults;
}

function seqFaults(seq: Value, form: Form): ConfigFault[] {
  const hint = LISTS[form];
  if (!Array.isArray(seq)) return [{ key: 'seq', says: `must be a list, but is of type ${typeName(seq)}`, hint }];
  if (seq.length === 0) return [{ key: 'seq', says: 'is empty, so there is nothing to answer with', hint }];
  return seq.flatMap((entry: Value, index) =>
    isEntry(entry, form)
      ? []
      : [{ key: `seq[${index}]`, says: `must be ${ENTRIES[form]}, but is of type ${typeName(entry)}`, hint }],
  );
}

const LISTS: Readonly<Record<Form, string>> = {
  ports: 'Write a list with the outputs of each fire, such as [{"x": 1}, {"x": 2}].',
  whole: 'Write a list with the output of each visit, such as ["done", {"satisfied": true}].',
  attempt: 'Write a list with what each attempt comes to, such as [{"output": "1 failed", "exit": 1}, "done"].',
};

const ENTRIES: Readonly<Record<Form, string>> = {
  ports: 'an object of outputs',
  whole: 'a text or an object',
  attempt: 'a text, or an object {output, exit?, signal?}',
};

function isEntry(entry: Value, form: Form): boolean {
  switch (form) {
    case 'ports':
      return isRecord(entry);
    case 'whole':
      return isRecord(entry) || typeof entry === 'string';
    case 'attempt':
      return typeof entry === 'string' || (isRecord(entry) && ATTEMPT_KEYS.some((key) => Object.hasOwn(entry, key)));
    default:
      return assertNever(form);
  }
}

/** An entry may also say that the attempt fails, or stand for an input whole. */
const ATTEMPT_KEYS = ['output', '$throw', '$halt', '$echo'];

const MAPS: Readonly<Record<Form, string>> = {
  ports: 'Write outputs by the value of one input, such as {"obs": {"o0": {"action": "LEFT"}}}.',
  whole: 'Write outputs by the item, such as {"item": {"a": "done", "b": {"satisfied": true}}}.',
  attempt: 'Write outputs by the attempt, such as {"attempt": {"1": {"output": "1 failed", "exit": 1}, "2": "done"}}.',
};

function mapFaults(map: Value, { form, config, given }: OperatorUse): ConfigFault[] {
  const hint = MAPS[form];
  const keys = isRecord(map) ? Object.keys(map) : [];
  if (!isRecord(map) || keys.length !== 1)
    return [{ key: 'map', says: 'must be an object with one input as its only key', hint }];
  const input = keys[0] as string;
  const byValue = map[input];
  const inputs = config.inputs === undefined && given ? given : names(config.inputs);
  if (!inputs.includes(input)) {
    const near = didYouMean(input, inputs).trim();
    return [{ key: 'map', says: `names "${input}", but the inputs are ${listed(inputs)}`, hint: near || hint }];
  }
  if (!isRecord(byValue)) return [{ key: 'map', says: `must hold an object for "${input}"`, hint }];
  return Object.entries(byValue).flatMap(([value, outputs]) =>
    isEntry(outputs, form) ? [] : [{ key: 'map', says: `must hold ${ENTRIES[form]} for the value "${value}"`, hint }],
  );
}

function exprFaults(expr: Value, { form, config }: OperatorUse): ConfigFault[] {
  const faults = textsFault(expr, 'expr', 'JSONata by output');
  if (form !== 'ports' && config.outputs === undefined) return faults;
  const outputs = names(config.outputs);
  const strange = isRecord(expr) ? Object.keys(expr).filter((name) => !outputs.includes(name)) : [];
  if (strange.length > 0) {
    faults.push({
      key: 'expr',
      says: `computes ${listed(strange)}, but the outputs are ${listed(outputs)}`,
      hint: 'Declare the output, or remove the expression.',
    });
  }
  return faults;
}
