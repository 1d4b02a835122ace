// The operator `command`: a fire runs a command line as a child process (semantics §4; seed 002, Canonical workflow 3).
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { assertNever } from '../../shared/base/assert.ts';
import { commandLine } from '../../shared/model/commandLine.ts';
import type { LogLine } from '../../shared/model/event.ts';
import { adoptPublic, toPublic } from '../../shared/model/publicValue.ts';
import { Bytes, typeName, type ValueRecord } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import { commandEnvironment } from './commandEnvironment.ts';
import { type Maker, outputsOf } from './outputs.ts';
import { ProcessGuard } from './processGuard.ts';
import type { Kept } from './processOutput.ts';
import { type ProcessEnd, type ProcessJob, runProcess } from './processRun.ts';
import { type Refusal, refusal } from './refusal.ts';
import { called, capital, setting } from './wording.ts';

/**
 * How long a fire may take, where the config has no `timeoutMs`. An attempt is a build or a test, which takes as long as it takes while
 * a person looks on; of a node or socket nobody would see that it hangs.
 */
const LIMIT_MS = 60_000;
/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;
const GRACE_MS = 2000;
/** The rest of a pipeline that still writes, for instance. */
const REST_MS = 1000;
/** How many bytes of an attempt's output are kept, half of them from its end, where the config has no `outputLimit`. */
const ATTEMPT_BYTES = 512 * 1024;
/** Of any other fire's: what a graph works with must be whole, so that more than that fails. */
const WHOLE_BYTES = 16 * 1024 * 1024;
/** How much of what is written to the standard error goes into the fire's log: the last lines. */
const LOG_LINES = 200;
const TOLD_LINES = 5;
const TOLD_CHARACTERS = 600;

export interface CommandOptions {
  /** The folder of the graph file; `cwd` is relative to it. */
  readonly graphFolder: string;
  /** How long a command has to end after SIGTERM, until it gets SIGKILL. */
  readonly graceMs?: number;
  /** How long what it left behind may go on when it has ended itself. */
  readonly restMs?: number;
}

/**
 * Config: `argv`, `shell?`, `cwd?`, `env?`, `timeoutMs?`, `outputLimit?` (bytes). The inputs come as one line of JSON, in the public form,
 * on its standard input. A node's standard output is a JSON object of its declared outputs; a socket's or judge's is the text that
 * it gives; an attempt's is its output, with the standard error in between, whatever the exit code. Elsewhere an exit code but 0 fails
 * the fire. When the command has ended, so has everything in its process group. Errors: `command-not-started`, `command-exited`,
 * `bad-output`, `undeclared-output`, `too-large`, `timeout`, `cancelled`, `bad-config`.
 */
export function commandOperator(options: CommandOptions): Operator & { close(): Promise<void> } {
  const closing = new AbortController();
  const guard = new ProcessGuard();
  const running = new Set<Promise<OperatorAnswer>>();
  const perform = async (call: Call, settings: Settings): Promise<OperatorAnswer> => {
    const mark = randomUUID();
    const { variables, remove } = commandEnvironment(call, mark, guard);
    try {
      const end = await runProcess({
        ...settings,
        cwd: resolve(options.graphFolder, settings.cwd),
        env: variables,
        mark,
        input: `${JSON.stringify(toPublic(call.inputs as ValueRecord))}\n`,
        isMerged: call.form === 'attempt',
        graceMs: options.graceMs ?? GRACE_MS,
        restMs: options.restMs ?? REST_MS,
        abort: AbortSignal.any([call.abort, closing.signal]),
        onText: call.output,
        guard,
      });
      return answerOf(call, settings, end);
    } finally {
      remove();
    }
  };
  return {
    outward: true,
    run(call) {
      if (call.abort.aborted || closing.signal.aborted) return cancelled(call);
      const settings = settingsOf(call);
      if ('ok' in settings) return settings;
      const answer = perform(call, settings);
      running.add(answer);
      const forget = () => running.delete(answer);
      answer.then(forget, forget);
      return answer;
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await guard.close();
    },
  };
}

type Settings = Pick<ProcessJob, 'argv' | 'shell' | 'cwd' | 'outputLimit' | 'timeoutMs'>;

