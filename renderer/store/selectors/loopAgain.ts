// The form that would ask for a recorded bounded loop again, to be changed before it runs. What must hold: nothing of the recorded loop is
// dropped without a word; what the form has no field for is named.
import { ATTEMPT, JUDGE } from '../../../shared/model/checkedBoundedGraph.ts';
import { commandLine } from '../../../shared/model/commandLine.ts';
import { BLANK_LOOP, type LoopForm, type TapeTab } from '../state.ts';

export interface LoopAgain {
  readonly form: LoopForm;
  /** Names of settings that the recorded loop had and the form lacks. */
  readonly left: readonly string[];
}

type Config = Readonly<Record<string, unknown>>;

/** Undefined for other tapes, and for attempts that are neither a command nor a model, such as a stand-in's. */
export function loopAgain({ graph, summary }: TapeTab): LoopAgain | undefined {
  const { bounded, nodes = [] } = graph.value ?? {};
  const attempt = nodes.find(({ id }) => id === ATTEMPT);
  if (!bounded || !attempt) return undefined;
  const { prompt, maxIters, predicate } = bounded;
  const tried = attempt.type === 'command' ? triedCommand(attempt.config, prompt) : triedModel(attempt, prompt);
  if (!tried) return undefined;
  const { timeoutMs, outputLimit, ...rest } = attempt.config;
  const judge = judgeOf(nodes.find(({ id }) => id === JUDGE));
  const form: LoopForm = {
    ...BLANK_LOOP,
    ...tried.form,
    ...untilOf(predicate),
    ...judge.form,
    max: String(maxIters),
    seconds: typeof timeoutMs === 'number' ? String(timeoutMs / 1000) : '',
    kilobytes: typeof outputLimit === 'number' ? String(outputLimit / 1024) : '',
    folder: summary.folder ?? '',
  };
  return { form, left: [...tried.left(rest), ...judge.left] };
}

interface Tried {
  readonly form: Partial<LoopForm>;
  readonly left: (rest: Config) => string[];
}

function triedCommand(config: Config, prompt: string): Tried | undefined {
  const { argv, shell } = config;
  if (!Array.isArray(argv)) return undefined;
  const line = commandLine({ argv, shell: shell === true });
  return {
    form: { tries: 'command', command: line, shell: shell === true },
    // The prompt of a command that was typed is the command itself.
    left: (rest) => [...othersThan(rest, ['argv', 'shell']), ...(prompt === line ? [] : ['prompt'])],
  };
}

function triedModel(
  { type, config }: { readonly type: string; readonly config: Config },
  prompt: string,
): Tried | undefined {
  if (type !== 'model') return undefined;
  const model = typeof config.model === 'string' ? config.model : '';
  return { form: { tries: 'prompt', prompt, model }, left: (rest) => othersThan(rest, ['model']) };
}

function untilOf(predicate: string): Partial<LoopForm> {
  const [, kind, rest = ''] = /^(\w+):([\s\S]*)$/.exec(predicate) ?? [];
  if (kind === 'regex') return { until: 'regex', regex: rest };
  return kind === 'exit' ? { until: 'exit', exit: rest } : { until: 'judge', criterion: rest };
}

interface Judged {
  readonly form: Partial<LoopForm>;
  readonly left: readonly string[];
}

function judgeOf(judge: { readonly type: string; readonly config: Config } | undefined): Judged {
  const { type, config = {} } = judge ?? {};
  const left = (known: readonly string[]) => othersThan(config, known).map((name) => `judge.${name}`);
  switch (type) {
    case undefined:
      return { form: {}, left: [] };
    case 'command':
      // The form's judge is no text for a shell.
      return {
        form: { judge: 'command', judgedBy: commandLine({ argv: config.argv as string[] }) },
        left: left(['argv']),
      };
    case 'model':
      return { form: { judge: 'model', judgedBy: String(config.model ?? '') }, left: left(['model']) };
    case 'ask':
      return { form: { judge: 'ask' }, left: left([]) };
    default:
      return { form: { judge: 'ask' }, left: ['judge'] };
  }
}

function othersThan(config: Config, known: readonly string[]): string[] {
  return Object.keys(config).filter((name) => !known.includes(name));
}
