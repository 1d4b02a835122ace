// looptape run <graph>: checks, runs and records, with progress. Exit by how the run ended.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { visible } from '../../shared/base/visible.ts';
import type { AnswerOf, RequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { RunReport } from '../../shared/contract/report.ts';
import { ConsentRequest } from '../../shared/contract/run.ts';
import { EXIT, exitOfFailure, exitOfStatus } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { progressLine } from './progress.ts';
import { type Session, withSession } from './session.ts';
import { brief, CommandFailed, note, printJson, printLine } from './terminal.ts';

export interface RunFlags extends Shared {
  readonly input: readonly string[];
  readonly inputs?: string;
  readonly budget?: number;
  readonly compat?: string;
  readonly script?: string;
  readonly steps?: number;
  readonly out?: string;
  readonly force: boolean;
}

export function run(graph: string, flags: RunFlags): Promise<number> {
  return withSession(async (session) => {
    const request: RequestOf<'run.start'> = {
      path: session.path(graph),
      inputs: inputsOf(session, flags),
      ...(flags.budget === undefined ? {} : { budget: flags.budget }),
      ...(flags.compat === undefined ? {} : { compat: flags.compat }),
      ...(flags.steps === undefined ? {} : { steps: flags.steps }),
      ...(flags.script === undefined
        ? {}
        : { standIns: readObject(session.path(flags.script), '--script') as Record<string, Record<string, unknown>> }),
      ...(flags.out === undefined ? {} : { out: session.path(flags.out) }),
      ...(flags.force ? { force: true } : {}),
      ...(flags.yes ? { consented: true } : {}),
    };
    const over = whenOver(session, graph);
    const stop = stopSignal();
    const { tape } = await start(session, request, stop);
    // From its first event on a run ends as cancelled, also when it was told to before this program knew of its tape.
    void stop.then(() => session.attempt('run.control', { tape, action: 'stop' }));
    const broken = await over.of(tape);
    const report = await session.call('report.run', { tape });
    if (flags.json) printJson(report);
    else print(report);
    if (!broken) return exitOfStatus(report.status);
    note(visible(`looptape: ${broken.message} (${broken.code})`));
    // It was begun well: what the tape could not take any more is no fault of a file that was given.
    const code = exitOfFailure(broken);
    return code === EXIT.unreadable ? EXIT.failed : code;
  });
}

/** A signal often comes twice, to the group and from the parent; one that comes later is from a person who won't wait. */
const PATIENCE_MS = 1_000;

/** Resolves when the run is to end; a later signal ends the program at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const receive = (signal: NodeJS.Signals): void => {
      resolve();
      firstMs ??= performance.now();
      if (performance.now() - firstMs < PATIENCE_MS) return;
      process.off(signal, receive);
      process.kill(process.pid, signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, receive);
  });
}

/** Starts the run; where it needs a consent that this machine has not given, asks on a terminal, default no. */
async function start(
  session: Session,
  request: RequestOf<'run.start'>,
  stop: Promise<void>,
): Promise<AnswerOf<'run.start'>> {
  const first = await session.attempt('run.start', request);
  if (first.ok) return first.value;
  const wanted = first.failure.code === 'consent-needed' ? ConsentRequest.safeParse(first.failure.detail) : undefined;
  if (!wanted?.success) throw new CommandFailed(first.failure);
  const { modules, commands, hosts, hash } = wanted.data;
  note(`${visible(wanted.data.graph)} wants to use this machine:`);
  for (const module of modules) note(`  script   ${visible(module)}`);
  for (const command of commands) note(`  command  ${visible(command)}`);
  for (const host of hosts) note(`  network  ${visible(host)}`);
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    note('Nothing ran. Call again with --yes to consent for one call, or run it once on a terminal or in the app.');
    throw new CommandFailed(first.failure);
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const stopped = new AbortController();
  void stop.then(() => stopped.abort());
  const answer = await asking
    .question('Run it, now and until the graph or a module changes? [y/N] ', { signal: stopped.signal })
    .catch(() => '');
  asking.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed(first.failure);
  await session.call('consent.grant', { path: request.path, hash });
  return session.call('run.start', request);
}

/** Follows the run's pushes to what kept it from its end, if anything did; a push may come before the call that started the run has answered. */
function whenOver(session: Session, graph: string): { of(tape: string): Promise<Failure | undefined> } {
  const finished = new Map<string, Failure | undefined>();
  const progress = progressLine(graph);
  let wake: (() => void) | undefined;
  session.onPush((push) => {
    if (push.kind !== 'run.advanced') return;
    progress.advance(push.head + 1);
    if (push.state !== 'finished') return;
    finished.set(push.tape, push.failure);
    wake?.();
  });
  return {
    async of(tape) {
      while (!finished.has(tape)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      progress.end();
      return finished.get(tape);
    },
  };
}

function inputsOf(session: Session, flags: RunFlags): Record<string, unknown> {
  const inputs = flags.inputs === undefined ? {} : { ...readObject(session.path(flags.inputs), '--inputs') };
  for (const pair of flags.input) {
    const at = pair.indexOf('=');
    if (at < 1) throw new CommandFailed(failure('usage', `--input "${pair}" should be name=value.`));
    inputs[pair.slice(0, at)] = jsonOrText(pair.slice(at + 1));
  }
  return inputs;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readObject(path: string, option: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'is not there'
        : `can't be read (${(error as Error).message})`;
    throw new CommandFailed(failure('file-missing', `The file of ${option}, ${path}, ${why}.`));
  }
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch (error) {
    throw new CommandFailed(
      failure(
        'not-json',
        `The file of ${option}, ${path}, is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ')}.`,
      ),
    );
  }
  throw new CommandFailed(failure('wrong-shape', `The file of ${option}, ${path}, should hold one JSON object.`));
}

function print(report: RunReport): void {
  const reason = report.reason && report.reason !== report.status ? ` · ${report.reason}` : '';
  printLine(`${report.status}${reason}`);
  for (const [scope, n] of Object.entries(report.iterations))
    printLine(`  ${visible(scope)}: ${n} ${n === 1 ? 'iteration' : 'iterations'}`);
  for (const [scope, finals] of Object.entries(report.finals)) {
    for (const [name, value] of Object.entries(finals)) printLine(`  ${visible(`${scope}.${name}`)} = ${brief(value)}`);
  }
  for (const [name, value] of Object.entries(report.outputs)) printLine(`  output ${visible(name)} = ${brief(value)}`);
  if (report.error) {
    const where = [report.error.node, report.error.at].filter(Boolean).join(' at ');
    // What ran when it was cancelled has no fault of its own.
    if (report.error.code === 'cancelled') printLine(visible(`  while ${where} was running`));
    else printLine(visible(`  failed${where ? ` in ${where}` : ''}: ${report.error.code}: ${report.error.message}`));
  }
  for (const { node, inputs } of report.stalled?.waiting ?? []) {
    for (const { port, why } of inputs) printLine(visible(`  ${node} waits for ${port} (${why})`));
  }
  if (report.hazards.length > 0)
    printLine(`  hazards: ${report.hazards.join(', ')} (looptape hazards shows the evidence)`);
  printLine(`  tape: ${report.tape}`);
}
