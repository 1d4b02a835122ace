// The config of an http operator.
import { placeholders, targetFault } from '../../../shared/model/httpTarget.ts';
import { isRecord, typeName, type Value } from '../../../shared/model/value.ts';
import { names } from '../pivot/operatorPorts.ts';
import { pivotUses } from '../pivot/operatorUses.ts';
import type { SocketDraft } from '../socket/draft.ts';
import { socketUses } from '../socket/operatorUses.ts';
import { didYouMean, listed } from '../wording.ts';
import {
  type ConfigFault,
  configFindings,
  inputFaults,
  namesFault,
  type OperatorUse,
  outputFaults,
  outputLimitFault,
  timeoutFault,
} from './operatorConfig.ts';
import type { Rule } from './rule.ts';

const REST =
  'method, headers, body, hosts, timeoutMs, outputLimit and retries are what a request can have, where they are there.';
const MOST_RETRIES = 10;

export const httpConfig: Rule = {
  code: 'http-config',
  source: 'semantics §4',
  sentence: `An http node has a url that names its host, inputs and outputs; \`{input}\` may stand behind the host; ${REST}`,
  example: '`{"type": "http", "config": {"url": "https://{host}/tasks", "inputs": ["host"], "outputs": ["body"]}}`',
  find: (draft) => configFindings(pivotUses(draft), 'http', faultsOf),
};

export const socketHttpConfig: Rule<SocketDraft> = {
  code: 'http-config',
  source: 'semantics §4',
  sentence: `An http materia has a url that names its host; \`{item}\` may stand behind the host; ${REST}`,
  example: '`{"operator": "http", "url": "api.example.com/tasks"}`',
  find: (draft) => configFindings(socketUses(draft), 'http', faultsOf),
};

export const boundedHttpConfig: Rule<readonly OperatorUse[]> = {
  code: 'http-config',
  source: 'semantics §4',
  sentence: `A request has a url that names its host; \`{attempt}\` may stand behind the host; ${REST}`,
  example: '`"attempt": {"operator": "http", "url": "api.example.com/try"}`',
  find: (uses) => configFindings(uses, 'http', faultsOf),
};

function faultsOf(use: OperatorUse): ConfigFault[] {
  const { url, method, headers, hosts, timeoutMs, outputLimit, retries } = use.config;
  const faults = [...inputFaults(use), ...outputFaults(use), ...urlFaults(url, use), ...methodFaults(method, use)];
  faults.push(...headerFaults(headers));
  if (hosts !== undefined) {
    const hint = 'List the other hosts that an answer may lead to, such as ["files.example.com"]; or remove it.';
    faults.push(...namesFault(hosts, 'hosts').map((fault) => ({ ...fault, hint })));
  }
  faults.push(...timeoutFault(timeoutMs), ...outputLimitFault(outputLimit));
  if (
    retries !== undefined &&
    !(Number.isInteger(retries) && (retries as number) >= 0 && (retries as number) <= MOST_RETRIES)
  ) {
    faults.push({
      key: 'retries',
      says: `must be a whole number from 0 to ${MOST_RETRIES}`,
      hint: 'Mend or remove it.',
    });
  }
  return faults;
}

function urlFaults(url: Value | undefined, { form, config, given }: OperatorUse): ConfigFault[] {
  const hint = 'Write it out, such as "https://api.example.com/tasks/{id}", where id is an input.';
  if (url === undefined) return [{ key: 'url', says: 'is missing', hint }];
  if (typeof url !== 'string') return [{ key: 'url', says: `must be a text, but is of type ${typeName(url)}`, hint }];
  const fault = targetFault(url);
  if (fault !== undefined) return [{ key: 'url', says: fault, hint }];
  const known = form === 'ports' || given === undefined ? names(config.inputs) : given;
  const strange = placeholders(url).filter((name) => !known.includes(name.split('.')[0] as string));
  return strange.map((name) => ({
    key: 'url',
    says: `holds {${name}}, but the inputs are ${listed(known)}`,
    hint: didYouMean(name, known).trim() || hint,
  }));
}

function methodFaults(method: Value | undefined, { config }: OperatorUse): ConfigFault[] {
  const hint =
    'Write GET, POST, PUT, PATCH, DELETE or HEAD; without it a request with a body is a POST, and one without a GET.';
  if (method === undefined) return [];
  if (typeof method !== 'string' || !/^[a-z]+$/i.test(method) || /^(?:connect|trace|track)$/i.test(method)) {
    return [{ key: 'method', says: 'must be the method of a request', hint }];
  }
  if (config.body === undefined || !/^(?:get|head)$/i.test(method)) return [];
  return [{ key: 'body', says: `stands beside the method ${method.toUpperCase()}, which has none`, hint }];
}

function headerFaults(headers: Value | undefined): ConfigFault[] {
  const hint = 'Write an object of texts by name, such as {"accept": "application/json"}.';
  if (headers === undefined) return [];
  if (!isRecord(headers)) {
    return [{ key: 'headers', says: `must be an object of texts, but is of type ${typeName(headers)}`, hint }];
  }
  return Object.entries(headers).flatMap(([name, value]): ConfigFault[] => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      return [{ key: 'headers', says: `names ${JSON.stringify(name)}, which no header can be called`, hint }];
    }
    if (typeof value !== 'string') {
      return [{ key: 'headers', says: `must hold a text for "${name}", but it is of type ${typeName(value)}`, hint }];
    }
    if (/[\0\r\n]/.test(value)) return [{ key: 'headers', says: `holds more than one line for "${name}"`, hint }];
    return [];
  });
}
