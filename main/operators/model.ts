// The operator `model`: a fire is a question to a model, its answer the output (semantics §4).
import { assertNever } from '../../shared/base/assert.ts';
import type { LogLine } from '../../shared/model/event.ts';
import {
  BASE_URL_VARIABLE,
  baseUrlFault,
  DEFAULT_BASE_URL,
  KEY_VARIABLE,
  MODEL_VARIABLE,
} from '../../shared/model/modelEndpoint.ts';
import type { ModelUsage } from '../../shared/model/modelUsage.ts';
import { adopt, isRecord, type Value } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import { askModel, type ModelEnd, type ModelJob } from './modelCall.ts';
import { messagesOf } from './modelMessages.ts';
import { type Maker, outputsOf } from './outputs.ts';
import { type Refusal, refusal } from './refusal.ts';
import { called, capital, setting } from './wording.ts';

/** How long a fire may take, its tries included, where the config has no `timeoutMs`. */
const LIMIT_MS = 300_000;
const LONGEST_MS = 2 ** 31 - 1;
/** How many bytes of an answer are taken, where the config has no `outputLimit`. */
const LIMIT_BYTES = 16 * 1024 * 1024;
const RETRIES = 2;
const RAW_CHARACTERS = 64 * 1024;

/** What of an answer a node may declare as its outputs beside keys of a JSON answer. */
const PARTS: readonly string[] = ['text', 'tool_calls'];

/**
 * Config: `model?` (else LOOPTAPE_MODEL), `baseUrl?` (else OPENAI_BASE_URL, else OpenAI's own), `system?`, `prompt?` (`{input}`, or
 * `{item.title}` within one, is replaced), `json?` (asks for a JSON object), `temperature?`, `maxTokens?`, `extra?` (what else stands in the
 * request), `price? {inputPerMillion, outputPerMillion}` in dollars, `retries?` (2), `timeoutMs?`, `outputLimit?` (characters). The key stands in
 * OPENAI_API_KEY alone. A node's outputs are those that it declares: `text`, `tool_calls`, and any other name is a key of the
 * answer, which is then JSON. Of a socket, a judge and an attempt the output is the text. Usage: model, inputTokens, outputTokens, costUsd, tries,
 * finishReason, requestId. Errors: `model-not-set`, `model-unauthorised`, `model-rate-limited`, `model-status`, `model-stream-cut`,
 * `model-failed`, `bad-prompt`, `bad-output`, `too-large`, `timeout`, `cancelled`, `bad-config`.
 */
export function modelOperator(environment: NodeJS.ProcessEnv = process.env): Operator & { close(): Promise<void> } {
  const closing = new AbortController();
  return {
    outward: true,
    run(call) {
      if (call.abort.aborted || closing.signal.aborted) return cancelled(call);
      const settings = settingsOf(call, environment);
      return 'ok' in settings ? settings : perform(call, settings, closing.signal);
    },
    async close() {
      closing.abort();
    },
  };
}

type Settings = Omit<ModelJob, 'untilMs' | 'signal' | 'onText' | 'onRetry'> & { readonly timeoutMs: number };

function settingsOf(call: Call, environment: NodeJS.ProcessEnv): Settings | Refusal {
  const { config } = call;
  const { timeoutMs = LIMIT_MS, outputLimit = LIMIT_BYTES, retries = RETRIES, extra = {} } = config;
  const bad = (key: string, must: string) => refusal('bad-config', `${setting(call, key)} ${must}.`);
  const model = textIn(config.model) ?? textIn(environment[MODEL_VARIABLE]);
  if (model === undefined) {
    const message = `${capital(called(call))} names no model; set ${setting(call, 'model')}, or the variable ${MODEL_VARIABLE}.`;
    return refusal('model-not-set', message);
  }
  const baseUrl = textIn(config.baseUrl) ?? textIn(environment[BASE_URL_VARIABLE]) ?? DEFAULT_BASE_URL;
  const fault = baseUrlFault(baseUrl);
  if (fault !== undefined) {
    const name = textIn(config.baseUrl) === undefined ? `The variable ${BASE_URL_VARIABLE}` : setting(call, 'baseUrl');
    return refusal('bad-config', `${name} ${fault}.`);
  }
  const key = textIn(environment[KEY_VARIABLE]);
  // A model on one's own machine needs no key, but the protocol has a place for one.
  if (key === undefined && new URL(baseUrl).host === new URL(DEFAULT_BASE_URL).host) {
    return refusal('model-not-set', `${capital(called(call))} needs a key: set the variable ${KEY_VARIABLE}.`);
  }
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) return bad('timeoutMs', 'must be a number above 0');
  if (typeof outputLimit !== 'number' || !(outputLimit > 0)) return bad('outputLimit', 'must be a number above 0');
  if (typeof retries !== 'number' || retries < 0) return bad('retries', 'must be a whole number of at least 0');
  if (!isRecord(extra)) return bad('extra', 'must be an object');
  const messages = messagesOf(call);
  if ('ok' in messages) return messages;
  const { temperature, maxTokens, json } = config;
  const isOwn = new URL(baseUrl).host === new URL(DEFAULT_BASE_URL).host;
  return {
    baseUrl,
    key,
    model,
    messages,
    settings: {
      ...(temperature === undefined ? {} : { temperature }),
      // OpenAI's newer models take the second name alone, most other endpoints the first.
      ...(maxTokens === undefined ? {} : { [isOwn ? 'max_completion_tokens' : 'max_tokens']: maxTokens }),
      ...(json === true ? { response_format: { type: 'json_object' } } : {}),
      ...extra,
    },
    retries,
    limitBytes: outputLimit,
    timeoutMs: Math.min(timeoutMs, LONGEST_MS),
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

async function perform(call: Call, settings: Settings, closing: AbortSignal): Promise<OperatorAnswer> {
  const log: LogLine[] = [];
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), settings.timeoutMs);
  const end = await askModel({
    ...settings,
    untilMs: performance.now() + settings.timeoutMs,
    signal: AbortSignal.any([call.abort, closing, limit.signal]),
    onText: (text) => call.output?.(text),
    onRetry: (text) => log.push({ level: 'warn', text }),
  });
  clearTimeout(timer);
  const answer = answerOf(call, settings, end, limit.signal.aborted, log);
  return log.length === 0 ? answer : { ...answer, log };
}

