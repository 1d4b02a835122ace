// What a fire asks of which model, from its config and the environment. What must hold: nothing is asked where a setting can't be, and
// what is wrong with a key is told without it.
import {
  BASE_URL_VARIABLE,
  baseUrlFault,
  isOpenAi,
  KEY_VARIABLE,
  MODEL_VARIABLE,
  modelEndpoint,
} from '../../shared/model/modelEndpoint.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { isRecord, typeName } from '../../shared/model/value.ts';
import type { Call } from '../runner/ports.ts';
import type { ModelJob } from './modelCall.ts';
import { messagesOf } from './modelMessages.ts';
import { type Refusal, refusal } from './refusal.ts';
import { called, capital, setting } from './wording.ts';

/** How long a fire may take, its tries included, where the config has no `timeoutMs`. */
const LIMIT_MS = 300_000;
/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;
/** How many bytes of an answer are taken, where the config has no `outputLimit`. */
const LIMIT_BYTES = 16 * 1024 * 1024;
const RETRIES = 2;

export type ModelSettings = Omit<ModelJob, 'untilMs' | 'signal' | 'onText' | 'onRetry'> & {
  readonly timeoutMs: number;
};

/** Errors: `model-not-set`, `model-unauthorised`, `bad-prompt`, `bad-config`. */
export function modelSettings(call: Call, environment: NodeJS.ProcessEnv): ModelSettings | Refusal {
  const { config } = call;
  const { timeoutMs = LIMIT_MS, outputLimit = LIMIT_BYTES, retries = RETRIES, extra = {} } = config;
  const bad = (key: string, must: string) => refusal('bad-config', `${setting(call, key)} ${must}.`);
  const { model, baseUrl, isFromGraph, key } = modelEndpoint(config, environment);
  if (model === undefined) {
    const message = `${capital(called(call))} names no model; set ${setting(call, 'model')}, or the variable ${MODEL_VARIABLE}.`;
    return refusal('model-not-set', message);
  }
  const fault = baseUrlFault(baseUrl);
  if (fault !== undefined) {
    const name = isFromGraph ? setting(call, 'baseUrl') : `The variable ${BASE_URL_VARIABLE}`;
    return refusal('bad-config', `${name} ${fault}.`);
  }
  if (key === undefined && isOpenAi(baseUrl))
    return refusal('model-not-set', `${capital(called(call))} needs a key: set the variable ${KEY_VARIABLE}.`);
  // What sends the request would quote such a key in its complaint.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const message = `The key in ${KEY_VARIABLE} holds blanks or other characters that no key has; set it anew.`;
    return refusal('model-unauthorised', message);
  }
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) return bad('timeoutMs', 'must be a number above 0');
  if (typeof outputLimit !== 'number' || !(outputLimit > 0)) return bad('outputLimit', 'must be a number above 0');
  if (typeof retries !== 'number' || retries < 0) return bad('retries', 'must be a whole number of at least 0');
  if (!isRecord(extra)) return bad('extra', `is ${typeName(extra)}; it must be an object`);
  const messages = messagesOf(call);
  if ('ok' in messages) return messages;
  const { temperature, maxTokens, json } = config;
  return {
    baseUrl,
    key,
    model,
    messages,
    settings: {
      ...(temperature === undefined ? {} : { temperature }),
      // OpenAI's newer models take the second name alone, most other endpoints the first.
      ...(maxTokens === undefined ? {} : { [isOpenAi(baseUrl) ? 'max_completion_tokens' : 'max_tokens']: maxTokens }),
      ...(json === true ? { response_format: { type: 'json_object' } } : {}),
      ...(toPublic(extra) as Readonly<Record<string, unknown>>),
    },
    retries,
    limitBytes: outputLimit,
    timeoutMs: Math.min(timeoutMs, LONGEST_MS),
  };
}
