// Starting runs: every refusal before the first fire, consent, the place of the tape; and the runs that are live.
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TapeId, tapeId } from '../../shared/base/ids.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf, ParsedRequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import type { RedactionRule, RedactionRules } from '../../shared/contract/redaction.ts';
import type { RunThreadData } from '../../shared/contract/runMessage.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import type { PublicValue } from '../../shared/model/publicValue.ts';
import type { Consents } from '../settings/consent.ts';
import { makeFolder } from '../tape/folder.ts';
import { type CheckedFile, type CheckFileOptions, checkFile } from './checkFile.ts';
import { createAsking, type Question, usesOfTape } from './consent.ts';
import { type LiveRun, startLiveRun } from './liveRun.ts';
import { usesOf } from './modules.ts';
import { newTapePath } from './paths.ts';
import type { Readers } from './readers.ts';
import { recordedRun } from './recordedRun.ts';
import { inputFailure, missingFailure, nestedFailure } from './startRefusals.ts';
import type { Tapes } from './tapes.ts';
import { thinnedOutput } from './thinnedOutput.ts';

type StartRequest = ParsedRequestOf<'run.start'>;
export type AskedQuestion = AnswerOf<'app.info'>['questions'][number];

export interface Runs {
  isLive(path: string): boolean;
  /** What live runs are asking by now. */
  questions(): AskedQuestion[];
  start(request: StartRequest): Promise<Result<AnswerOf<'run.start'>, Failure>>;
  /** Goes on with the run of an open tape, in that tape. */
  goOn(request: ParsedRequestOf<'run.continue'>): Promise<Result<AnswerOf<'run.continue'>, Failure>>;
  answer(request: ParsedRequestOf<'run.answer'>): Promise<Result<AnswerOf<'run.answer'>, Failure>>;
  control(request: ParsedRequestOf<'run.control'>): Promise<Result<AnswerOf<'run.control'>, Failure>>;
  grant(request: ParsedRequestOf<'consent.grant'>): Promise<Result<AnswerOf<'consent.grant'>, Failure>>;
  /** Ends every run as cancelled. */
  close(): Promise<void>;
}

export interface RunsParts {
  readonly tapesFolder: string;
  readonly version: string;
  readonly readers: Readers;
  readonly tapes: Tapes;
  readonly consents: Consents;
  readonly push: (push: Push) => void;
  /** What the user wants kept off every tape, as the file says now, and off this one. */
  readonly redactionRules: (more: readonly RedactionRule[]) => Result<RedactionRules, Failure>;
  /** Whether a file came through the page of the web host, alone. */
  readonly isUpload: (path: string) => boolean;
  /** Whether a caller may choose the tape's place and say yes for itself: the command line may. */
  readonly isTrusted: boolean;
  /** Whether a page may run this graph, which stands in no file, at that path. */
  readonly allowsGraph: (path: string, graph: Readonly<Record<string, unknown>>) => boolean;
  /** Told when a tape was begun, and when it has ended. */
  readonly noted: (path: string) => Promise<void>;
}

