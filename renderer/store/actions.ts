// Everything that can happen to the state. Names are past tense: an action tells what happened, the reducer and the
// effects decide what follows. Those without a tab's id mean the active tab.

import type { Result } from '../../shared/base/result.ts';
import type { CommandId } from '../../shared/commands/commands.ts';
import type { Settings } from '../../shared/contract/app.ts';
import type { AttemptDetail } from '../../shared/contract/attempt.ts';
import type { AnswerOf } from '../../shared/contract/calls.ts';
import type { EventRow } from '../../shared/contract/events.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { GraphView } from '../../shared/contract/graph.ts';
import type { HazardRow } from '../../shared/contract/hazards.ts';
import type { LoopDraft } from '../../shared/contract/loop.ts';
import type { FireDetail, MomentView } from '../../shared/contract/moment.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import type { ConsentRequest, RunState } from '../../shared/contract/run.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import type { ValuePlace } from '../../shared/contract/value.ts';
import type { PublicValue } from '../../shared/model/publicValue.ts';
import type { Connection } from '../api/api.ts';
import type {
  DrawerTab,
  FoundItems,
  Hovered,
  LoopForm,
  Overlay,
  RunForm,
  ScopeLists,
  Selection,
  TimelineAnswer,
} from './state.ts';

type Answer<T> = Result<T, Failure>;

/** What a person does. */
export type UserAction =
  /** A manual move to a moment nearby: a drag, a step. Switches Follow off. */
  | { readonly type: 'moment.scrubbed'; readonly seq: number }
  /** A jump to a moment, by a link: kept in what was looked at. */
  | { readonly type: 'moment.jumped'; readonly seq: number; readonly selection?: Selection }
  /** The timeline shows another part; in seq, clamped to the tape. */
  | { readonly type: 'window.changed'; readonly from: number; readonly to: number }
  /** The timeline's lanes have this width now. */
  | { readonly type: 'timeline.measured'; readonly widthPx: number }
  | { readonly type: 'selected'; readonly selection: Selection | null }
  | { readonly type: 'hovered'; readonly hovered: Hovered | null }
  | { readonly type: 'follow.changed'; readonly follow: boolean }
  | { readonly type: 'speed.changed'; readonly eventsPerSecond: number }
  | { readonly type: 'command.invoked'; readonly command: CommandId }
  | { readonly type: 'drawer.changed'; readonly drawer: DrawerTab }
  /** The list of events shows these rows; what is missing is fetched. */
  | { readonly type: 'events.wanted'; readonly from: number; readonly to: number }
  /** A row of the scope tree was folded or unfolded by hand. */
  | { readonly type: 'tree.folded'; readonly row: string; readonly folded: boolean }
  /** More of a list of activations or iterations is wanted. */
  | { readonly type: 'list.widened'; readonly list: string; readonly from: number; readonly count: number }
  /** Items are looked for by their label. */
  | { readonly type: 'items.wanted'; readonly text: string }
  | { readonly type: 'value.wanted'; readonly place: ValuePlace }
  | { readonly type: 'place.entered'; readonly text: string }
  | { readonly type: 'open.requested'; readonly paths: readonly string[] }
  | { readonly type: 'files.dropped'; readonly files: readonly File[] }
  | { readonly type: 'tab.activated'; readonly tab: string }
  | { readonly type: 'tab.closed'; readonly tab: string }
  | { readonly type: 'graph.reloaded'; readonly tab: string }
  | { readonly type: 'form.changed'; readonly tab: string; readonly form: RunForm }
  | { readonly type: 'run.requested'; readonly tab: string; readonly paused: boolean }
  | { readonly type: 'consent.given'; readonly tab: string; readonly hash: string; readonly paused: boolean }
  | { readonly type: 'loop.changed'; readonly form: LoopForm }
  | { readonly type: 'loop.requested' }
  | { readonly type: 'run.controlled'; readonly action: 'pause' | 'resume' | 'step' | 'stop' }
  | { readonly type: 'question.answered'; readonly tape: string; readonly fire: number; readonly answer: string }
  | { readonly type: 'library.wanted' }
  | { readonly type: 'item.renamed'; readonly path: string; readonly name: string }
  | { readonly type: 'item.revealed'; readonly path: string }
  | { readonly type: 'item.deleted'; readonly path: string }
  | { readonly type: 'item.forgotten'; readonly path: string }
  | { readonly type: 'settings.changed'; readonly settings: Partial<Settings> }
  | { readonly type: 'layout.reset' }
  | { readonly type: 'overlay.shown'; readonly overlay: Overlay | null }
  | { readonly type: 'notice.dismissed'; readonly id: number };

