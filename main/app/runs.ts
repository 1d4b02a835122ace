// Starting runs: every refusal before the first fire, consent, the place of the tape; and the runs that are live.
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TapeId, tapeId } from '../../shared/base/ids.ts';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf, ParsedRequestOf } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import type { RunState } from '../../shared/contract/run.ts';
import type { PublicValue } from '../../shared/model/publicValue.ts';
import { missingOperators } from '../graph/missingOperators.ts';
import { runInputs } from '../graph/runInputs.ts';
import { OPERATOR_NAMES } from '../operators/operatorSet.ts';
import type { Consents } from '../settings/consent.ts';
import { makeFolder } from '../tape/folder.ts';
import { type CheckedFile, checkFile } from './checkFile.ts';
import { type LiveRun, startLiveRun } from './liveRun.ts';
import { needsConsent, usesOf } from './modules.ts';
import { newTapePath } from './paths.ts';
import type { Readers } from './readers.ts';
import type { Tapes } from './tapes.ts';

type StartRequest = ParsedRequestOf<'run.start'>;

export interface Runs {
  isLive(path: string): boolean;
  start(request: StartRequest): Promise<Result<AnswerOf<'run.start'>, Failure>>;
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
  /** Whether a file came through the page of the web host, alone. */
  readonly isUpload: (path: string) => boolean;
  /** Whether a caller may choose the tape's place and say yes for itself: the command line may. */
  readonly isTrusted: boolean;
  /** Told when a tape was begun, and when it has ended. */
  readonly noted: (path: string) => Promise<void>;
}

export function createRuns(parts: RunsParts): Runs {
  const live = new Map<TapeId, LiveRun & { readonly over: Promise<void> }>();
  /** What consent was asked for, so that a yes is checked against the same question. */
  const asked = new Map<string, StartRequest>();
  const isLive = (path: string): boolean => [...live.values()].some((run) => run.path === path);

  const consentFailure = async (file: CheckedFile, request: StartRequest): Promise<Failure | undefined> => {
    const uses = await usesOf(file.graph, file.folder);
    if (!needsConsent(uses)) return undefined;
    if (parts.isUpload(file.path)) {
      return failure(
        'upload-not-runnable',
        `${file.graph.name} needs ${uses.modules.join(', ')}, which did not come with the dropped file. Run it from its own place: looptape open GRAPH.`,
      );
    }
    if (request.consented || parts.consents.isGranted(uses.hash)) return undefined;
    asked.set(uses.hash, request);
    return failure('consent-needed', `${file.graph.name} runs code of this machine and was not allowed to yet.`, uses);
  };

  /** Everything that follows a run's end, in the order in which others may rely on it: the push comes last. */
  const overOf = async (id: TapeId, run: LiveRun): Promise<void> => {
    const why = await run.ended;
    const refused = await run.started;
    live.delete(id);
    if (why && !refused) {
      // What a reader knew of its writer no longer holds.
      await parts.readers.without(run.path, async () => undefined);
    }
    if (!refused) await parts.noted(run.path);
    const failure = why && !refused ? { failure: why } : {};
    parts.push({ kind: 'run.advanced', tape: id, head: run.head(), state: 'finished', ...failure });
  };

  const begin = (file: CheckedFile, request: StartRequest, path: string): LiveRun => {
    const id = tapeId(randomUUID());
    const { budget, compat, standIns, steps } = request;
    const tell = (head: number, state: RunState) => parts.push({ kind: 'run.advanced', tape: id, head, state });
    const run = startLiveRun({
      readers: parts.readers,
      onAdvance: tell,
      data: {
        text: file.text,
        graphPath: file.path,
        tapePath: path,
        id,
        inputs: request.inputs,
        paused: request.paused ?? false,
        force: request.force ?? false,
        versions: { looptape: parts.version, node: process.versions.node },
        ...(budget === undefined ? {} : { budget }),
        ...(compat === undefined ? {} : { compat }),
        ...(standIns === undefined ? {} : { standIns: standIns as PublicValue }),
        ...(steps === undefined ? {} : { steps }),
      },
    });
    live.set(id, { ...run, over: overOf(id, run) });
    return run;
  };

  return {
    isLive,
    async start(request) {
      if (!parts.isTrusted && (request.out !== undefined || request.consented)) {
        return failed(
          failure('path-refused', 'Only the command line may choose where a tape goes or consent for itself.'),
        );
      }
      const file = await checkFile(resolve(request.path), request);
      if (!file.ok) return file;
      const refused = refusal(file.value, request) ?? (await consentFailure(file.value, request));
      if (refused) return failed(refused);
      const isTaken = (path: string) => existsSync(path) || isLive(path);
      const path = placeOf(request, parts.tapesFolder, file.value.graph.name, isTaken);
      if (isSameFile(path, file.value.path))
        return failed(failure('out-is-graph', `${path} is the graph itself; choose another --out.`));
      if (isLive(path)) return failed(failure('tape-live', `${path} is being recorded; choose another --out.`));
      // A recording may hold what is nobody else's business.
      const unwritable = request.out === undefined ? folderFailure(parts.tapesFolder) : undefined;
      if (unwritable) return failed(unwritable);
      // What is replaced must not be held open.
      if (request.force) await parts.readers.without(path, async () => undefined);
      // Both threads start side by side.
      parts.readers.warm();
      const run = begin(file.value, request, path);
      const why = await run.started;
      if (why) return failed(why);
      const summary = await parts.tapes.open(path);
      if (summary.ok) await parts.noted(path);
      return summary;
    },
    async control({ tape, action }) {
      const run = live.get(tape);
      if (run === undefined) {
        const what = parts.tapes.pathOf(tape) ?? `the tape ${tape}`;
        return failed(
          failure('not-live', `${what} is not being recorded by this program, so there is nothing to ${action}.`),
        );
      }
      if (action === 'stop') {
        await run.stop();
        await run.over;
        return succeeded({ state: run.state() });
      }
      const state = run.control(action);
      parts.push({ kind: 'run.advanced', tape, head: run.head(), state });
      return succeeded({ state });
    },
    async grant({ path, hash }) {
      const file = await checkFile(resolve(path), asked.get(hash));
      if (!file.ok) return file;
      const uses = await usesOf(file.value.graph, file.value.folder);
      if (uses.hash !== hash) {
        return failed(
          failure(
            'consent-stale',
            `${path} or a module of it has changed since you were asked; look at it again.`,
            uses,
          ),
        );
      }
      await parts.consents.grant(hash, file.value.path);
      return succeeded({});
    },
    async close() {
      await Promise.all([...live.values()].map((run) => run.stop().then(() => run.over)));
    },
  };
}

function refusal({ graph }: CheckedFile, request: StartRequest): Failure | undefined {
  const missing = missingOperators(graph, OPERATOR_NAMES);
  if (missing.length > 0) {
    const types = [...new Set(missing.map(({ type }) => type))];
    const sentence = `${graph.name} can't run here: no operator knows ${types.join(', ')}. Give stand-ins with --script, or use nodes of the types ${[...OPERATOR_NAMES].join(', ')}.`;
    return failure('missing-operators', sentence, { types, nodes: missing });
  }
  const known = runInputs(graph).map(({ name }) => name);
  const unknown = Object.keys(request.inputs).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const takes = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
    return failure('unknown-input', `${graph.name} has no input ${unknown.join(', ')}; ${takes}.`, { unknown, known });
  }
  return undefined;
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
