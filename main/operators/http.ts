// The operator `http`: a fire is a request (semantics §4).
import { isUtf8 } from 'node:buffer';
import { assertNever } from '../../shared/base/assert.ts';
import type { LogLine } from '../../shared/model/event.ts';
import { filledTarget, targetFault } from '../../shared/model/httpTarget.ts';
import { toPublic } from '../../shared/model/publicValue.ts';
import { adopt, Bytes, isRecord, typeName, type Value, type ValueRecord } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import { exchange, type HttpEnd, type HttpJob } from './httpExchange.ts';
import { type Maker, outputsOf } from './outputs.ts';
import { type Refusal, refusal } from './refusal.ts';
import { valueAt } from './template.ts';
import { called, capital, setting } from './wording.ts';

/** How long a fire may take, its retries included, where the config has no `timeoutMs`. */
const LIMIT_MS = 60_000;
/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;
/** How many bytes of an answer are taken, where the config has no `outputLimit`. */
const LIMIT_BYTES = 16 * 1024 * 1024;
/** How much is kept and told of an answer that is of no use: bytes or characters. */
const RAW_LENGTH = 64 * 1024;
const TOLD_CHARACTERS = 200;

/** What of an answer a node may declare as its outputs beside keys of the body. */
const PARTS = ['body', 'status', 'headers'] as const;

/**
 * Config: `url` (behind its host `{input}`, or `{item.id}` within one, is replaced, percent-encoded), `method?` (GET, or POST where there
 * is a body), `headers?`, `body?` (a text, or a value sent as JSON; without it the inputs as JSON, but for GET and HEAD), `hosts?` (further
 * ones that an answer may lead to), `retries?` (none; after 429 and 503, when the host says so, and after a failed connection where
 * nothing can be done twice), `timeoutMs?`, `outputLimit?` (bytes). A node's outputs are those that it declares: `body`, `status` and
 * `headers`, and any other name is a key of the JSON body. A socket's or judge's output is the text of the body, and so is an attempt's,
 * which has no exit code. Errors: `http-status` (not 2xx), `http-failed`, `redirect-refused`, `bad-url`, `too-large`, `bad-output`,
 * `timeout`, `cancelled`, `bad-config`.
 */
export function httpOperator(): Operator & { close(): Promise<void> } {
  const closing = new AbortController();
  return {
    outward: true,
    run(call) {
      if (call.abort.aborted || closing.signal.aborted) return cancelled(call);
      const settings = settingsOf(call);
      return 'ok' in settings ? settings : perform(call, settings, closing.signal);
    },
    async close() {
      closing.abort();
    },
  };
}

type Settings = Omit<HttpJob, 'untilMs' | 'signal' | 'onRetry'> & { readonly timeoutMs: number };

async function perform(call: Call, settings: Settings, closing: AbortSignal): Promise<OperatorAnswer> {
  const { timeoutMs } = settings;
  const log: LogLine[] = [];
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const end = await exchange({
    ...settings,
    untilMs: performance.now() + timeoutMs,
    signal: AbortSignal.any([call.abort, closing, limit.signal]),
    onRetry: (text) => log.push({ level: 'warn', text }),
  });
  clearTimeout(timer);
  const answer = answerOf(call, settings, end, limit.signal.aborted);
  return log.length === 0 ? answer : { ...answer, log };
}

function settingsOf(call: Call): Settings | Refusal {
  const { config, inputs } = call;
  const { url: template, headers: given = {}, body: written, hosts = [], retries = 0 } = config;
  const method = String(config.method ?? (written === undefined ? 'GET' : 'POST')).toUpperCase();
  const { timeoutMs = LIMIT_MS, outputLimit = LIMIT_BYTES } = config;
  const bad = (key: string, must: string) => refusal('bad-config', `${setting(call, key)} ${must}.`);
  const fault = typeof template === 'string' ? targetFault(template) : 'must be the address of the request';
  if (typeof template !== 'string' || fault !== undefined) return bad('url', fault ?? '');
  if (!isRecord(given)) return bad('headers', `is ${typeName(given)}; it must be an object of texts`);
  if (!Array.isArray(hosts)) return bad('hosts', `is ${typeName(hosts)}; it must be a list of hosts`);
  if (typeof retries !== 'number' || retries < 0) return bad('retries', 'must be a whole number of at least 0');
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) return bad('timeoutMs', 'must be a number above 0');
  if (typeof outputLimit !== 'number' || !(outputLimit > 0)) return bad('outputLimit', 'must be a number above 0');
  const url = filledUrl(call, template);
  if (!(url instanceof URL)) return url;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = !hasBody
    ? undefined
    : typeof written === 'string'
      ? written
      : JSON.stringify(toPublic(written ?? (inputs as ValueRecord)));
  try {
    const headers = new Headers(Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]));
    if (hasBody && typeof written !== 'string' && !headers.has('content-type')) {
      headers.set('content-type', 'application/json');
    }
    const others = new Set(hosts.map((host) => String(host).toLowerCase()));
    const limits = { timeoutMs: Math.min(timeoutMs, LONGEST_MS), limitBytes: outputLimit };
    return { url, method, headers, body, hosts: others, retries, ...limits };
  } catch (error) {
    return bad('headers', `can't be sent: ${(error as Error).message}`);
  }
}

