// What the timeline draws.
import type { AttemptLine } from '../../../shared/contract/attempt.ts';
import type { HazardRow } from '../../../shared/contract/hazards.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { TimelineView } from '../../../shared/contract/timeline.ts';
import type { TimeWindow } from '../../viewport/timeWindow.ts';
import type { AppState, Hovered, Selection } from '../state.ts';
import { activeTape } from './tabs.ts';

export interface TimelineModel {
  /** The tab's id: a change means another tape. */
  readonly tab: string;
  /** The part that is shown. */
  readonly window: TimeWindow;
  /** The newest lanes that came; they may cover less or more than `window`. */
  readonly view: TimelineView | undefined;
  readonly loading: boolean;
  readonly failure: string | undefined;
  readonly playhead: number;
  readonly head: number;
  readonly live: boolean;
  readonly follow: boolean;
  readonly selection: Selection | null;
  readonly hovered: Hovered | null;
  /** For what a mark is about; a selected hazard is an index into it. */
  readonly hazards: readonly HazardRow[];
  /** The newest moment that came; may be that of an earlier playhead. */
  readonly moment: MomentView | undefined;
  /** Closed iterations by scope over the whole tape. */
  readonly iterations: Readonly<Record<string, number>>;
  /** Of a bounded loop: how its attempts ended. */
  readonly attempts: readonly AttemptLine[] | undefined;
}

const NO_HAZARDS: readonly HazardRow[] = [];

/** Undefined where no tape is shown. Compare with shallowEqual. */
export function timelineModel(state: AppState): TimelineModel | undefined {
  const tape = activeTape(state);
  if (!tape) return undefined;
  return {
    tab: tape.id,
    window: tape.window,
    view: tape.timeline.value?.view,
    loading: tape.timeline.loading,
    failure: tape.timeline.failure?.message,
    playhead: tape.playhead,
    head: tape.summary.head,
    live: tape.summary.live,
    follow: tape.follow,
    selection: tape.selection,
    hovered: tape.hovered,
    hazards: tape.hazards.value ?? NO_HAZARDS,
    moment: tape.moment.value,
    iterations: tape.summary.iterations,
    attempts: tape.attempt.value?.attempts,
  };
}
