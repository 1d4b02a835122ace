// The hazards of a tape: what the detectors find, each code and place once, the most severe first. A static hazard of the graph
// counts only where a detector found it at work, so a tape is not blamed for what its graph might do.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventKind } from '../../shared/model/event.ts';
import type { Severity, TapeHazard } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';
import { type AnyWatcher, watchAll } from './detectors.ts';

/** A loop that ran for days has more evidence than anyone jumps to; what is left out lies evenly between what is kept. */
const MOST_EVIDENCE = 1000;
const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Sees a tape's events in order, as far as it goes, and says what is wrong with it so far. */
export class HazardWatch {
  readonly #watchers: readonly AnyWatcher[];

  constructor(graph: CheckedGraph | undefined) {
    this.#watchers = watchAll(graph);
  }

  get kinds(): readonly EventKind[] {
    return [...new Set(this.#watchers.flatMap((watcher) => watcher.kinds))];
  }

  see(event: EngineEvent): void {
    for (const watcher of this.#watchers) watcher.see(event);
  }

  found(): TapeHazard[] {
    const byPlace = new Map<string, TapeHazard>();
    for (const hazard of this.#watchers.flatMap((watcher) => watcher.found())) {
      const { scope, node, port, slot } = hazard.where;
      // An input is one place, whichever of its slots was named.
      const key = JSON.stringify([hazard.code, scope, node, port ?? slot]);
      if (!byPlace.has(key)) byPlace.set(key, { ...hazard, evidence: thinned(hazard.evidence) });
    }
    // Stable: of equal severity the order of the detectors, then of the log.
    return [...byPlace.values()].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  }
}

export function tapeHazards(view: TapeView): TapeHazard[] {
  const watch = new HazardWatch(view.graph);
  for (const event of view.events(watch.kinds)) watch.see(event);
  return watch.found();
}

function thinned(evidence: readonly string[]): string[] {
  if (evidence.length <= MOST_EVIDENCE) return [...evidence];
  const step = (evidence.length - 1) / (MOST_EVIDENCE - 1);
  return Array.from({ length: MOST_EVIDENCE }, (_, i) => evidence[Math.round(i * step)] as string);
}