/** What the host tells. `tab` names whom it is for; a tab that was closed meanwhile takes nothing. */
export type HostAction =
  | { readonly type: 'connection.changed'; readonly connection: Connection }
  | { readonly type: 'push.received'; readonly push: Push }
  | { readonly type: 'app.described'; readonly info: AnswerOf<'app.info'> }
  | { readonly type: 'settings.saved'; readonly settings: Settings }
  | { readonly type: 'library.asked' }
  | { readonly type: 'library.answered'; readonly answer: Answer<AnswerOf<'library.list'>> }
  | { readonly type: 'open.started'; readonly path: string }
  | { readonly type: 'open.ended'; readonly path: string }
  | { readonly type: 'tape.opened'; readonly summary: TapeSummary; readonly started: RunState | undefined }
  | { readonly type: 'tape.described'; readonly tab: string; readonly summary: TapeSummary }
  | { readonly type: 'loop.asked' }
  | { readonly type: 'loop.answered'; readonly answer: Answer<LoopDraft> }
  | { readonly type: 'loop.placed'; readonly folders: readonly string[] }
  | { readonly type: 'loop.accepted' }
  | { readonly type: 'loop.refused'; readonly failure: Failure }
  | { readonly type: 'graph.opened'; readonly path: string }
  | { readonly type: 'graph.answered'; readonly tab: string; readonly answer: Answer<GraphView> }
  | { readonly type: 'moment.asked'; readonly tab: string }
  | { readonly type: 'moment.answered'; readonly tab: string; readonly answer: Answer<MomentView> }
  | { readonly type: 'moment.followed'; readonly tab: string; readonly seq: number }
  | { readonly type: 'play.ended'; readonly tab: string }
  | { readonly type: 'timeline.asked'; readonly tab: string }
  | { readonly type: 'timeline.answered'; readonly tab: string; readonly answer: Answer<TimelineAnswer> }
  | { readonly type: 'scopes.asked'; readonly tab: string }
  | { readonly type: 'scopes.answered'; readonly tab: string; readonly answer: Answer<ScopeLists> }
  | { readonly type: 'items.answered'; readonly tab: string; readonly answer: Answer<FoundItems> }
  | { readonly type: 'hazards.answered'; readonly tab: string; readonly answer: Answer<readonly HazardRow[]> }
  | { readonly type: 'attempt.asked'; readonly tab: string }
  | { readonly type: 'attempt.answered'; readonly tab: string; readonly answer: Answer<AttemptDetail | null> }
  | { readonly type: 'fire.asked'; readonly tab: string }
  | { readonly type: 'fire.answered'; readonly tab: string; readonly answer: Answer<FireDetail> | undefined }
  | {
      readonly type: 'events.answered';
      readonly tab: string;
      readonly page: number;
      readonly rows: readonly EventRow[];
    }
  | { readonly type: 'value.asked'; readonly tab: string; readonly key: string }
  | {
      readonly type: 'value.answered';
      readonly tab: string;
      readonly key: string;
      readonly answer: Answer<PublicValue>;
    }
  | { readonly type: 'run.changed'; readonly tab: string; readonly run: RunState }
  | { readonly type: 'run.refused'; readonly tab: string; readonly failure: Failure }
  | { readonly type: 'run.accepted'; readonly tab: string }
  /** A recorded run goes on in its tape. */
  | { readonly type: 'run.continued'; readonly tab: string; readonly summary: TapeSummary }
  | { readonly type: 'consent.asked'; readonly tab: string; readonly request: ConsentRequest; readonly paused: boolean }
  | {
      readonly type: 'notice.raised';
      readonly tone: 'error' | 'info';
      readonly code?: string;
      readonly message: string;
    };

export type Action = UserAction | HostAction;
export type Dispatch = (action: Action) => void;
