// The spine: builds the stages in the order of the architecture page and gives the one app that the desktop, the web host
// and the command line serve. Nothing is decided here; each part has a file.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import type { Settings } from '../../shared/contract/app.ts';
import type { Handlers } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import { createConsents } from '../settings/consent.ts';
import { createRecents } from '../settings/recent.ts';
import { createSettings } from '../settings/settings.ts';
import { createAdmission } from './admission.ts';
import { checkReportOf, graphOfFile } from './graphFile.ts';
import { createLibrary } from './library.ts';
import { createLoops } from './loops.ts';
import { callerPath, type Folders, foldersOf } from './paths.ts';
import { createReaders } from './readers.ts';
import { createRecordings, type Recordings } from './recordings.ts';
import { redactionRules } from './redactionRules.ts';
import { createRuns, type Runs } from './runs.ts';
import { createTapes } from './tapes.ts';
import { programVersion } from './version.ts';

export interface AppOptions {
  readonly host: 'desktop' | 'web' | 'cli';
  /** Default: those of the environment. */
  readonly folders?: Folders;
  /** Absolute paths that the command line asked to open: tapes, graphs, and folders, whose files join the library. */
  readonly opening?: readonly string[];
  /**
   * `any`: whoever calls may name every file that the user may read (desktop, command line; the default). `known`: only
   * what the command line, the recent list, the examples, an upload or a run of this app named (web host); others are
   * refused with `path-refused`.
   */
  readonly paths?: 'any' | 'known';
  /** Shows the system's file dialog. Without it `library.pick` fails with `desktop-only`. */
  readonly pick?: () => Promise<readonly string[]>;
  /** Shows a file in the system's file manager. Without it `library.reveal` fails with `desktop-only`. */
  readonly reveal?: (path: string) => void;
  /** Told of the settings at the start and after every change. */
  readonly onSettings?: (settings: Settings) => void;
}

export interface App {
  readonly folders: Folders;
  readonly handlers: Handlers;
  /** Gives every push to the listener; the answer takes it off again. */
  onPush(listener: (push: Push) => void): () => void;
  /** For hosts: `command.invoked`, `open.requested`. */
  push(push: Push): void;
  /** For whoever records in this process what the app shows. */
  readonly recordings: Pick<Recordings, 'show'>;
  /** Makes a path openable under `paths: "known"`. */
  admit(path: string, origin: 'named' | 'upload'): void;
  /** Ends live runs as cancelled, lets go of every tape, ends the threads. */
  close(): Promise<void>;
}