/** The address with the inputs in their places. */
function filledUrl(call: Call, template: string): URL | Refusal {
  let missing: string | undefined;
  const url = filledTarget(template, (name) => {
    const value = valueAt(call.inputs, name);
    if (value === undefined || value === null) missing ??= `{${name}} of ${setting(call, 'url')} has no value`;
    return typeof value === 'string' ? value : JSON.stringify(toPublic(value ?? null));
  });
  if (missing !== undefined) return refusal('bad-url', `${missing}.`);
  if (url !== undefined) return url;
  return refusal(
    'bad-url',
    `What the inputs put into ${setting(call, 'url')} would lead to another path, as ".." does.`,
  );
}

function answerOf(call: Call, settings: Settings, end: HttpEnd, isLate: boolean): OperatorAnswer {
  const { method, url, timeoutMs, limitBytes } = settings;
  const address = `${url.origin}${url.pathname}`;
  const name = `The request ${method} ${address.length > 120 ? `${address.slice(0, 119)}…` : address} of ${called(call)}`;
  switch (end.kind) {
    case 'aborted':
      return isLate
        ? refusal('timeout', `${name} had no answer within ${timeoutMs} ms; timeoutMs sets a longer limit.`)
        : cancelled(call);
    case 'failed':
      return refusal(end.code, `${name} failed: ${end.why}.`);
    case 'answered':
      break;
    default:
      return assertNever(end);
  }
  const value = bodyValue(end);
  if (end.status < 200 || end.status > 299) {
    const text = textOf(value);
    const told = text.trim() === '' ? '.' : `: ${cut(text.trim(), TOLD_CHARACTERS)}`;
    const status = `${end.status}${end.statusText === '' ? '' : ` ${end.statusText}`}`;
    return refusal('http-status', `${name} was answered by ${status}${told}`, text === '' ? undefined : startOf(value));
  }
  if (end.isCut) {
    const limit = limitBytes.toLocaleString('en');
    const why = `${name} has an answer of more than ${limit} bytes; outputLimit sets a higher limit.`;
    return refusal('too-large', why, startOf(value));
  }
  const maker: Maker = { name, verb: 'returned', code: 'bad-output' };
  switch (call.form) {
    case 'whole':
      return outputsOf(call, value, maker);
    case 'attempt':
      return outputsOf(call, { output: value }, maker);
    case 'ports':
      return portsOf(call, end, value, maker);
    default:
      return assertNever(call.form);
  }
}

type Answered = Extract<HttpEnd, { kind: 'answered' }>;

/** The outputs that a node declares; keys of the body that it does not declare are none of its business. */
function portsOf(call: Call, { status, headers }: Answered, value: string | Bytes, maker: Maker): OperatorAnswer {
  const { outputs: declared } = call.config;
  const names = Array.isArray(declared) ? declared.filter((port) => typeof port === 'string') : [];
  const keys = names.filter((port) => !PARTS.some((part) => part === port));
  const isJson = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  let body: Value | undefined = value;
  if ((isJson && names.includes('body')) || keys.length > 0) {
    const text = textOf(value);
    try {
      body = text.trim() === '' ? undefined : adopt(JSON.parse(text));
    } catch (error) {
      return refusal(
        'bad-output',
        `${maker.name} was answered by what is no JSON: ${(error as Error).message}.`,
        startOf(value),
      );
    }
    if (keys.length > 0 && !isRecord(body)) return outputsOf(call, body, maker);
  }
  const keyed = isRecord(body) ? body : {};
  const made: [string, Value | undefined][] = keys.map((key) => [
    key,
    Object.hasOwn(keyed, key) ? keyed[key] : undefined,
  ]);
  const parts = { body, status, headers: Object.fromEntries(headers) };
  for (const part of PARTS) if (names.includes(part)) made.push([part, parts[part]]);
  // A key that the body lacks is no value.
  const outputs = Object.fromEntries(made.filter(([, one]) => one !== undefined));
  return outputsOf(call, outputs, maker);
}

/** Text by the charset that the answer names, else where it is valid UTF-8; anything else stays the bytes that it is. */
function bodyValue({ headers, body, isCut }: Answered): string | Bytes {
  const type = headers.get('content-type') ?? '';
  const charset = /;\s*charset="?([\w-]+)/i.exec(type)?.[1];
  const isUnicode = charset === undefined || /^utf-?8$/i.test(charset);
  if (!isUnicode) {
    try {
      return new TextDecoder(charset).decode(body);
    } catch {
      // A charset that nobody knows.
    }
  }
  // The last character of a part may be cut in two.
  if (isUtf8(body) || (isCut && isUtf8(body.subarray(0, -3)))) return new TextDecoder().decode(body);
  return new Bytes(Uint8Array.from(body), type.split(';')[0]?.trim() || undefined);
}

function textOf(value: string | Bytes): string {
  return typeof value === 'string' ? value : new TextDecoder().decode(value.data);
}

/** What is kept of an answer that is of no use. */
function startOf(value: string | Bytes): Value {
  if (typeof value === 'string') return cut(value, RAW_LENGTH);
  return value.data.length > RAW_LENGTH ? new Bytes(value.data.slice(0, RAW_LENGTH), value.mediaType) : value;
}

function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 1)}…` : text;
}

function cancelled(call: Call): Refusal {
  return refusal('cancelled', `${capital(called(call))} was cancelled.`);
}
