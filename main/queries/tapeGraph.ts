// The graph of a tape, which views draw and the fold needs; a tape without its first event has none, and neither has one of another
// program's loop.
import type { EventOf } from '../../shared/model/event.ts';
import { type RecordedGraph, recordedGraph } from '../graph/recordedGraph.ts';

type Dialect = EventOf<'run.started'>['dialect'];

const NONE: RecordedGraph = { graph: undefined, drawn: undefined, problems: [] };

export function tapeGraph(started: EventOf<'run.started'> | undefined): RecordedGraph {
  return started && dialectOf(started) !== 'foreign' ? recordedGraph(started) : NONE;
}

/** Other programs call their dialects what they like. */
export function dialectOf(started: EventOf<'run.started'> | undefined): Dialect {
  switch (started?.dialect) {
    case 'socket':
    case 'bounded':
      return started.dialect;
    case 'pivot':
    case undefined:
      return 'pivot';
    default:
      return 'foreign';
  }
}
