// The graph that a tape was recorded with, checked anew by this build: from what its `run.started` holds alone.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { isRecord } from '../../shared/model/value.ts';
import { draftGraph } from './check.ts';
import { parseGraphValue } from './parse.ts';

export interface RecordedGraph {
  /** Undefined where this build can't check it; `problems` say why. */
  readonly graph: CheckedGraph | undefined;
  /** As far as it is understood: to be drawn, also where it breaks rules. */
  readonly drawn: CheckedGraph | undefined;
  readonly problems: readonly Problem[];
}

export function recordedGraph(started: EventOf<'run.started'>): RecordedGraph {
  const name = started.name ?? 'graph';
  const parsed = parseGraphValue(started.graph, name);
  if (!parsed.ok) return { graph: undefined, drawn: undefined, problems: parsed.failure.problems };
  const { standIns, compat, loadout } = started;
  const draft = draftGraph(parsed.value, {
    name,
    ...(isRecord(standIns) ? { standIns } : {}),
    ...(compat === undefined ? {} : { compat }),
    ...(loadout === undefined ? {} : { loadout }),
  });
  const isSound = draft.problems.length === 0;
  return { graph: isSound ? draft.graph : undefined, drawn: draft.graph, problems: draft.problems };
}
