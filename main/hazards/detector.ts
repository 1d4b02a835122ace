// What a dynamic detector is: one way loops go wrong that a tape shows. Pure over the view of a tape; one hazard a file.
import type { HazardCode, TapeHazard } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';

export interface Detector {
  readonly code: HazardCode;
  /** Every occurrence, each with the moments that show it, first to last. Reads the log once, in order. */
  find(view: TapeView): TapeHazard[];
}
