// The command line: one command a file, each loaded when it is called, so that starting costs little.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { programVersion } from '../app/version.ts';
import { EXIT, exitOfFailure } from './exitCodes.ts';
import { CommandFailed, note, printJson } from './terminal.ts';

export interface Shared {
  readonly json: boolean;
  readonly yes: boolean;
}

/** Runs one command line (without the program's own name) and gives the exit code. Never rejects. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  let code: number = EXIT.done;
  const { words, command } = splitCommand(argv);
  const program = build((result) => {
    code = result;
  }, command);
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (thrown) {
    return failedWith(thrown, words.includes('--json'));
  }
}

/** What stands behind the `--` of `loop` is a command of the user's, in which nothing is an option of ours. */
function splitCommand(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const at = argv.indexOf('--');
  const name = argv.find((word) => !word.startsWith('-'));
  if (at < 0 || name !== 'loop') return { words: argv, command: undefined };
  return { words: argv.slice(0, at), command: argv.slice(at + 1) };
}

function failedWith(thrown: unknown, json: boolean): number {
  if (thrown instanceof CommanderError) {
    // Help and version were asked for; everything else is a wrong call, which commander has told.
    if (thrown.exitCode === 0) return EXIT.done;
    if (json) printJson({ error: { code: 'usage', message: thrown.message } });
    return EXIT.usage;
  }
  if (thrown instanceof CommandFailed) {
    const { failure } = thrown;
    const problems = problemsOf(failure.detail);
    const [only] = problems;
    if (only && problems.length === 1) note(`looptape: ${failure.message}${hintOf(only)} (${only.code})`);
    else {
      note(`looptape: ${failure.message} (${failure.code})`);
      for (const problem of problems) note(`  ${problem.code}: ${problem.message}${hintOf(problem)}`);
    }
    if (json) printJson({ error: failure });
    return exitOfFailure(failure);
  }
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  note(`looptape: a fault of Looptape itself: ${message}`);
  if (json)
    printJson({ error: { code: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown) } });
  return EXIT.fault;
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** The problems of a graph, where a failure brings them. */
function problemsOf(detail: unknown): readonly Problem[] {
  const problems = (detail as { problems?: unknown } | undefined)?.problems;
  return Array.isArray(problems) ? (problems as Problem[]) : [];
}

function hintOf({ hint }: Problem): string {
  return hint ? ` ${hint}` : '';
}