export function createRuns(parts: RunsParts): Runs {
  const live = new Map<TapeId, LiveRun & { readonly over: Promise<void> }>();
  const asking = createAsking(parts.consents);
  const isLive = (path: string): boolean => [...live.values()].some((run) => run.path === path);
  /** What is asked and not answered, by tape and fire. */
  const questions = new Map<string, AskedQuestion>();
  const versions = { looptape: parts.version, node: process.versions.node };

  /** Everything that follows a run's end, in the order in which others may rely on it: the push comes last. */
  const overOf = async (id: TapeId, run: LiveRun): Promise<void> => {
    const why = await run.ended;
    const refused = await run.started;
    live.delete(id);
    for (const [key, question] of questions) if (question.tape === id) questions.delete(key);
    if (why && !refused) {
      // What a reader knew of its writer no longer holds.
      await parts.readers.without(run.path, async () => undefined);
    }
    if (!refused) await parts.noted(run.path);
    const failure = why && !refused ? { failure: why } : {};
    parts.push({ kind: 'run.advanced', tape: id, head: run.head(), state: 'finished', ...failure });
  };

  // The command line shows everything; a page that could not keep up shows what it can.
  const showing = parts.isTrusted ? parts.push : thinnedOutput(parts.push);

  const launch = (id: TapeId, data: RunThreadData, head?: number): LiveRun => {
    const run = startLiveRun({
      readers: parts.readers,
      data,
      ...(head === undefined ? {} : { head }),
      onAdvance: (newest, state) => parts.push({ kind: 'run.advanced', tape: id, head: newest, state }),
      onAsked: ({ kind: _, ...asked }) => {
        questions.set(`${id} ${asked.fire}`, { tape: id, ...asked });
        parts.push({ kind: 'run.asked', tape: id, ...asked });
      },
      onShown: ({ kind: _, ...shown }) => showing({ kind: 'run.shown', tape: id, ...shown }),
    });
    live.set(id, { ...run, over: overOf(id, run) });
    return run;
  };

  const begin = (file: CheckedFile, request: StartRequest, path: string, redaction: RedactionRules): LiveRun => {
    const id = tapeId(randomUUID());
    const { budget, compat, loadout, standIns, steps } = request;
    return launch(id, {
      kind: 'begin',
      text: file.text,
      graphPath: file.path,
      tapePath: path,
      id,
      inputs: request.inputs,
      ...watchingOf(request),
      redaction,
      force: request.force ?? false,
      versions,
      ...(budget === undefined ? {} : { budget }),
      ...(compat === undefined ? {} : { compat }),
      ...(loadout === undefined ? {} : { loadout }),
      ...(standIns === undefined ? {} : { standIns: standIns as PublicValue }),
      ...(steps === undefined ? {} : { steps }),
    });
  };

  /** The tape's summary as soon as its run can be read. */
  const opened = async (run: LiveRun): Promise<Result<TapeSummary, Failure>> => {
    const why = await run.started;
    if (why) return failed(why);
    const summary = await parts.tapes.open(run.path);
    if (summary.ok) await parts.noted(run.path);
    // A quick one may be over by now, and what was told of that came before this answer.
    return isLive(run.path) ? summary : parts.tapes.open(run.path);
  };

  const notLive = (tape: TapeId, what: string): Failure => {
    const name = parts.tapes.pathOf(tape) ?? `the tape ${tape}`;
    return failure('not-live', `${name} is not being recorded by this program, so there is nothing to ${what}.`);
  };

  return {
    isLive,
    questions: () => [...questions.values()],
    async start(request) {
      const { out, consented, confirmed, graph: own } = request;
      const isForeign = own !== undefined && !parts.allowsGraph(resolve(request.path), own);
      if (!parts.isTrusted && (out !== undefined || isForeign || consented || confirmed)) {
        return failed(
          failure(
            'path-refused',
            'Only the command line may run a graph without a file anywhere, choose where a tape goes or consent for itself.',
          ),
        );
      }
      const rules = parts.redactionRules(request.redact ?? []);
      if (!rules.ok) return rules;
      const file = await checkFile(resolve(request.path), request);
      if (!file.ok) return file;
      const { graph } = file.value;
      const refused =
        nestedFailure(graph) ??
        missingFailure(graph) ??
        inputFailure(graph, request) ??
        (await asking.refusal(questionOf(file.value.path, request), {
          consented: request.consented ?? false,
          isUpload: parts.isUpload(file.value.path),
        }));
      if (refused) return failed(refused);
      const isTaken = (path: string) => existsSync(path) || isLive(path);
      const path = placeOf(request, parts.tapesFolder, file.value.graph.name, isTaken);
      if (request.graph === undefined && isSameFile(path, file.value.path))
        return failed(failure('out-is-graph', `${path} is the graph itself; choose another --out.`));
      if (isLive(path)) return failed(failure('tape-live', `${path} is being recorded; choose another --out.`));
      // A recording may hold what is nobody else's business.
      const unwritable = request.out === undefined ? folderFailure(parts.tapesFolder) : undefined;
      if (unwritable) return failed(unwritable);
      // What is replaced must not be held open.
      if (request.force) await parts.readers.without(path, async () => undefined);
      // Both threads start side by side.
      parts.readers.warm();
      return opened(begin(file.value, request, path, rules.value));
    },
    async goOn(request) {
      const { tape, steps, live: isLiveAnswer, consented } = request;
      if (!parts.isTrusted && (consented || request.confirmed))
        return failed(failure('path-refused', 'Only the command line may consent for itself.'));
      const summary = await parts.tapes.summary(tape);
      if (!summary.ok) return summary;
      const recorded = recordedRun(summary.value, isLiveAnswer ?? false);
      if (!recorded.ok) return recorded;
      const rules = parts.redactionRules(request.redact ?? []);
      if (!rules.ok) return rules;
      const { path, head, graph, folder } = recorded.value;
      const question = async () => succeeded(await usesOfTape(graph, { path, folder }));
      const options = { consented: consented ?? false, isUpload: parts.isUpload(path) };
      const refused = nestedFailure(graph) ?? missingFailure(graph) ?? (await asking.refusal(question, options));
      if (refused) return failed(refused);
      // Whoever asked for the same meanwhile came first.
      if (isLive(path)) return failed(failure('tape-live', `${path} is being recorded; pause or stop that run first.`));
      const data: RunThreadData = {
        kind: 'continue',
        tapePath: path,
        head,
        graphFolder: folder,
        ...watchingOf(request),
        redaction: rules.value,
        versions,
        ...(steps === undefined ? {} : { steps }),
      };
      return opened(launch(tape, data, head));
    },
    async answer({ tape, fire, answer }) {
      const run = live.get(tape);
      if (run === undefined) return failed(notLive(tape, 'answer'));
      if (run.answer(fire, answer)) {
        questions.delete(`${tape} ${fire}`);
        parts.push({ kind: 'run.answered', tape, fire });
        return succeeded({});
      }
      return failed(
        failure(
          'not-asked',
          'That question is not open any more: it was answered before, or its run went on without it.',
        ),
      );
    },
    async control({ tape, action }) {
      const run = live.get(tape);
      if (run === undefined) return failed(notLive(tape, action));
      if (action === 'stop') {
        await run.stop();
        await run.over;
        return succeeded({ state: run.state() });
      }
      const state = run.control(action);
      parts.push({ kind: 'run.advanced', tape, head: run.head(), state });
      return succeeded({ state });
    },
    grant: ({ path, hash, graph }) => asking.grant(path, hash, questionOf(resolve(path), { graph })),
    async close() {
      await Promise.all([...live.values()].map((run) => run.stop().then(() => run.over)));
    },
  };
}

