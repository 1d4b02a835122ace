// The request of a bounded loop: structured arguments first, then free text, then defaults (seed 002, Parsing rules). Pure.
import { RE2JS } from 're2js';
import { failed, type Result, succeeded } from '../../../shared/base/result.ts';
import type {
  BoundedRequest,
  Predicate,
  RequestError,
  RequestNote,
  RequestOrigin,
} from '../../../shared/model/boundedRequest.ts';
import { readFreeText } from './freeText.ts';

export interface RequestArgs {
  readonly prompt?: unknown;
  readonly max_iters?: unknown;
  readonly until_predicate?: unknown;
}

export interface RequestFailure {
  readonly code: RequestError;
  readonly message: string;
  readonly field: keyof RequestArgs;
  readonly hint: string;
}

const MOST = 10;
const DEFAULT_ITERS = 3;
const DEFAULT_PREDICATE = 'judge:task completed';

/** `text` is free text; `args` win over it field by field. */
export function boundedRequest(args: RequestArgs, text?: string): Result<BoundedRequest, RequestFailure> {
  const said = text === undefined ? undefined : readFreeText(text);
  const prompt = typeof args.prompt === 'string' ? args.prompt : (said?.prompt ?? '');
  if (prompt.trim() === '')
    return refused(
      'PROMPT_EMPTY',
      'prompt',
      'The prompt is empty, so there is nothing to try.',
      'Say what each attempt is to do or to run.',
    );
  const limit = limitOf(args.max_iters, said?.limits ?? []);
  if (!limit.ok) return limit;
  const written = predicateTextOf(args.until_predicate, said?.predicate);
  const predicate = predicateOf(written.text);
  if (!predicate.ok) return predicate;
  return succeeded({
    prompt: prompt.trim(),
    ...limit.value,
    predicate: predicate.value,
    predicateText: written.text,
    predicateFrom: written.from,
  });
}

type Limit = Pick<BoundedRequest, 'maxIters' | 'maxItersFrom' | 'notes'>;

function limitOf(arg: unknown, said: readonly number[]): Result<Limit, RequestFailure> {
  const isGiven = arg !== undefined && arg !== null;
  if (isGiven && !Number.isInteger(arg)) {
    const message = `max_iters must be a whole number, but is ${JSON.stringify(arg)}.`;
    return refused('MAX_ITERS_NOT_INTEGER', 'max_iters', message, `Give a whole number from 1 to ${MOST}.`);
  }
  const from: RequestOrigin = isGiven ? 'args' : said.length > 0 ? 'text' : 'default';
  const wanted = isGiven ? (arg as number) : (said[0] ?? DEFAULT_ITERS);
  const maxIters = Math.min(Math.max(wanted, 1), MOST);
  const isClamped = maxIters !== wanted;
  const notes: RequestNote[] = [];
  if (isClamped) notes.push('MAX_ITERS_CLAMPED');
  if (from === 'text' && new Set(said).size > 1) notes.push('MAX_ITERS_AMBIGUOUS');
  return succeeded({ maxIters, maxItersFrom: { from, ...(isClamped ? { clamped: true as const } : {}) }, notes });
}

function predicateTextOf(
  arg: unknown,
  said: string | undefined,
): { readonly text: string; readonly from: RequestOrigin } {
  if (arg !== undefined && arg !== null) return { text: String(arg).trim(), from: 'args' };
  return said === undefined ? { text: DEFAULT_PREDICATE, from: 'default' } : { text: said, from: 'text' };
}

function predicateOf(text: string): Result<Predicate, RequestFailure> {
  const [, kind = '', rest = ''] = /^([a-z]+):([\s\S]*)$/i.exec(text) ?? [];
  const field = 'until_predicate';
  const hint = 'Write exit:<code>, regex:<pattern> or judge:<criterion>.';
  switch (kind.toLowerCase()) {
    case 'exit':
      return /^\d+$/.test(rest.trim())
        ? succeeded({ kind: 'exit', code: Number(rest) })
        : refused(
            'PREDICATE_EXIT_INVALID',
            field,
            `exit: needs a whole number, but has ${JSON.stringify(rest)}.`,
            hint,
          );
    case 'regex':
      return rest.trim() === '' ? empty(text) : regexOf(rest);
    case 'judge':
      return rest.trim() === '' ? empty(text) : succeeded({ kind: 'judge', criterion: rest.trim() });
    default:
      return refused('PREDICATE_UNKNOWN', field, `${JSON.stringify(text)} is no predicate that is known.`, hint);
  }
}

function regexOf(pattern: string): Result<Predicate, RequestFailure> {
  try {
    RE2JS.compile(pattern, RE2JS.MULTILINE);
    return succeeded({ kind: 'regex', pattern });
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `The pattern ${JSON.stringify(pattern)} is no regular expression: ${why}.`;
    return refused(
      'PREDICATE_REGEX_INVALID',
      'until_predicate',
      message,
      'Write it as RE2 takes it: without look-around and back references.',
    );
  }
}

function empty(text: string): Result<never, RequestFailure> {
  const message = `${JSON.stringify(text)} says how to look, but not for what.`;
  return refused(
    'PREDICATE_EMPTY',
    'until_predicate',
    message,
    'Write what it has to match, or the criterion, behind the colon.',
  );
}

function refused(
  code: RequestError,
  field: keyof RequestArgs,
  message: string,
  hint: string,
): Result<never, RequestFailure> {
  return failed({ code, field, message, hint });
}
