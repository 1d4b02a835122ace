// The operator `model`: a fire is a question to a model, its answer the output (semantics §4).
import { assertNever } from '../../shared/base/assert.ts';
import type { LogLine } from '../../shared/model/event.ts';
import { fencedRecord } from '../../shared/model/fencedRecord.ts';
import { KEY_VARIABLE } from '../../shared/model/modelEndpoint.ts';
import type { ModelUsage } from '../../shared/model/modelUsage.ts';
import { adopt, isRecord, type Value } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import { askModel, type ModelEnd } from './modelCall.ts';
import { type ModelSettings, modelSettings } from './modelSettings.ts';
import { type Maker, outputsOf } from './outputs.ts';
import { type Refusal, refusal } from './refusal.ts';
import { called, capital } from './wording.ts';

/** How much is kept of an answer that is of no use. */
const RAW_CHARACTERS = 64 * 1024;

/** What of an answer a node may declare as its outputs beside keys of a JSON answer. */
const PARTS: readonly string[] = ['text', 'tool_calls'];

/**
 * Config: `model?` (else LOOPTAPE_MODEL), `baseUrl?` (else OPENAI_BASE_URL, else OpenAI's own), `system?`, `messages?` (a list of `{role,
 * content}`, or `{input}` that is one) and `prompt?` (`{input}`, or `{item.title}` within one, is replaced), said in this order; `json?` (asks for
 * a JSON object), `temperature?`, `maxTokens?`, `extra?` (what else stands in the request), `price? {inputPerMillion, outputPerMillion}` in
 * dollars, `retries?` (2, as those of `http`), `timeoutMs?`, `outputLimit?` (bytes). The key stands in OPENAI_API_KEY alone. A node's outputs
 * are those that it declares: `text`, `tool_calls`, and any other name is a key of the answer, which is then JSON. Of a socket, a
 * judge and an attempt the output is the text. Usage: `ModelUsage`. Errors: `model-not-set`, `model-unauthorised`, `model-rate-limited`,
 * `model-status`, `model-stream-cut`, `model-failed`, `bad-prompt`, `bad-output`, `too-large`, `timeout`, `cancelled`, `bad-config`.
 */
export function modelOperator(environment: NodeJS.ProcessEnv = process.env): Operator & { close(): Promise<void> } {
  const closing = new AbortController();
  return {
    outward: true,
    run(call) {
      if (call.abort.aborted || closing.signal.aborted) return cancelled(call);
      const settings = modelSettings(call, environment);
      return 'ok' in settings ? settings : perform(call, settings, closing.signal);
    },
    async close() {
      closing.abort();
    },
  };
}

async function perform(call: Call, settings: ModelSettings, closing: AbortSignal): Promise<OperatorAnswer> {
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
  const answer = answerOf(call, settings, end, limit.signal.aborted);
  if (answer.ok) log.push(...notesOn(end));
  return log.length === 0 ? answer : { ...answer, log };
}

function answerOf(call: Call, settings: ModelSettings, end: ModelEnd, isLate: boolean): OperatorAnswer {
  const { model, baseUrl, timeoutMs, limitBytes } = settings;
  const name = `The model ${model} of ${called(call)}`;
  switch (end.kind) {
    case 'aborted':
      return isLate
        ? refusal(
            'timeout',
            `${name} had not answered within ${timeoutMs} ms; timeoutMs sets a longer limit.`,
            rawOf(end.text),
          )
        : cancelled(call);
    case 'failed':
      return refusal(end.isSilent ? 'timeout' : 'model-failed', `${name} was not reached: ${end.why}.`);
    case 'broken':
      return refusal('model-stream-cut', `${name} gave no whole answer: ${end.why}.`, rawOf(end.text));
    case 'garbled':
      return refusal('bad-output', `${name} was not understood: ${end.why}.`, rawOf(end.text));
    case 'refused':
      return refused(name, new URL(baseUrl).host, end);
    case 'answered':
      break;
    default:
      return assertNever(end);
  }
  if (end.isCut) {
    const limit = limitBytes.toLocaleString('en');
    const why = `${name} has an answer of more than ${limit} bytes; outputLimit sets a higher limit.`;
    return refusal('too-large', why, rawOf(end.text));
  }
  const made = madeOf(call, end, { name, verb: 'returned', code: 'bad-output' });
  return made.ok ? { ...made, usage: withCost(end.usage, call.config.price) } : made;
}

/** An answer that its endpoint cut short is one all the same, and says so: what it is worth is the graph's to judge. */
function notesOn(end: ModelEnd): LogLine[] {
  const reason = end.kind === 'answered' ? end.usage.finishReason : undefined;
  const says = (text: string): LogLine[] => [{ level: 'warn', text }];
  if (reason === 'length')
    return says('The answer was cut where its tokens ran out; maxTokens sets how many it may have.');
  return reason === 'content_filter' ? says('The endpoint withheld a part of the answer.') : [];
}

/** The endpoint's own sentence about a key may hold a part of it, and is not told. */
function refused(
  name: string,
  host: string,
  { status, said, leadsTo }: Extract<ModelEnd, { kind: 'refused' }>,
): Refusal {
  switch (status) {
    case 401:
    case 403:
      return refusal(
        'model-unauthorised',
        `${name} was refused by ${host} (${status}): the key in ${KEY_VARIABLE} is missing, or not one that it takes for this model.`,
      );
    case 429:
      return refusal('model-rate-limited', `${name} was asked too often for ${host} (429): ${said}`);
    default: {
      const why =
        status < 400
          ? `which leads to another address${leadsTo === undefined ? '' : `, at ${leadsTo}`}; give that as the endpoint where it is meant.`
          : `which says: ${said}`;
      return refusal('model-status', `${name} was answered by ${status} of ${host}, ${why}`);
    }
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
      const isCall = text.trim() === '' && toolCalls.length > 0 && declared.includes('tool_calls');
      const made: Record<string, unknown> = {};
      // A model that would rather call something has not answered yet.
      if (keys.length > 0 && !isCall) {
        const answer = fencedRecord(text);
        if (answer === undefined) {
          const why = `${maker.name} returned what is no JSON object, where ${keys.map((key) => `"${key}"`).join(', ')} is needed.`;
          return refusal('bad-output', why, rawOf(text));
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

/** Only where the graph says what a token costs: prices change, and a wrong one is worse than none. */
function withCost(usage: ModelUsage, price: Value | undefined): ModelUsage {
  const { inputTokens, outputTokens } = usage;
  if (!isRecord(price) || inputTokens === undefined || outputTokens === undefined) return usage;
  const { inputPerMillion = 0, outputPerMillion = 0 } = price;
  const micro = inputTokens * Number(inputPerMillion) + outputTokens * Number(outputPerMillion);
  return { ...usage, costUsd: Number((micro / 1e6).toPrecision(12)) };
}

function rawOf(text: string): string | undefined {
  return text === '' ? undefined : text.slice(0, RAW_CHARACTERS);
}

function cancelled(call: Call): Refusal {
  return refusal('cancelled', `${capital(called(call))} was cancelled.`);
}
