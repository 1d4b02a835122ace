// The static hazards of the tape's graph, for detectors that look for one at work.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Hazard, HazardCode } from '../../shared/model/hazard.ts';

export function staticHazardsOf(graph: CheckedGraph | undefined, code: HazardCode): readonly Hazard[] {
  return graph?.hazards.filter((hazard) => hazard.code === code) ?? [];
}
