// The hazards of a tape: what the detectors find, each code and place once, the most severe first. A static hazard of the graph
// counts only where a detector found it at work, so a tape is not blamed for what its graph might do.
import type { Severity, TapeHazard } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';
import { detectors } from './detectors.ts';

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

export function tapeHazards(view: TapeView): TapeHazard[] {
  const byPlace = new Map<string, TapeHazard>();
  for (const detector of detectors) {
    for (const hazard of detector.find(view)) {
      const { scope, node, port, slot } = hazard.where;
      // An input is one place, whichever of its slots was named.
      const key = JSON.stringify([hazard.code, scope, node, port ?? slot]);
      if (!byPlace.has(key)) byPlace.set(key, hazard);
    }
  }
  // Stable: of equal severity the order of the detectors, then of the log.
  return [...byPlace.values()].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}
