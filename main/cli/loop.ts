// looptape loop [text …] [-- command …]: a bounded loop from the command line. Exit 0 on success, 1 when every attempt was made without
// it, else by how the run ended (interfaces §4).
import { basename, join } from 'node:path';
import type { RequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { ATTEMPT, JUDGE } from '../../shared/model/checkedBoundedGraph.ts';
import { commandLine } from '../../shared/model/commandLine.ts';
import { MODEL_VARIABLE } from '../../shared/model/modelEndpoint.ts';
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
    if (asksNamelessModel(graph, standIns.standIns)) throw new CommandFailed(noModel());
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
      if (thrown instanceof CommandFailed) throw new CommandFailed(ownFailure(thrown.failure));
      throw thrown;
    }
  });
}

interface LoopGraph {
  readonly [key: string]: unknown;
  readonly text?: string;
  readonly prompt?: string;
  readonly attempt?: object;
  readonly judge?: object;
}

/** A model is to try or to judge, and nothing says which. */
function asksNamelessModel(graph: LoopGraph, standIns: unknown): boolean {
  if (process.env[MODEL_VARIABLE]?.trim() || (graph.text ?? graph.prompt ?? '').trim() === '') return false;
  const attempt = graph.attempt ?? { operator: 'model' };
  const asked = { [ATTEMPT]: attempt, ...(graph.judge === undefined ? {} : { [JUDGE]: graph.judge }) };
  return Object.entries(asked).some(([id, { operator, model }]: [string, { operator?: string; model?: string }]) => {
    const isStoodFor = typeof standIns === 'object' && standIns !== null && Object.hasOwn(standIns, id);
    return operator === 'model' && model === undefined && !isStoodFor;
  });
}

function noModel(): Failure {
  const message = `No model is named for it: give --model <model> or --judge model:<model>, or set ${MODEL_VARIABLE}; or give a command after --, such as: looptape loop --until exit:0 -- cargo test.`;
  return failure('no-model', message);
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
    ...(isGiven ? { attempt } : command === undefined ? modelOf(flags.model) : {}),
    ...(flags.judge === undefined ? {} : { judge: judgeOf(flags.judge) }),
  };
}

/** A prompt alone is tried by a model: the one that is named, else that of the environment. */
function modelOf(model: string | undefined): Pick<LoopGraph, 'attempt'> {
  return model === undefined ? {} : { attempt: { operator: 'model', model } };
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
      // Without a name it is the one of the environment.
      return { operator: 'model', ...(rest.trim() === '' ? {} : { model: rest.trim() }) };
    default:
      throw new CommandFailed(
        failure('judge-unknown', `--judge "${text}" is no judge that is known. Write command:…, model:… or ask.`),
      );
  }
}

/** `cargo test -p core` → `cargo-test`. */
function nameOf(command: readonly string[] | undefined): string {
  const [program = '', first = ''] = command ?? [];
  const words = [basename(program), /^[\w.-]{1,24}$/.test(first) && !first.startsWith('-') ? first : ''];
  return words.join('-').replaceAll(/[^\w.-]+|^[-.]+|[-.]+$/g, '') || 'loop';
}

/** A failure in the words of this command: an input error is known by its own code. */
function ownFailure(told: Failure): Failure {
  const problems = (told.detail as { problems?: readonly { code: string }[] } | undefined)?.problems ?? [];
  const codes = new Set(problems.map(({ code }) => code));
  const [only] = problems;
  return told.code === 'graph-invalid' && only && codes.size === 1 ? { ...told, code: only.code } : told;
}
