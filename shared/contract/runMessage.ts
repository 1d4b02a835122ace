// What the app and the thread of one run say to each other.
import type { PublicValue } from '../model/publicValue.ts';
import type { Reason, Status } from '../model/status.ts';
import type { Failure } from './failure.ts';
import type { RedactionRules } from './redaction.ts';
import type { RunState } from './run.ts';

/** What a run's thread starts with. Values stand in their public form. */
export type RunThreadData = NewRunData | ContinuedRunData;

interface EveryRunData {
  readonly tapePath: string;
  readonly steps?: number;
  readonly paused: boolean;
  /** Someone answers `asked`; without it no one is there to ask. */
  readonly answers: boolean;
  /** Someone looks at `shown`, which is not told otherwise. */
  readonly shows: boolean;
  /** A person's yes beforehand to every further attempt of a destructive step. */
  readonly confirmed: boolean;
  /** What the user wants kept off every tape. */
  readonly redaction: RedactionRules;
  readonly versions: Readonly<Record<string, string>>;
}

export interface NewRunData extends EveryRunData {
  readonly kind: 'begin';
  /** The text that was checked and consented to, not what the file holds by now. */
  readonly text: string;
  /** The graph's file, or where it would stand: for its name, and for the folder of its modules and commands. */
  readonly graphPath: string;
  /** Replaces a file that is there. */
  readonly force: boolean;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly budget?: number;
  readonly compat?: string;
  readonly loadout?: string;
  readonly standIns?: PublicValue;
}

/** The tape says everything else: what it holds beyond `head` was not looked at, and refuses it. */
export interface ContinuedRunData extends EveryRunData {
  readonly kind: 'continue';
  readonly head: number;
  /** Where the graph's modules are looked for. */
  readonly graphFolder: string;
}

export type RunCommand =
  | { readonly kind: 'pause' | 'resume' | 'step' | 'stop' }
  /** What a person answered to the fire that asked. */
  | { readonly kind: 'answer'; readonly fire: number; readonly answer: string }
  /** Nobody reads the tape any more, so that it can end as one file. */
  | { readonly kind: 'released' };

export type RunNews =
  /** The tape is there and holds `run.started`. */
  | { readonly kind: 'started' }
  /** Recorded and readable up to `head`. */
  | { readonly kind: 'advanced'; readonly head: number; readonly state: RunState }
  /** A fire asks a person, and waits for `answer`. */
  | {
      readonly kind: 'asked';
      readonly fire: number;
      readonly node: string;
      readonly text: string;
      readonly about?: string;
      readonly yesNo: boolean;
    }
  /** Of a bounded loop: output of the attempt that runs, or the line that says what an attempt came to. */
  | { readonly kind: 'shown'; readonly what: 'output' | 'result'; readonly text: string }
  /** All is recorded; asks for `released`. */
  | { readonly kind: 'finishing' }
  /** The tape is one whole file. The last news. */
  | { readonly kind: 'finished'; readonly head: number; readonly status: Status; readonly reason: Reason | null }
  /** It did not start, or could not go on (a full disk, our own fault). The last news. */
  | { readonly kind: 'failed'; readonly failure: Failure };