function answerOf(call: Call, settings: Settings, end: ModelEnd, isLate: boolean, log: LogLine[]): OperatorAnswer {
  const { model, baseUrl, timeoutMs, limit } = settings;
  const { host } = new URL(baseUrl);
  const name = `The model ${model} of ${called(call)}`;
  switch (end.kind) {
    case 'aborted':
      return isLate
        ? refusal('timeout', `${name} had not answered within ${timeoutMs} ms; timeoutMs sets a longer limit.`)
        : cancelled(call);
    case 'failed':
      return refusal('model-failed', `${name} was not reached: ${end.why}.`);
    case 'broken': {
      const raw = end.text === '' ? undefined : end.text.slice(0, RAW_CHARACTERS);
      return refusal('model-stream-cut', `${name} gave no whole answer: ${end.why}.`, raw);
    }
    case 'refused':
      return refused(name, host, end);
    case 'answered':
      break;
    default:
      return assertNever(end);
  }
  if (end.isCut) {
    const why = `${name} has an answer of more than ${limit.toLocaleString('en')} characters; outputLimit sets a higher limit.`;
    return refusal('too-large', why, end.text.slice(0, RAW_CHARACTERS));
  }
  if (end.usage.finishReason === 'length') {
    log.push({
      level: 'warn',
      text: 'The answer was cut where its tokens ran out; maxTokens sets how many it may have.',
    });
  } else if (end.usage.finishReason === 'content_filter') {
    log.push({ level: 'warn', text: 'The endpoint withheld a part of the answer.' });
  }
  const made = madeOf(call, end, { name, verb: 'returned', code: 'bad-output' });
  return made.ok ? { ...made, usage: withCost(end.usage, call.config.price) } : made;
}

/** The endpoint's own sentence about a key may hold a part of it, and is not told. */
function refused(name: string, host: string, { status, said }: Extract<ModelEnd, { kind: 'refused' }>): Refusal {
  switch (status) {
    case 401:
    case 403:
      return refusal(
        'model-unauthorised',
        `${name} was refused by ${host} (${status}): the key in ${KEY_VARIABLE} is not one that it takes for this model.`,
      );
    case 429:
      return refusal('model-rate-limited', `${name} was asked too often for ${host} (429): ${said}`);
    default:
      return refusal('model-status', `${name} was answered by ${status} of ${host}: ${said}`);
  }
}

function madeOf(call: Call, { text, toolCalls }: Extract<ModelEnd, { kind: 'answered' }>, maker: Maker) {
  switch (call.form) {
    case 'whole':
      return outputsOf(call, text, maker);
    case 'attempt':
      return outputsOf(call, { output: text }, maker);
    case 'ports': {
      const declared = Array.isArray(call.config.outputs) ? (call.config.outputs as readonly Value[]) : [];
      const keys = declared.filter((port): port is string => typeof port === 'string' && !PARTS.includes(port));
      const made: Record<string, unknown> = {};
      if (keys.length > 0) {
        const answer = recordIn(text);
        if (answer === undefined) {
          const why = `${maker.name} returned what is no JSON object, where ${keys.map((key) => `"${key}"`).join(', ')} is needed.`;
          return refusal('bad-output', why, text.slice(0, RAW_CHARACTERS));
        }
        // A key that the answer lacks is no value.
        for (const key of keys) if (Object.hasOwn(answer, key)) made[key] = answer[key];
      }
      if (declared.includes('text')) made.text = text;
      if (declared.includes('tool_calls') && toolCalls.length > 0) made.tool_calls = toolCalls;
      return outputsOf(call, adopt(made), maker);
    }
    default:
      return assertNever(call.form);
  }
}

/** The object that an answer holds, bare or in a fence. */
function recordIn(text: string): { readonly [key: string]: Value } | undefined {
  const inside = /```[^\S\n]*\w*\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
  try {
    const value = adopt(JSON.parse(inside));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only where the graph says what a token costs: prices change, and a wrong one is worse than none. */
function withCost(usage: ModelUsage, price: Value | undefined): ModelUsage & { readonly costUsd?: number } {
  const { inputTokens, outputTokens } = usage;
  if (price === undefined || !isRecord(price) || inputTokens === undefined || outputTokens === undefined) return usage;
  const { inputPerMillion = 0, outputPerMillion = 0 } = price;
  const micro = inputTokens * Number(inputPerMillion) + outputTokens * Number(outputPerMillion);
  return { ...usage, costUsd: Math.round(micro) / 1e6 };
}

function cancelled(call: Call): Refusal {
  return refusal('cancelled', `${capital(called(call))} was cancelled.`);
}
