// What the app and the thread that reads tapes say to each other. Requests are answered in the order in which they came.
import type { Result } from '../base/result.ts';
import type { CallName, ParsedRequestOf } from './calls.ts';
import type { Failure } from './failure.ts';

type ReportName = Exclude<Extract<CallName, `report.${string}`>, 'report.check'>;

/** The calls that a tape alone answers. `tape.summary` answers `tape.open` too. */
export type ReadCall =
  | 'tape.summary'
  | 'graph.ofTape'
  | 'timeline.window'
  | 'scopes.window'
  | 'scopes.find'
  | 'moment.get'
  | 'moment.move'
  | 'moment.find'
  | 'fire.get'
  | 'attempt.get'
  | 'events.window'
  | 'hazards.list'
  | 'value.get'
  | ReportName;

export type ReadRequest =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly call: ReadCall;
      /** The tape's file. */
      readonly path: string;
      readonly request: Omit<ParsedRequestOf<ReadCall>, 'tape'>;
    }
  /** Lets go of the file; answered when it is closed. */
  | { readonly kind: 'release'; readonly id: number; readonly path: string };

export interface ReadAnswer {
  readonly id: number;
  readonly result: Result<unknown, Failure>;
}

/** What is said to the thread without an answer: close every tape, and end. */
export interface ReadCommand {
  readonly kind: 'close';
}