/** What a graph file would use, read and checked anew each time. */
function questionOf(path: string, options?: CheckFileOptions): Question {
  return async () => {
    const file = await checkFile(path, options);
    return file.ok ? succeeded(await usesOf(file.value.graph, file.value.folder)) : file;
  };
}

function watchingOf({
  paused,
  answers,
  shows,
  confirmed,
}: Pick<StartRequest, 'paused' | 'answers' | 'shows' | 'confirmed'>): Pick<
  RunThreadData,
  'paused' | 'answers' | 'shows' | 'confirmed'
> {
  return {
    paused: paused ?? false,
    answers: answers ?? false,
    shows: shows ?? false,
    confirmed: confirmed ?? false,
  };
}

/** The place of the new tape: the one that was asked for, else a new name in the tapes folder. */
function placeOf(
  request: StartRequest,
  tapesFolder: string,
  graphName: string,
  isTaken: (path: string) => boolean,
): string {
  if (request.out !== undefined) return resolve(request.out);
  for (let ms = Date.now(); ; ms++) {
    const path = newTapePath(tapesFolder, graphName, new Date(ms));
    if (!isTaken(path)) return path;
  }
}

function isSameFile(path: string, there: string): boolean {
  return path === there || (existsSync(path) && realpathSync(path) === realpathSync(there));
}

function folderFailure(folder: string): Failure | undefined {
  try {
    makeFolder(folder, 0o700);
    return undefined;
  } catch (error) {
    const why = (error as Error).message;
    return failure(
      'folder-unwritable',
      `The folder ${folder} for tapes can't be made: ${why}. Set LOOPTAPE_HOME, or use --out.`,
    );
  }
}
