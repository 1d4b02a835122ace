// What the graph canvas draws: of a tape with the states at its moment, of a graph file without.

import type { Failure } from '../../../shared/contract/failure.ts';
import type { GraphView } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { Hazard } from '../../../shared/model/hazard.ts';
import type { AppState, Hovered, ScopeLists, Selection } from '../state.ts';
import { activeTab } from './tabs.ts';

export interface GraphModel {
  /** The tab's id: a change means another graph. */
  readonly tab: string;
  readonly view: GraphView | undefined;
  readonly loading: boolean;
  readonly failure: Failure | undefined;
  /** Undefined for a graph file, and until the first moment of a tape has come. */
  readonly moment: MomentView | undefined;
  /** Activations of its loops around the moment; undefined for a graph file and until they have come. */
  readonly lists: ScopeLists | undefined;
  /** Of a tape those with evidence on it, of a graph file the static ones; a selected hazard is an index into it. */
  readonly hazards: readonly Hazard[];
  readonly selection: Selection | null;
  readonly hovered: Hovered | null;
  /** Fit the whole graph whenever it changes. */
  readonly fits: number;
}

const NO_HAZARDS: readonly Hazard[] = [];

/** Undefined where no graph is shown. Compare with shallowEqual. */
export function graphModel(state: AppState): GraphModel | undefined {
  const tab = activeTab(state);
  if (!tab) return undefined;
  const { id, graph, selection, hovered, fits } = tab;
  return {
    tab: id,
    view: graph.value,
    loading: graph.loading,
    failure: graph.failure,
    moment: tab.kind === 'tape' ? tab.moment.value : undefined,
    lists: tab.kind === 'tape' ? tab.scopeLists.value : undefined,
    hazards: (tab.kind === 'tape' ? tab.hazards.value : graph.value?.hazards) ?? NO_HAZARDS,
    selection,
    hovered,
    fits,
  };
}
