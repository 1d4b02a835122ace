// A command that records: it starts a run, asks for consent on a terminal, follows the run with progress to its end, and reports it.
// `run`, `loop` and `continue` differ in what they ask for alone.
import { visible } from '../../shared/base/visible.ts';
import type { AnswerOf, RequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import { RedactionRule } from '../../shared/contract/redaction.ts';
import { ConsentRequest } from '../../shared/contract/run.ts';
import { answerRun, askPerson, isTerminal } from './answering.ts';
import { EXIT, exitOfFailure, exitOfStatus } from './exitCodes.ts';
import { exitOfLoop, loopDocument, printLoop } from './loopReport.ts';
import type { Shared } from './program.ts';
import { type Progress, progressLine } from './progress.ts';
import { printReport } from './runReport.ts';
import type { Session } from './session.ts';
import { showRun } from './showing.ts';
import { CommandFailed, note, printJson } from './terminal.ts';

type Recording = 'run.start' | 'run.continue';

export interface Wanted<N extends Recording> {
  readonly call: N;
  readonly request: RequestOf<N>;
  /** What a person calls it, for the line of progress. */
  readonly title: string;
  /** The path that a consent is given for. */
  readonly path: string;
}

/** Gives the exit code: of how the run ended, or of what kept it from its end. */
export async function recordToEnd<N extends Recording>(
  session: Session,
  wanted: Wanted<N>,
  json: boolean,
): Promise<number> {
  const progress = progressLine(wanted.title);
  const over = whenOver(session, progress);
  const stop = stopSignal();
  showRun(session, progress.end);
  answerRun(session, stop, !json, progress.end);
  const { tape } = await start(session, wanted, stop);
  // From its first event on a run ends as cancelled, also when it was told to before this program knew of its tape.
  void stop.then(() => session.attempt('run.control', { tape, action: 'stop' }));
  const broken = await over.of(tape);
  const report = await session.call('report.run', { tape });
  const { loop } = report;
  if (json) printJson(loop ? loopDocument(report) : report);
  else if (loop) printLoop(loop, report);
  else printReport(report);
  if (!broken) return loop ? exitOfLoop(loop) : exitOfStatus(report.status);
  note(visible(`looptape: ${broken.message} (${broken.code})`));
  // It was begun well: what the tape could not take any more is no fault of a file that was given.
  const code = exitOfFailure(broken);
  return code === EXIT.unreadable ? EXIT.failed : code;
}

/** What this command does for the run while it stays with it. */
export function watching({
  json,
  yesDestructive,
  redact,
}: Watcher): Pick<RequestOf<Recording>, 'answers' | 'shows' | 'confirmed' | 'redact'> {
  return {
    answers: isTerminal(),
    shows: !json,
    ...(yesDestructive ? { confirmed: true } : {}),
    ...(redact.length === 0 ? {} : { redact: redact.map(ruleOf) }),
  };
}

export interface Watcher extends Pick<Shared, 'json'> {
  readonly yesDestructive: boolean;
  readonly redact: readonly string[];
}

function ruleOf(given: string): RedactionRule {
  const [, name, pattern] = /^([^=\s]+)=(.+)$/s.exec(given) ?? [];
  const rule = RedactionRule.safeParse({ name, pattern });
  if (rule.success) return rule.data;
  const message = `--redact "${given}" should be name=pattern, such as card=\\b\\d{16}\\b: what the pattern matches is kept off the tape.`;
  throw new CommandFailed(failure('usage', message));
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

/** Starts it; where it needs a consent that this machine has not given, asks on a terminal, default no. */
async function start<N extends Recording>(
  session: Session,
  { call, request, path }: Wanted<N>,
  stop: Promise<void>,
): Promise<AnswerOf<Recording>> {
  const first = await session.attempt(call, request);
  if (first.ok) return first.value;
  const wanted = first.failure.code === 'consent-needed' ? ConsentRequest.safeParse(first.failure.detail) : undefined;
  if (!wanted?.success) throw new CommandFailed(first.failure);
  tellUses(wanted.data);
  if (!isTerminal()) {
    note('Nothing ran. Call again with --yes to consent for one call, or run it once on a terminal or in the app.');
    throw new CommandFailed(first.failure);
  }
  const what = wanted.data.tape ? 'the tape' : 'the graph';
  const answer = await askPerson(`Run it, now and until ${what} or a module changes? [y/N] `, stop);
  if (!/^y(es)?$/i.test(answer ?? '')) throw new CommandFailed(first.failure);
  await session.call('consent.grant', { path, hash: wanted.data.hash });
  return session.call(call, request);
}

function tellUses({ graph, modules, commands, hosts, models, tape }: ConsentRequest): void {
  if (tape) {
    note(`The tape ${visible(tape.path)} wants to use this machine; its graph, ${visible(graph)}, names:`);
    for (const module of modules) note(`  script   ${visible(module)}   in ${visible(tape.folder)}`);
  } else {
    note(`${visible(graph)} wants to use this machine:`);
    for (const module of modules) note(`  script   ${visible(module)}`);
  }
  for (const command of commands) note(`  command  ${visible(command)}`);
  for (const host of hosts) note(`  network  ${visible(host)}`);
  for (const model of models) note(`  model    ${visible(model)}`);
}

/** Follows a run's pushes to what kept it from its end, if anything did; a push may come before the call that started it has answered. */
function whenOver(session: Session, progress: Progress): { of(tape: string): Promise<Failure | undefined> } {
  const finished = new Map<string, Failure | undefined>();
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
