// The config of a scripted operator, a stand-in's included.
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
  const hint =
    form === 'ports'
      ? 'Write a list with the outputs of each fire, such as [{"x": 1}, {"x": 2}].'
      : 'Write a list with the output of each visit, such as ["done", {"satisfied": true}].';
  if (!Array.isArray(seq)) return [{ key: 'seq', says: `must be a list, but is of type ${typeName(seq)}`, hint }];
  if (seq.length === 0) return [{ key: 'seq', says: 'is empty, so there is nothing to answer with', hint }];
  return seq.flatMap((entry: Value, index) =>
    isEntry(entry, form)
      ? []
      : [{ key: `seq[${index}]`, says: `must be ${ENTRIES[form]}, but is of type ${typeName(entry)}`, hint }],
  );
}

const ENTRIES = { ports: 'an object of outputs', whole: 'a text or an object' } as const;

function isEntry(entry: Value, form: Form): boolean {
  return isRecord(entry) || (form === 'whole' && typeof entry === 'string');
}

function mapFaults(map: Value, { form, config, given }: OperatorUse): ConfigFault[] {
  const hint =
    form === 'ports'
      ? 'Write outputs by the value of one input, such as {"obs": {"o0": {"action": "LEFT"}}}.'
      : 'Write outputs by the item, such as {"item": {"a": "done", "b": {"satisfied": true}}}.';
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
  if (form === 'whole' && config.outputs === undefined) return faults;
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
