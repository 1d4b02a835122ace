// The spine: builds the stages in the order of the architecture page and gives the one app that the desktop, the web host
// and the command line serve.
import type { Result } from '../../shared/base/result.ts';
import type { Settings } from '../../shared/contract/app.ts';
import type { CallName, Handlers } from '../../shared/contract/calls.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import { type Folders, foldersOf } from './paths.ts';

export interface AppOptions {
  readonly host: 'desktop' | 'web' | 'cli';
  /** Default: those of the environment. */
  readonly folders?: Folders;
  /** Absolute paths that the command line asked to open. */
  readonly opening?: readonly string[];
  /**
   * `any`: whoever calls may name every file that the user may read (desktop, command line). `known`: only what the
   * command line, the recent list, the examples, an upload or a run of this app named (web host); others are refused
   * with `path-refused`.
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
  /** Makes a path openable under `paths: "known"`. */
  admit(path: string, origin: 'named' | 'upload'): void;
  /** Ends live runs as cancelled, lets go of every tape, ends the workers. */
  close(): Promise<void>;
}

export function compose(options: AppOptions): App {
  const folders = options.folders ?? foldersOf();
  const listeners = new Set<(push: Push) => void>();
  const missing = async (): Promise<Result<never, Failure>> => ({
    ok: false,
    failure: failure('not-there-yet', 'This part of the program is not there yet.'),
  });
  const handlers = new Proxy({} as Handlers, { get: (_target, _name: CallName) => missing });
  return {
    folders,
    handlers,
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(push) {
      for (const listener of listeners) listener(push);
    },
    admit() {},
    async close() {},
  };
}