function build(done: (code: number) => void, ownCommand: readonly string[] | undefined): Command {
  const program = new Command('looptape')
    .description('Runs agent loops, records them on a tape, and travels through the tape.')
    .version(programVersion())
    .exitOverride()
    .showHelpAfterError('(looptape --help lists the commands)')
    .configureHelp({ showGlobalOptions: true })
    .option('--json', 'print one JSON document (JSON lines for events)', false)
    .option('--yes', 'consent for this call; not remembered', false);

  const shared = (command: Command): Shared => command.optsWithGlobals<Shared>();
  const add = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .exitOverride()
      .option('--json', 'print JSON', false)
      .option('--yes', 'consent for this call', false);

  const yesDestructive = (): Option =>
    new Option('--yes-destructive', 'yes beforehand to every further attempt of a destructive step').default(false);
  const redact = (): Option =>
    new Option('--redact <name=pattern>', 'keep what the pattern matches off the tape; may be repeated')
      .argParser(collect)
      .default([]);
  add('open [path...]', 'the app: desktop window where Electron is there, else the local web app')
    .option('--web', 'serve the web app even where Electron is there')
    .option('--no-browser', 'do not open a browser')
    .addOption(new Option('--port <n>', 'port on 127.0.0.1; a free one where absent').argParser(wholeNumber(0)))
    .action(async (paths: string[], options: { browser: boolean; port?: number }) => {
      done(await (await import('./open.ts')).open(paths, options));
    });
  add('run <graph>', 'checks, runs and records a graph')
    .option('--input <k=v>', 'a run input; JSON where it parses, else text', collect, [])
    .option('--inputs <file>', 'run inputs as a JSON object in a file')
    .addOption(new Option('--budget <n>', 'caps every budget').argParser(wholeNumber(1)))
    .option('--compat <engine>', "a public engine's rules")
    .option('--loadout <name>', 'which loadout of a config file; without it the active one, else the only one')
    .option('--script <file>', 'stand-ins: a JSON object of node → scripted config')
    .addOption(new Option('--steps <n>', 'pause after n fires').argParser(wholeNumber(0)))
    .addOption(yesDestructive())
    .addOption(redact())
    .option('--out <tape>', 'where the tape goes')
    .option('--force', 'overwrite an existing --out', false)
    .action(async (graph: string, _options: object, command: Command) => {
      done(await (await import('./run.ts')).run(graph, command.optsWithGlobals()));
    });
  add(
    'loop [text...]',
    'tries a command, or a prompt, until it succeeds, with a hard limit: looptape loop --until exit:0 -- cargo test',
  )
    .usage('[options] [text …] [-- command …]')
    .option('--max <n>', 'at most so many attempts: 1 to 10, 3 where nothing says so')
    .option('--until <predicate>', 'exit:<code>, regex:<pattern> or judge:<criterion>')
    .option('--judge <judge>', 'who judges: command:<command line>, model:<model>, or ask for a person')
    .option(
      '--model <model>',
      'the model that tries a prompt; without it the one in LOOPTAPE_MODEL, at OPENAI_BASE_URL with OPENAI_API_KEY',
    )
    .option('--shell', 'the command is a text for the system’s shell', false)
    .option('--script <file>', 'stand-ins for attempt and judge: a JSON object of node → scripted config')
    .addOption(yesDestructive())
    .addOption(redact())
    .option('--out <tape>', 'where the tape goes')
    .option('--force', 'overwrite an existing --out', false)
    .action(async (text: string[], _options: object, command: Command) => {
      done(await (await import('./loop.ts')).loop(text, ownCommand, command.optsWithGlobals()));
    });
  add('continue <tape>', 'goes on in the same tape where it is paused, waiting, interrupted or failed')
    .addOption(new Option('--steps <n>', 'pause after n fires').argParser(wholeNumber(0)))
    .option('--live', 'give a tape that waits for a live answer what it waits for', false)
    .addOption(yesDestructive())
    .addOption(redact())
    .action(async (tape: string, _options: object, command: Command) => {
      done(await (await import('./continue.ts')).goOn(tape, command.optsWithGlobals()));
    });
  add('check <graph>', 'validation and static hazards, all of them')
    .option('--compat <engine>', "a public engine's rules")
    .option('--loadout <name>', 'which loadout of a config file; without it the active one, else the only one')
    .action(async (graph: string, _options: object, command: Command) => {
      done(await (await import('./check.ts')).check(graph, command.optsWithGlobals()));
    });
  add('show <tape>', 'summary, or the whole state at a moment')
    .option('--at <moment>', '#seq, a path such as plan[2]/act[0], a path with :start, start or end')
    .action(async (tape: string, _options: object, command: Command) => {
      done(await (await import('./show.ts')).show(tape, command.optsWithGlobals()));
    });
  add('events <tape>', 'the log')
    .option('--kind <kind>', 'only this kind; may be repeated', collect, [])
    .option('--from <moment>', 'from this moment on')
    .option('--to <moment>', 'up to this moment')
    .action(async (tape: string, _options: object, command: Command) => {
      done(await (await import('./events.ts')).events(tape, command.optsWithGlobals()));
    });
  add('why <tape> <address>', 'the chain of writes and decisions behind a value: a slot or node.port, /a/b for a part')
    .requiredOption('--at <moment>', '#seq, a path such as plan[2]/act[0], a path with :start, start or end')
    .action(async (tape: string, address: string, _options: object, command: Command) => {
      done(await (await import('./why.ts')).why(tape, address, command.optsWithGlobals()));
    });
  add('hazards <tape>', 'what went wrong, with evidence').action(
    async (tape: string, _options: object, command: Command) => {
      done(await (await import('./hazards.ts')).hazards(tape, shared(command)));
    },
  );
  const newTape = (command: Command): Command =>
    command.option('--out <tape>', 'where the tape goes').option('--force', 'overwrite an existing --out', false);
  add('export <tape>', 'the recording as a file that other programs read, and import takes back')
    .addOption(new Option('--format <format>', 'jsonl: one event a line').choices(['jsonl']).default('jsonl'))
    .option('--out <file>', 'where it goes; standard output where absent')
    .option('--force', 'overwrite an existing --out', false)
    .action(async (tape: string, _options: object, command: Command) => {
      done(await (await import('./export.ts')).exportTape(tape, command.optsWithGlobals()));
    });
  newTape(
    add(
      'import <file>',
      'a recording as JSON lines (- is standard input) becomes a tape; docs/recording.md says how to write one',
    ),
  ).action(async (file: string, _options: object, command: Command) => {
    done(await (await import('./import.ts')).importFile(file, command.optsWithGlobals()));
  });
  newTape(
    add('record', 'follows the events of your own loop on standard input, live: some-agent | looptape record --open'),
  )
    .option('--open', 'show the tape in the web app meanwhile', false)
    .option('--no-browser', 'with --open: do not open a browser')
    .addOption(new Option('--port <n>', 'with --open: port on 127.0.0.1').argParser(wholeNumber(0)))
    .action(async (_options: object, command: Command) => {
      done(await (await import('./record.ts')).record(command.optsWithGlobals()));
    });
  program.addHelpText(
    'after',
    `
Examples:
  looptape run examples/navigator-frozen.json --yes --out frozen.looptape
  looptape hazards frozen.looptape
  looptape show frozen.looptape --at 'iterIn_1[17]'
  looptape open frozen.looptape
  some-agent | looptape record --open
  looptape loop --max 5 --until exit:0 -- cargo test
  looptape loop --model qwen3 --judge ask "explain the cache in two sentences"

Exit codes: 0 ended, 1 check or hazards found something or a loop reached its limit, 2 not readable or invalid, 3 failed, 4 stalled, 5 cancelled,
6 waiting or paused, 64 usage, 70 our own fault.`,
  );
  return program;
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (!/^\d+$/.test(text) || n < least) {
      throw new InvalidArgumentError(`It should be a whole number of at least ${least}.`);
    }
    return n;
  };
}
