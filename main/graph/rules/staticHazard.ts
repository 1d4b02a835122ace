// What a static hazard is: a way loops go wrong that the graph alone shows, before any run. A graph with hazards is whole and
// runs. One hazard stands in one file; the lists (staticHazards.ts, socketHazards.ts) are also tables in docs/semantics.md.
import type { Hazard } from '../../../shared/model/hazard.ts';
import type { PivotDraft } from '../pivot/draft.ts';

/** A hazard without what is the same for all of its kind. */
export type HazardFinding = Omit<Hazard, 'code' | 'severity'>;

export interface StaticHazard<D = PivotDraft> extends Pick<Hazard, 'code' | 'severity'> {
  /** Where it comes from, such as `seed 001 §10`. */
  readonly source: string;
  /** What goes wrong, for a reader of the documentation. */
  readonly sentence: string;
  readonly example?: string;
  find(draft: D): HazardFinding[];
}
