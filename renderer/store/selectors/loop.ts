// The form of a bounded loop as what it asks for: the graph that it means, the same on the command line, and why it can't start yet.
import { type LoopGraph, type LoopWish, loopCommandLine, loopGraph, loopName } from '../../../shared/model/loopWish.ts';
import { shellWords } from '../../../shared/model/shellWords.ts';
import type { LoopForm } from '../state.ts';

export type LoopAsked =
  | {
      readonly ok: true;
      readonly graph: LoopGraph;
      readonly path: string;
      readonly commandLine: string;
      /** What the command line has no option for. */
      readonly unsaid: readonly string[];
    }
  /** `field`: whose fault it is. */
  | { readonly ok: false; readonly field: keyof LoopForm; readonly message: string };

export function loopAsked(form: LoopForm): LoopAsked {
  const missing = (field: keyof LoopForm, message: string): LoopAsked => ({ ok: false, field, message });
  const wish = wishOf(form);
  if (wish === undefined) return missing('command', 'A quote in the command is not closed.');
  if (form.tries === 'command' && (wish.command ?? []).length === 0) {
    return missing('command', 'Write the command that is to be tried, such as npm test.');
  }
  if (form.tries === 'prompt' && form.prompt.trim() === '') return missing('prompt', 'Write what the model is to do.');
  if (form.seconds.trim() !== '' && !(Number(form.seconds) > 0)) {
    return missing('seconds', 'The time limit is a number of seconds above 0.');
  }
  if (form.kilobytes.trim() !== '' && !(Number(form.kilobytes) > 0)) {
    return missing('kilobytes', 'The limit of the output is a number of kilobytes above 0.');
  }
  const made = loopGraph(wish);
  if (!made.ok) return missing('judgedBy', made.failure.message);
  const separator = form.folder.includes('\\') ? '\\' : '/';
  return {
    ok: true,
    graph: made.value,
    path: `${form.folder.replace(/[\\/]$/, '')}${separator}${loopName(wish.command)}.json`,
    commandLine: loopCommandLine(wish),
    unsaid: [
      ...(wish.timeoutMs === undefined ? [] : ['time limit']),
      ...(wish.outputLimit === undefined ? [] : ['output limit']),
    ],
  };
}

/** Undefined where the command's words can't be told apart. */
function wishOf(form: LoopForm): LoopWish | undefined {
  const { tries, shell, max, seconds, kilobytes } = form;
  const text = tries === 'prompt' ? form.prompt.trim() : '';
  const command =
    tries === 'prompt' ? undefined : shell ? [form.command.trim()].filter(Boolean) : shellWords(form.command);
  if (tries === 'command' && command === undefined) return undefined;
  const isJudged = form.until === 'judge';
  return {
    text,
    command,
    shell: tries === 'command' && shell,
    max: max.trim() === '' ? undefined : max.trim(),
    until: untilOf(form),
    judge: isJudged ? (form.judge === 'ask' ? 'ask' : `${form.judge}:${form.judgedBy.trim()}`) : undefined,
    model: tries === 'prompt' && form.model.trim() !== '' ? form.model.trim() : undefined,
    timeoutMs: Number(seconds) > 0 ? Math.ceil(Number(seconds) * 1000) : undefined,
    outputLimit: Number(kilobytes) > 0 ? Math.ceil(Number(kilobytes) * 1024) : undefined,
  };
}

function untilOf({ until, exit, regex, criterion }: LoopForm): string {
  switch (until) {
    case 'exit':
      return `exit:${exit.trim()}`;
    case 'regex':
      return `regex:${regex}`;
    case 'judge':
      return `judge:${criterion.trim() === '' ? 'task completed' : criterion.trim()}`;
  }
}

/** Which field a problem of the draft is about. */
export function fieldOf(code: string): keyof LoopForm {
  switch (code) {
    case 'PROMPT_EMPTY':
      return 'command';
    case 'MAX_ITERS_NOT_INTEGER':
      return 'max';
    case 'PREDICATE_EXIT_INVALID':
      return 'exit';
    case 'PREDICATE_REGEX_INVALID':
      return 'regex';
    case 'no-judge':
      return 'judge';
    default:
      return 'until';
  }
}
