// looptape loop [text …] [-- command …]: a bounded loop from the command line. Exit 0 on success, 1 when every attempt was made without
// it, else by how the run ended (interfaces §4).
import { basename, join } from 'node:path';
import type { RequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { ATTEMPT } from '../../shared/model/checkedBoundedGraph.ts';
import { commandLine } from '../../shared/model/commandLine.ts';
import type { Shared } from './program.ts';
import { recordToEnd, type Watcher, watching } from './recording.ts';
import { standInsOf } from './run.ts';
import { withSession } from './session.ts';
import { shellWords } from './shellWords.ts';
import { CommandFailed } from './terminal.ts';

export interface LoopFlags extends Shared, Watcher {
  readonly max?: string;
  readonly until?: string;
  readonly judge?: string;
  readonly model?: string;
  readonly shell: boolean;
  readonly script?: string;
  readonly out?: string;
  readonly force: boolean;
}

/** `command`: the words behind `--`; undefined where there is no `--`. */
export function loop(
  words: readonly string[],
  command: readonly string[] | undefined,
  flags: LoopFlags,
): Promise<number> {
  return withSession(async (session) => {
    const graph = graphOf(words.join(' '), command, flags);
    const standIns = standInsOf(session, flags.script);
    const isModel = graph.attempt === undefined && !Object.hasOwn(standIns.standIns ?? {}, ATTEMPT);
    const path = join(session.path('.'), `${nameOf(command)}.json`);
    const request: RequestOf<'run.start'> = {
      path,
      graph,
      inputs: {},
      ...standIns,
      ...(flags.out === undefined ? {} : { out: session.path(flags.out) }),
      ...(flags.force ? { force: true } : {}),
      // Whoever types a command wants it to run.
      consented: true,
      ...watching(flags),
    };
    try {
      return await recordToEnd(session, { call: 'run.start', request, title: 'loop', path }, flags.json);
    } catch (thrown) {
      if (thrown instanceof CommandFailed) throw new CommandFailed(ownFailure(thrown.failure, isModel));
      throw thrown;
    }
  });
}

interface LoopGraph {
  readonly [key: string]: unknown;
  readonly attempt?: unknown;
}

/** What was typed as the graph that it means: structured arguments are fields, text is text, and the engine reads both. */
function graphOf(text: string, command: readonly string[] | undefined, flags: LoopFlags): LoopGraph {
  const isGiven = command?.some((word) => word.trim() !== '') ?? false;
  const attempt = { operator: 'command', argv: command, ...(flags.shell ? { shell: true } : {}) };
  return {
    dialect: 'bounded',
    ...(text.trim() === '' ? {} : { text }),
    // The prompt of a command is the command line as it was typed.
    ...(command === undefined
      ? {}
      : { prompt: isGiven ? commandLine({ argv: [...command], shell: flags.shell }) : '' }),
    ...(flags.max === undefined ? {} : { max_iters: numberOrText(flags.max) }),
    ...(flags.until === undefined ? {} : { until_predicate: flags.until }),
    ...(isGiven ? { attempt } : {}),
    ...(flags.judge === undefined ? {} : { judge: judgeOf(flags.judge) }),
  };
}

/** What is no number is told by the engine, as of a file. */
function numberOrText(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function judgeOf(text: string): object {
  const [, kind = text, rest = ''] = /^(\w+):([\s\S]*)$/.exec(text) ?? [];
  switch (kind) {
    case 'ask':
      return { operator: 'ask' };
    case 'command': {
      const argv = shellWords(rest);
      if (argv && argv.length > 0) return { operator: 'command', argv };
      const why = argv ? 'names no command' : 'has a quote that is not closed';
      throw new CommandFailed(
        failure('judge-unknown', `--judge "${text}" ${why}. Write --judge "command:node judge.mjs".`),
      );
    }
    case 'model':
      throw new CommandFailed(
        failure(
          'no-model',
          'This build has no model operator, so no model can judge; give --judge command:… or --judge ask.',
        ),
      );
    default:
      throw new CommandFailed(
        failure('judge-unknown', `--judge "${text}" is no judge that is known. Write command:… or ask.`),
      );
  }
}

/** `cargo test -p core` → `cargo-test`. */
function nameOf(command: readonly string[] | undefined): string {
  const [program = '', first = ''] = command ?? [];
  const words = [basename(program), /^[\w.-]{1,24}$/.test(first) && !first.startsWith('-') ? first : ''];
  return words.join('-').replaceAll(/[^\w.-]+|^[-.]+|[-.]+$/g, '') || 'loop';
}

/** A failure in the words of this command. */
function ownFailure(told: Failure, isModel: boolean): Failure {
  const problems = (told.detail as { problems?: readonly { code: string }[] } | undefined)?.problems ?? [];
  const codes = new Set(problems.map(({ code }) => code));
  const asksModel =
    told.code === 'missing-operators' || (told.code === 'graph-invalid' && codes.has('no-judge') && codes.size === 1);
  if (isModel && asksModel) {
    return failure(
      'no-model',
      'This build has no model operator, so a prompt alone can’t be tried; give a command after --, such as: looptape loop --until exit:0 -- cargo test.',
    );
  }
  const [only] = problems;
  // An input error is known by its own code.
  if (told.code === 'graph-invalid' && only && codes.size === 1) return { ...told, code: only.code };
  return told;
}
