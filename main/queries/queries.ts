// Every call that a tape alone answers, by its name in the contract: what the thread that reads tapes serves.
import { type Result, succeeded } from '../../shared/base/result.ts';
import type { AnswerOf, ParsedRequestOf } from '../../shared/contract/calls.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { ReadCall } from '../../shared/contract/readMessage.ts';
import { attemptDetail } from './attemptDetail.ts';
import { eventsReport } from './eventsReport.ts';
import { eventsWindow } from './eventsWindow.ts';
import { findItems } from './findItems.ts';
import { findMoment } from './findMoment.ts';
import { fireDetail } from './fireDetail.ts';
import { tapeGraphView } from './graphView.ts';
import { hazardsList, knownHazards } from './hazardsList.ts';
import { momentReport } from './momentReport.ts';
import { momentView } from './momentView.ts';
import { moveFrom } from './moveFrom.ts';
import type { OpenTape } from './openTape.ts';
import { runReport, showReport } from './runReport.ts';
import { scopeWindow } from './scopeWindow.ts';
import { tapeSummary } from './tapeSummary.ts';
import { timelineWindow } from './timelineWindow.ts';
import { valueAt } from './valueAt.ts';
import { whyReport } from './whyReport.ts';

type Queries = {
  readonly [N in ReadCall]: (tape: OpenTape, request: Omit<ParsedRequestOf<N>, 'tape'>) => Result<AnswerOf<N>, Failure>;
};

export const queries: Queries = {
  'tape.summary': (tape) => succeeded(tapeSummary(tape)),
  'graph.ofTape': (tape) => succeeded(tapeGraphView(tape)),
  'timeline.window': (tape, request) => succeeded(timelineWindow(tape, request)),
  'scopes.window': (tape, request) => succeeded(scopeWindow(tape, request)),
  'scopes.find': (tape, request) => succeeded(findItems(tape, request)),
  'moment.get': momentView,
  'moment.move': (tape, request) => succeeded(moveFrom(tape, request)),
  'moment.find': findMoment,
  'fire.get': fireDetail,
  'attempt.get': attemptDetail,
  'events.window': (tape, request) => succeeded(eventsWindow(tape, request)),
  'hazards.list': (tape) => succeeded(hazardsList(tape)),
  'value.get': valueAt,
  'report.run': runReport,
  'report.show': (tape) => succeeded(showReport(tape)),
  'report.moment': momentReport,
  'report.events': eventsReport,
  'report.hazards': (tape) => succeeded([...knownHazards(tape).rows]),
  'report.why': whyReport,
};

/**
 * The answer of one call. Failures are the query's own; a tape that turns out to be damaged while it is read throws the tape's
 * own error, which is the caller's to put into words.
 */
export function answer<N extends ReadCall>(
  tape: OpenTape,
  call: N,
  request: Omit<ParsedRequestOf<N>, 'tape'>,
): Result<AnswerOf<N>, Failure> {
  return queries[call](tape, request);
}
