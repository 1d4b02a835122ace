// The config of a scripted node, a stand-in's included.
import { isRecord, typeName, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { names } from '../pivot/operatorPorts.ts';
import { listed } from '../wording.ts';
import { type ConfigFault, configFindings, inputFaults, namesFault, textsFault } from './operatorConfig.ts';
import type { Rule } from './rule.ts';

const ANSWERS = ['seq', 'map', 'expr', 'throw'];

export const scriptedConfig: Rule = {
  code: 'scripted-config',
  source: 'semantics §4',
  sentence: 'A scripted node has inputs, outputs, and exactly one of seq, map, expr and throw.',
  example: '`{"type": "scripted", "config": {"inputs": [], "outputs": ["x"]}}`',
  find: (draft) => configFindings(draft, 'scripted', faultsOf),
};

function faultsOf(config: ValueRecord): ConfigFault[] {
  const faults = [...inputFaults(config), ...namesFault(config.outputs, 'outputs')];
  const given = ANSWERS.filter((key) => config[key] !== undefined);
  if (given.length !== 1) {
    const says =
      given.length === 0 ? 'is missing, and so are map, expr and throw' : `stands beside ${listed(given.slice(1))}`;
    faults.push({ key: given[0] ?? 'seq', says, hint: 'Give exactly one of seq, map, expr and throw.' });
  }
  if (config.seq !== undefined) faults.push(...seqFaults(config.seq));
  if (config.map !== undefined) faults.push(...mapFaults(config.map, names(config.inputs)));
  if (config.expr !== undefined) faults.push(...exprFaults(config.expr, names(config.outputs)));
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

function seqFaults(seq: Value): ConfigFault[] {
  const hint = 'Write a list with the outputs of each fire, such as [{"x": 1}, {"x": 2}].';
  if (!Array.isArray(seq)) return [{ key: 'seq', says: `must be a list, but is of type ${typeName(seq)}`, hint }];
  if (seq.length === 0) return [{ key: 'seq', says: 'is empty, so there is nothing to answer with', hint }];
  return seq.flatMap((entry: Value, index) =>
    isRecord(entry)
      ? []
      : [{ key: `seq[${index}]`, says: `must be an object of outputs, but is of type ${typeName(entry)}`, hint }],
  );
}

function mapFaults(map: Value, inputs: readonly string[]): ConfigFault[] {
  const hint = 'Write outputs by the value of one input, such as {"obs": {"o0": {"action": "LEFT"}}}.';
  const keys = isRecord(map) ? Object.keys(map) : [];
  if (!isRecord(map) || keys.length !== 1)
    return [{ key: 'map', says: 'must be an object with one input as its only key', hint }];
  const input = keys[0] as string;
  const byValue = map[input];
  if (!inputs.includes(input))
    return [{ key: 'map', says: `names "${input}", but the inputs are ${listed(inputs)}`, hint }];
  if (!isRecord(byValue)) return [{ key: 'map', says: `must hold an object for "${input}"`, hint }];
  return Object.entries(byValue).flatMap(([value, outputs]) =>
    isRecord(outputs) ? [] : [{ key: 'map', says: `must hold an object of outputs for the value "${value}"`, hint }],
  );
}

function exprFaults(expr: Value, outputs: readonly string[]): ConfigFault[] {
  const faults = textsFault(expr, 'expr', 'JSONata by output');
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