export function compose(options: AppOptions): App {
  const folders = options.folders ?? foldersOf();
  const version = programVersion();
  const listeners = new Set<(push: Push) => void>();
  const push = (pushed: Push): void => {
    for (const listener of listeners) listener(pushed);
  };

  const settings = createSettings(folders.settings);
  const recents = createRecents(folders.settings);
  const consents = createConsents(folders.settings);
  const readers = createReaders();
  // The library and the tapes ask whether a file is being recorded, and the runs tell them: one of them comes later.
  let runs: Runs | undefined;
  let recordings: Recordings | undefined;
  const isLive = (path: string): boolean => (runs?.isLive(path) ?? false) || (recordings?.isLive(path) ?? false);
  const tapes = createTapes(readers, isLive);
  const library = createLibrary({
    recents,
    readers,
    isLive,
    examples: folders.examples,
    moved: (from, to) => tapes.moved(from, to),
    changed: () => push({ kind: 'library.changed' }),
  });
  const loops = createLoops(callerPath('.'), () =>
    recents.list().flatMap(({ kind, path }) => (kind === 'graph' ? [path] : [])),
  );
  const admission = createAdmission(options.paths ?? 'any', (path) => library.isKnown(path));
  const noted = async (path: string): Promise<void> => {
    admission.admit(path, 'named');
    const summary = await tapes.open(path);
    await library.note(path, 'tape', summary.ok ? summary.value : undefined);
  };
  const made = createRuns({
    tapesFolder: folders.tapes,
    version,
    readers,
    tapes,
    consents,
    push,
    redactionRules: (more) => redactionRules(folders.settings, more),
    isUpload: (path) => admission.isUpload(path),
    allowsGraph: loops.allows,
    isTrusted: options.host === 'cli',
    noted,
  });
  runs = made;
  const shown = createRecordings({ readers, tapes, push, noted });
  recordings = shown;

  const opening = openingOf(options.opening ?? [], (folder) => {
    library.noteFolder(folder).catch((error: unknown) => console.warn(`looptape: ${folder}: ${String(error)}`));
  });
  for (const path of options.opening ?? []) admission.admit(path, 'named');
  options.onSettings?.(settings.get());
  if (options.host !== 'cli') readers.warm();

  /** Does the work with the path, where it may be named. */
  const admitted = async <T>(
    given: string,
    work: (path: string) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> => {
    const path = admission.check(given);
    return path.ok ? work(path.value) : path;
  };
  /** A copy that goes when the program does is no recent file. */
  const note: typeof library.note = async (path, kind, summary) => {
    if (!admission.isUpload(path)) await library.note(path, kind, summary);
  };

  const handlers: Handlers = {
    ...tapes.handlers,
    'app.info': async () =>
      succeeded({
        version,
        host: options.host === 'desktop' ? 'desktop' : 'web',
        platform: process.platform,
        opening,
        settings: settings.get(),
        questions: made.questions(),
      }),
    'settings.set': async (change) => {
      const next = await settings.set(change);
      options.onSettings?.(next);
      return succeeded(next);
    },
    'library.list': async () => succeeded(await library.list()),
    'library.pick': async () => {
      if (!options.pick) return failed(desktopOnly('The file dialog'));
      const paths = await options.pick();
      for (const path of paths) admission.admit(path, 'named');
      return succeeded({ paths: [...paths] });
    },
    'library.reveal': ({ path }) =>
      admitted(path, async (known) => {
        if (!options.reveal) return failed(desktopOnly('Showing a file in its folder'));
        options.reveal(known);
        return succeeded({});
      }),
    'library.rename': ({ path, name }) => admitted(path, (known) => library.rename(known, name)),
    'library.delete': ({ path }) => admitted(path, (known) => library.remove(known)),
    'library.forget': async ({ path }) => {
      await library.forget(resolve(path));
      return succeeded({});
    },
    'tape.open': ({ path }) =>
      admitted(path, async (known) => {
        const summary = await tapes.open(known);
        if (summary.ok) await note(known, 'tape', summary.value);
        return summary;
      }),
    'tape.summary': ({ tape }) => tapes.summary(tape),
    'tape.close': async ({ tape }) => {
      await tapes.close(tape);
      return succeeded({});
    },
    'graph.ofFile': ({ path, loadout }) =>
      admitted(path, async (known) => {
        const view = await graphOfFile(known, loadout);
        if (view.ok) await note(known, 'graph');
        return view;
      }),
    'report.check': ({ path, ...options }) => admitted(path, (known) => checkReportOf(known, options)),
    // A graph without a file names no file either; where it may stand, its run asks.
    'run.start': (request) =>
      request.graph === undefined
        ? admitted(request.path, (path) => made.start({ ...request, path }))
        : made.start(request),
    'run.continue': (request) => made.goOn(request),
    'run.answer': (request) => made.answer(request),
    'run.control': (request) => made.control(request),
    'consent.grant': (request) =>
      request.graph === undefined
        ? admitted(request.path, (path) => made.grant({ ...request, path }))
        : made.grant(request),
    'loop.draft': ({ graph }) => loops.draft(graph),
    'loop.places': async () => succeeded({ folders: loops.places() }),
  };

  return {
    folders,
    handlers,
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push,
    recordings: shown,
    admit: (path, origin) => admission.admit(path, origin),
    async close() {
      await made.close();
      await readers.close();
    },
  };
}

function desktopOnly(what: string): Failure {
  return failure('desktop-only', `${what} is there in the desktop window alone; drop the file into the page instead.`);
}

/** The files among the paths; what lies in folders joins the library. */
function openingOf(paths: readonly string[], joinLibrary: (folder: string) => void): string[] {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  for (const path of paths) if (isFolder(path)) joinLibrary(path);
  return paths.filter((path) => !isFolder(path));
}
