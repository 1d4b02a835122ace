// The graph of a tape, which views draw and the fold needs; a tape without its first event has none.
import type { EventOf } from '../../shared/model/event.ts';
import { type RecordedGraph, recordedGraph } from '../graph/recordedGraph.ts';

export function tapeGraph(started: EventOf<'run.started'> | undefined): RecordedGraph {
  return started ? recordedGraph(started) : { graph: undefined, drawn: undefined, problems: [] };
}