function settingsOf(call: Call): Settings | Refusal {
  const { config, form } = call;
  const { argv, shell = false, cwd = '.', timeoutMs, outputLimit } = config;
  if (!Array.isArray(argv) || argv.length === 0 || !argv.every((word) => typeof word === 'string')) {
    return refusal('bad-config', `${setting(call, 'argv')} must be the list of the words of a command line.`);
  }
  if (typeof shell !== 'boolean' || typeof cwd !== 'string') {
    const [key, value, must] = typeof cwd === 'string' ? ['shell', shell, 'true or false'] : ['cwd', cwd, 'a folder'];
    return refusal('bad-config', `${setting(call, key)} is ${typeName(value)}; it must be ${must}.`);
  }
  for (const [key, value] of [
    ['timeoutMs', timeoutMs],
    ['outputLimit', outputLimit],
  ] as const) {
    if (value !== undefined && (typeof value !== 'number' || !(value > 0))) {
      return refusal('bad-config', `${setting(call, key)} must be a number above 0.`);
    }
  }
  const isAttempt = form === 'attempt';
  return {
    argv,
    shell,
    cwd,
    timeoutMs: typeof timeoutMs === 'number' ? Math.min(timeoutMs, LONGEST_MS) : isAttempt ? undefined : LIMIT_MS,
    outputLimit: typeof outputLimit === 'number' ? outputLimit : isAttempt ? ATTEMPT_BYTES : WHOLE_BYTES,
  };
}

function answerOf(call: Call, settings: Settings, end: ProcessEnd): OperatorAnswer {
  const name = nameOf(call);
  if (end.kind === 'not-started') return refusal('command-not-started', `${name} can't be started: ${end.why}.`);
  const log = [...linesOf(end.errors), ...end.notes.map((text): LogLine => ({ level: 'warn', text }))];
  const beside = { ...(log.length === 0 ? {} : { log }), ...(end.exit === null ? {} : { exit: end.exit }) };
  return { ...judged(call, settings, end, name), ...beside };
}

function judged(
  call: Call,
  { timeoutMs, outputLimit }: Settings,
  { cut, exit, signal, output, errors }: Extract<ProcessEnd, { kind: 'ended' }>,
  name: string,
): OperatorAnswer {
  const raw = output.totalBytes === 0 ? undefined : output.value;
  switch (cut) {
    case 'cancelled':
      return cancelled(call);
    case 'timeout':
      return refusal(
        'timeout',
        `${name} did not end within ${timeoutMs} ms and was ended with all that it had started; timeoutMs sets a longer limit.`,
        raw,
      );
    case undefined:
      break;
    default:
      assertNever(cut);
  }
  const maker: Maker = { name, verb: 'returned', code: 'bad-output' };
  if (call.form === 'attempt') {
    const how = { ...(exit === null ? {} : { exit }), ...(signal === null ? {} : { signal }) };
    return outputsOf(call, { output: output.value, ...how }, maker);
  }
  if (exit !== 0) {
    const how = exit === null ? `was ended by ${signal ?? 'the system'}` : `ended with exit code ${exit}`;
    return refusal('command-exited', `${name} ${how}${toldBy(errors)}`, raw);
  }
  if (output.leftOutBytes > 0) {
    const size = output.totalBytes.toLocaleString('en');
    return refusal(
      'too-large',
      `${name} wrote ${size} bytes, which is more than the ${outputLimit.toLocaleString('en')} that are kept; outputLimit sets a higher limit.`,
      raw,
    );
  }
  return call.form === 'whole' ? outputsOf(call, output.value, maker) : portsOf(call, output, maker);
}

/** A node's outputs, from the JSON that it wrote. */
function portsOf(call: Call, { value }: Kept, maker: Maker): OperatorAnswer {
  if (value instanceof Bytes) return outputsOf(call, value, maker);
  const text = value.replace(/^\uFEFF/, '').trim();
  if (text === '') return outputsOf(call, undefined, maker);
  let made: unknown;
  try {
    made = JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message;
    return refusal('bad-output', `${maker.name} wrote what is no JSON object of outputs: ${why}.`, value);
  }
  return outputsOf(call, adoptPublic(made), maker);
}

/** `The command "cargo test" of node "check"` */
function nameOf(call: Call): string {
  const line = commandLine(call.config);
  return `The command \`${line.length > 120 ? `${line.slice(0, 119)}…` : line}\` of ${called(call)}`;
}

function cancelled(call: Call): Refusal {
  return refusal('cancelled', `${capital(called(call))} was cancelled.`);
}

/** Its last words, as the end of a sentence. */
function toldBy(errors: Kept | undefined): string {
  const lines = textLines(errors).filter((line) => line.trim() !== '');
  const told = lines.slice(-TOLD_LINES).join('\n');
  return told === '' ? '.' : `: ${told.length > TOLD_CHARACTERS ? `…${told.slice(1 - TOLD_CHARACTERS)}` : told}`;
}

/** Programs write to their standard error how they get on, and not only what went wrong. */
function linesOf(errors: Kept | undefined): LogLine[] {
  const lines = textLines(errors);
  const left = lines.length - LOG_LINES;
  const kept = lines.slice(-LOG_LINES).map((text): LogLine => ({ level: 'info', text }));
  return left <= 0 ? kept : [{ level: 'warn', text: `${left} lines before these are not kept.` }, ...kept];
}

function textLines(errors: Kept | undefined): string[] {
  if (errors === undefined) return [];
  const { value } = errors;
  const text = value instanceof Bytes ? new TextDecoder().decode(value.data) : value;
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
