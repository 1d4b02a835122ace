// looptape loop [text …] [-- command …]: a bounded loop from the command line. Exit 0 on success, 1 when every attempt was made without
// it, else by how the run ended (interfaces §4).
import { join } from 'node:path';
import type { RequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { ATTEMPT, JUDGE } from '../../shared/model/checkedBoundedGraph.ts';
import { type LoopGraph, loopGraph, loopName } from '../../shared/model/loopWish.ts';
import { MODEL_VARIABLE } from '../../shared/model/modelEndpoint.ts';
import type { Shared } from './program.ts';
import { recordToEnd, type Watcher, watching } from './recording.ts';
import { standInsOf } from './run.ts';
import { withSession } from './session.ts';
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
    const { max, until, judge, model, shell } = flags;
    if (command !== undefined && model !== undefined) throw new CommandFailed(idleModel(model));
    const wished = loopGraph({ text: words.join(' '), command, shell, max, until, judge, model });
    if (!wished.ok) throw new CommandFailed(failure(wished.failure.code, wished.failure.message));
    const graph = wished.value;
    const standIns = standInsOf(session, flags.script);
    if (asksNamelessModel(graph, standIns.standIns)) throw new CommandFailed(noModel());
    const path = join(session.path('.'), `${loopName(command)}.json`);
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

/** What would be left out without a word. */
function idleModel(model: string): Failure {
  const message = `--model names who tries a prompt, and here the command after -- is tried. Leave it out, or write --judge model:${model} where it is to judge.`;
  return failure('usage', message);
}

/** A failure in the words of this command: an input error is known by its own code. */
function ownFailure(told: Failure): Failure {
  const problems = (told.detail as { problems?: readonly { code: string }[] } | undefined)?.problems ?? [];
  const codes = new Set(problems.map(({ code }) => code));
  const [only] = problems;
  return told.code === 'graph-invalid' && only && codes.size === 1 ? { ...told, code: only.code } : told;
}
