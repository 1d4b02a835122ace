// The static hazards of the tape's graph, for detectors that look for one at work.
import type { Hazard, HazardCode } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';

export function staticHazardsOf(view: TapeView, code: HazardCode): readonly Hazard[] {
  return view.graph?.hazards.filter((hazard) => hazard.code === code) ?? [];
}
