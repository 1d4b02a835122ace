// The config of a model operator.
import { baseUrlFault, KEY_SETTINGS, KEY_VARIABLE } from '../../../shared/model/modelEndpoint.ts';
import { onlyPlaceholder, promptPlaceholders } from '../../../shared/model/promptTemplate.ts';
import { isRecord, typeName, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { names } from '../pivot/operatorPorts.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import { didYouMean, listed } from '../wording.ts';
import {
  type ConfigFault,
  configFindings,
  inputFaults,
  type OperatorUse,
  outputFaults,
  outputLimitFault,
  timeoutFault,
} from './operatorConfig.ts';
import type { Rule } from './rule.ts';

const REST =
  'prompt, system, messages, model, baseUrl, json, temperature, maxTokens, extra, price, retries, timeoutMs and outputLimit are what it can have; a key never stands in a graph.';
const MOST_RETRIES = 10;

export const modelConfig: Rule = {
  code: 'model-config',
  source: 'semantics §4',
  sentence: `A model node has inputs and outputs; ${REST}`,
  example: '`{"type": "model", "config": {"prompt": "{obs}", "inputs": ["obs"], "outputs": ["text"], "apiKey": "…"}}`',
  find: (draft) => configFindings(pivotUses(draft), 'model', faultsOf),
};

export const socketModelConfig: Rule<SocketDraft> = {
  code: 'model-config',
  source: 'semantics §4',
  sentence: `Of a model materia, ${REST}`,
  example: '`{"operator": "model", "prompt": 7}`',
  find: (draft) => configFindings(socketUses(draft), 'model', faultsOf),
};

export const boundedModelConfig: Rule<readonly OperatorUse[]> = {
  code: 'model-config',
  source: 'semantics §4',
  sentence: `Of a model that tries or judges, ${REST}`,
  example: '`"judge": {"operator": "model", "temperature": "cold"}`',
  find: (uses) => configFindings(uses, 'model', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { config } = use;
  const faults = [...inputFaults(use), ...outputFaults(use)];
  for (const key of ['model', 'baseUrl', 'system', 'prompt']) faults.push(...textFault(config[key], key));
  for (const key of ['system', 'prompt']) faults.push(...placeholderFaults(config[key], key, use));
  faults.push(...messagesFaults(config.messages, use));
  if (typeof config.baseUrl === 'string') {
    const says = baseUrlFault(config.baseUrl);
    const hint =
      'Write it as the endpoint gives it, such as "http://127.0.0.1:11434/v1"; or leave it to OPENAI_BASE_URL.';
    if (says !== undefined) faults.push({ key: 'baseUrl', says, hint });
  }
  faults.push(...keyFaults(config, ''));
  if (isRecord(config.extra)) faults.push(...keyFaults(config.extra, 'extra.'));
  if (config.json !== undefined && typeof config.json !== 'boolean') {
    faults.push({ key: 'json', says: 'must be true or false', hint: 'Write true to ask for a JSON object.' });
  }
  faults.push(
    ...numberFault(config.temperature, 'temperature', 0, 10),
    ...wholeFault(config.maxTokens, 'maxTokens', 1, 1e9),
  );
  faults.push(...wholeFault(config.retries, 'retries', 0, MOST_RETRIES));
  faults.push(...timeoutFault(config.timeoutMs), ...outputLimitFault(config.outputLimit));
  if (config.extra !== undefined && !isRecord(config.extra)) {
    const hint = 'Write an object of what else stands in the request, such as {"seed": 7}.';
    faults.push({ key: 'extra', says: `must be an object, but is of type ${typeName(config.extra)}`, hint });
  }
  return [...faults, ...priceFaults(config.price)];
}

function keyFaults(settings: ValueRecord, at: string): ConfigFault[] {
  const hint = `Remove it, and set the variable ${KEY_VARIABLE} where the loop runs; a graph and its tape are shared.`;
  return KEY_SETTINGS.filter((key) => settings[key] !== undefined).map((key) => ({
    key: `${at}${key}`,
    says: 'must not stand in a graph',
    hint,
  }));
}

function messagesFaults(messages: Value | undefined, use: OperatorUse): ConfigFault[] {
  const key = 'messages';
  const hint =
    'Write a list such as [{"role": "user", "content": "{obs}"}], or the input that holds one, such as "{history}".';
  if (messages === undefined) return [];
  if (typeof messages === 'string') {
    if (onlyPlaceholder(messages) !== undefined) return placeholderFaults(messages, key, use);
    return [{ key, says: 'must be a list of messages, or one input in braces', hint }];
  }
  if (!Array.isArray(messages)) {
    return [{ key, says: `must be a list of messages, but is of type ${typeName(messages)}`, hint }];
  }
  return (messages as readonly Value[]).flatMap((message, place): ConfigFault[] => {
    const at = `${key}[${place}]`;
    if (!isRecord(message) || typeof message.role !== 'string')
      return [{ key: at, says: 'must be a message, with a role', hint }];
    return placeholderFaults(message.content, `${at}.content`, use);
  });
}

function textFault(value: Value | undefined, key: string): ConfigFault[] {
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return [];
  const says = typeof value === 'string' ? 'is empty' : `must be a text, but is of type ${typeName(value)}`;
  return [{ key, says, hint: 'Write it out, or remove it.' }];
}

function placeholderFaults(text: Value | undefined, key: string, { form, config, given }: OperatorUse): ConfigFault[] {
  if (typeof text !== 'string') return [];
  const known = form === 'ports' || given === undefined ? names(config.inputs) : given;
  const strange = promptPlaceholders(text).filter((name) => !known.includes(name.split('.')[0] as string));
  const hint = 'Name an input; braces around anything but a name stay as they are.';
  return strange.map((name) => ({
    key,
    says: `holds {${name}}, but the inputs are ${listed(known)}`,
    hint: didYouMean(name, known).trim() || hint,
  }));
}

function numberFault(value: Value | undefined, key: string, least: number, most: number): ConfigFault[] {
  if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) return [];
  return [{ key, says: `must be a number from ${least} to ${most}`, hint: 'Mend or remove it.' }];
}

function wholeFault(value: Value | undefined, key: string, least: number, most: number): ConfigFault[] {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most))
    return [];
  return [
    { key, says: `must be a whole number from ${least} to ${most.toLocaleString('en')}`, hint: 'Mend or remove it.' },
  ];
}

function priceFaults(price: Value | undefined): ConfigFault[] {
  const hint = 'Write what a million tokens cost in dollars: {"inputPerMillion": 0.5, "outputPerMillion": 2}.';
  if (price === undefined) return [];
  if (!isRecord(price)) return [{ key: 'price', says: `must be an object, but is of type ${typeName(price)}`, hint }];
  const isNumber = (value: Value | undefined) => typeof value === 'number' && value >= 0;
  return isNumber(price.inputPerMillion) && isNumber(price.outputPerMillion)
    ? []
    : [{ key: 'price', says: 'must hold inputPerMillion and outputPerMillion, numbers of at least 0', hint }];
}
