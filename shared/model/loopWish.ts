// A bounded loop as a person asks for it, on the command line or in the app's form, and the graph that it means. Pure: structured arguments
// are fields, text is text, and the engine reads both (seed 002, Parsing rules).
import { failed, type Result, succeeded } from '../base/result.ts';
import { commandLine } from './commandLine.ts';
import { shellWords } from './shellWords.ts';

export interface LoopWish {
  /** What a model is to try, or free text that says what is wanted beside a command. */
  readonly text: string;
  /** The program and its words; undefined where a model tries the text. */
  readonly command?: readonly string[] | undefined;
  readonly shell?: boolean;
  /** As typed: what is no number is told by the engine, as of a file. */
  readonly max?: string | undefined;
  readonly until?: string | undefined;
  /** `ask`, `command:…` or `model:…`. */
  readonly judge?: string | undefined;
  readonly model?: string | undefined;
  /** How long an attempt may take; as long as it takes where absent. */
  readonly timeoutMs?: number | undefined;
  /** How many bytes of an attempt's output are kept; the operator's own limit where absent. */
  readonly outputLimit?: number | undefined;
}

export interface LoopGraph {
  readonly [key: string]: unknown;
  readonly text?: string;
  readonly prompt?: string;
  readonly attempt?: object;
  readonly judge?: object;
}

export interface WishFault {
  readonly code: 'judge-unknown';
  readonly message: string;
}

export function loopGraph(wish: LoopWish): Result<LoopGraph, WishFault> {
  const { text, command, shell = false, max, until, timeoutMs, outputLimit } = wish;
  const isGiven = command?.some((word) => word.trim() !== '') ?? false;
  const judge = wish.judge === undefined ? succeeded(undefined) : judgeOf(wish.judge);
  if (!judge.ok) return judge;
  const limits = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(outputLimit === undefined ? {} : { outputLimit }),
  };
  const attempt = isGiven
    ? { operator: 'command', argv: command, ...(shell ? { shell } : {}), ...limits }
    : command === undefined && (wish.model !== undefined || Object.keys(limits).length > 0)
      ? // A prompt alone is tried by a model: the one that is named, else that of the environment.
        { operator: 'model', ...(wish.model === undefined ? {} : { model: wish.model }), ...limits }
      : undefined;
  return succeeded({
    dialect: 'bounded',
    ...(text.trim() === '' ? {} : { text }),
    // The prompt of a command is the command line as it was typed.
    ...(command === undefined ? {} : { prompt: isGiven ? commandLine({ argv: [...command], shell }) : '' }),
    ...(max === undefined ? {} : { max_iters: numberOrText(max) }),
    ...(until === undefined ? {} : { until_predicate: until }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(judge.value === undefined ? {} : { judge: judge.value }),
  });
}

/** The same wish on the command line. */
export function loopCommandLine({ text, command, shell, max, until, judge, model }: LoopWish): string {
  const words = ['looptape', 'loop'];
  if (max !== undefined && max.trim() !== '') words.push('--max', max.trim());
  if (until !== undefined) words.push('--until', until);
  if (judge !== undefined) words.push('--judge', judge);
  if (model !== undefined) words.push('--model', model);
  if (shell) words.push('--shell');
  if (text.trim() !== '') words.push(text);
  const line = commandLine({ argv: words });
  return command === undefined ? line : `${line} -- ${commandLine({ argv: [...command] })}`;
}

/** What a loop is called: `cargo test -p core` → `cargo-test`. */
export function loopName(command: readonly string[] | undefined): string {
  const [path = '', first = ''] = command ?? [];
  const program = path.split(/[\\/]/).at(-1) ?? '';
  const words = [program, /^[\w.-]{1,24}$/.test(first) && !first.startsWith('-') ? first : ''];
  return words.join('-').replaceAll(/[^\w.-]+|^[-.]+|[-.]+$/g, '') || 'loop';
}

function numberOrText(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function judgeOf(text: string): Result<object, WishFault> {
  const [, kind = text, rest = ''] = /^(\w+):([\s\S]*)$/.exec(text) ?? [];
  const unknown = (why: string) => failed({ code: 'judge-unknown' as const, message: `The judge "${text}" ${why}` });
  switch (kind) {
    case 'ask':
      return succeeded({ operator: 'ask' });
    case 'command': {
      const argv = shellWords(rest);
      if (argv && argv.length > 0) return succeeded({ operator: 'command', argv });
      return unknown(`${argv ? 'names no command' : 'has a quote that is not closed'}. Write command:node judge.mjs.`);
    }
    case 'model':
      // Without a name it is the one of the environment.
      return succeeded({ operator: 'model', ...(rest.trim() === '' ? {} : { model: rest.trim() }) });
    default:
      return unknown('is none that is known. Write command:…, model:… or ask.');
  }
}
