// The whole state of the page. What must hold: it is plain readonly data; nothing is stored that can be derived; one
// moment (`playhead`) per tape is the truth that tree, graph, inspector, timeline and footer show.
import type { Settings } from '../../shared/contract/app.ts';
import type { AttemptDetail } from '../../shared/contract/attempt.ts';
import type { EventRow } from '../../shared/contract/events.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { GraphView } from '../../shared/contract/graph.ts';
import type { HazardRow } from '../../shared/contract/hazards.ts';
import type { Example, LibraryItem } from '../../shared/contract/library.ts';
import type { LoopDraft } from '../../shared/contract/loop.ts';
import type { FireDetail, MomentView } from '../../shared/contract/moment.ts';
import type { ConsentRequest, RunState } from '../../shared/contract/run.ts';
import type { FoundItem, ScopeList } from '../../shared/contract/scopes.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import type { TimelineView } from '../../shared/contract/timeline.ts';
import type { PublicValue } from '../../shared/model/publicValue.ts';
import type { Connection } from '../api/api.ts';
import type { TimeWindow } from '../viewport/timeWindow.ts';
import type { WindowRequest } from '../viewport/windowRequest.ts';

/** Something that is fetched. `value` is the newest that came, and stays on screen while `loading`. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly loading: boolean;
  readonly failure: Failure | undefined;
}
export const NOT_LOADED: Loaded<never> = { value: undefined, loading: false, failure: undefined };

/** What is selected, in every view at once. */
export type Selection =
  | { readonly kind: 'node'; readonly node: string }
  | { readonly kind: 'slot'; readonly scope: string; readonly slot: string }
  /** What a node's port reads. */
  | { readonly kind: 'input'; readonly node: string; readonly port: string }
  | { readonly kind: 'edge'; readonly edge: string }
  | { readonly kind: 'decision'; readonly seq: number }
  | { readonly kind: 'scope'; readonly scope: string }
  /** A place in the tape's list of hazards; of a graph tab, in its static hazards. */
  | { readonly kind: 'hazard'; readonly index: number };

/** What the pointer or the focus is on; a moment is one that a view offers to jump to. */
export type Hovered = Selection | { readonly kind: 'moment'; readonly seq: number };

/** Lanes with the request that they answer. */
export interface TimelineAnswer {
  readonly view: TimelineView;
  readonly request: WindowRequest;
}

/** Activations and iterations around a moment, by list key (selectors/scopeLists.ts). */
export interface ScopeLists {
  readonly seq: number;
  readonly lists: Readonly<Record<string, ScopeList>>;
}

/** A part of a list that was opened by hand; it follows the moment again when the playhead leaves `seq`. */
export interface ListWindow {
  readonly from: number;
  readonly count: number;
  readonly seq: number;
}

/** Rows of the scope tree that were folded (true) or unfolded (false) by hand, by row id. */
export type Folds = Readonly<Record<string, boolean>>;

/** Items of loops of sockets that were looked for by their label. */
export interface FoundItems {
  readonly text: string;
  readonly items: readonly FoundItem[];
  /** How many there are, of which some are here. */
  readonly total: number;
}

export type DrawerTab = 'events' | 'hazards' | 'log';

/** What was looked at, for back and forward. */
export interface Visit {
  readonly seq: number;
  readonly selection: Selection | null;
}

export interface TapeTab {
  readonly kind: 'tape';
  /** `tape:<id>`. */
  readonly id: string;
  readonly summary: TapeSummary;
  /** Of a run that this program records; undefined for a recording. */
  readonly run: RunState | undefined;
  readonly graph: Loaded<GraphView>;
  /** The seq that everything shows. */
  readonly playhead: number;
  /** The newest view that came; while it loads, that of an earlier playhead. */
  readonly moment: Loaded<MomentView>;
  readonly window: TimeWindow;
  /** Width of the timeline's lanes; 0 until it was measured. */
  readonly widthPx: number;
  /** Answers a window at least as wide as `window` once it has come. */
  readonly timeline: Loaded<TimelineAnswer>;
  readonly selection: Selection | null;
  readonly hovered: Hovered | null;
  readonly playing: boolean;
  /** Events a second while playing. */
  readonly eventsPerSecond: number;
  /** The playhead follows the head of a live run. */
  readonly follow: boolean;
  readonly hazards: Loaded<readonly HazardRow[]>;
  /** The fire that the inspector shows: of the selected node, else of the moment. */
  readonly fire: Loaded<FireDetail>;
  /** Of a bounded loop: the attempt that the moment lies in; null before the first one. */
  readonly attempt: Loaded<AttemptDetail | null>;
  readonly back: readonly Visit[];
  readonly forward: readonly Visit[];
  readonly drawer: DrawerTab;
  /** Rows of the log by page number; a page holds EVENTS_PER_PAGE rows, the last one maybe fewer. */
  readonly eventPages: Readonly<Record<number, readonly EventRow[]>>;
  readonly folds: Folds;
  /** What the scope tree lists of activations and iterations. */
  readonly scopeLists: Loaded<ScopeLists>;
  /** What was looked for last by name. */
  readonly foundItems: Loaded<FoundItems>;
  /** By list key. */
  readonly listWindows: Readonly<Record<string, ListWindow>>;
  /** Whole values that were asked for, by placeKey. */
  readonly values: Readonly<Record<string, Loaded<PublicValue>>>;
  /** Grows with each command to fit; the canvases fit when it changes. */
  readonly fits: number;
}

export const EVENTS_PER_PAGE = 200;

export interface RunForm {
  /** Text of each input's field, by input name; absent = untouched. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly budget: string;
  readonly compat: string;
  /** Of a config file; "" = the one that it takes itself. */
  readonly loadout: string;
}

export interface GraphTab {
  readonly kind: 'graph';
  /** `graph:<path>`. */
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly graph: Loaded<GraphView>;
  readonly selection: Selection | null;
  readonly hovered: Hovered | null;
  readonly form: RunForm;
  readonly starting: boolean;
  /** Why the run did not start. */
  readonly failure: Failure | undefined;
  readonly folds: Folds;
  readonly fits: number;
}

export type Tab = TapeTab | GraphTab;

/** The start page's id among the tabs. */
export const LIBRARY_TAB = 'library';

export interface Notice {
  readonly id: number;
  readonly tone: 'error' | 'info';
  readonly code: string | undefined;
  readonly message: string;
}

/** What floats above everything; one at a time. */
export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'goto' }
  | { readonly kind: 'shortcuts' }
  /** Asks before a graph runs code; the default is no. */
  | { readonly kind: 'consent'; readonly tab: string; readonly request: ConsentRequest; readonly paused: boolean }
  | { readonly kind: 'loop' }
  | { readonly kind: 'delete'; readonly path: string; readonly name: string };

/** What a live run asks a person; it goes on when it is answered. */
export interface AskedQuestion {
  readonly fire: number;
  readonly node: string;
  readonly text: string;
  /** What it is about, such as the output to judge. */
  readonly about: string | undefined;
  readonly yesNo: boolean;
}

/** How a bounded loop knows that it is done. */
export type LoopUntil = 'exit' | 'regex' | 'judge';
export type LoopJudge = 'ask' | 'command' | 'model';

/** The fields of the form that starts a bounded loop, as typed. */
export interface LoopForm {
  readonly tries: 'command' | 'prompt';
  readonly command: string;
  readonly shell: boolean;
  readonly prompt: string;
  readonly model: string;
  readonly until: LoopUntil;
  readonly exit: string;
  readonly regex: string;
  readonly criterion: string;
  readonly judge: LoopJudge;
  /** The judge's command line, or its model. */
  readonly judgedBy: string;
  readonly max: string;
  readonly seconds: string;
  /** How much of an attempt's output is kept. */
  readonly kilobytes: string;
  readonly folder: string;
}

export const BLANK_LOOP: LoopForm = {
  tries: 'command',
  command: '',
  shell: false,
  prompt: '',
  model: '',
  until: 'exit',
  exit: '0',
  regex: '',
  criterion: '',
  judge: 'ask',
  judgedBy: '',
  max: '3',
  seconds: '',
  kilobytes: '',
  folder: '',
};

export interface LoopDialog {
  readonly form: LoopForm;
  /** What it would come to, as the host reads it; that of an earlier form while it loads. */
  readonly draft: Loaded<LoopDraft>;
  readonly folders: readonly string[];
  /** Settings of the recorded loop that is asked for again which the form lacks, and which it therefore leaves out. */
  readonly left: readonly string[];
  readonly starting: boolean;
  /** Why it did not start. */
  readonly failure: Failure | undefined;
}

/** Stands for the form where a tab's id is asked for: a loop that is not running has no tab. */
export const LOOP_FORM = 'loop';

export interface AppState {
  readonly connection: Connection;
  readonly app: { readonly version: string; readonly host: 'desktop' | 'web'; readonly platform: string } | undefined;
  readonly settings: Settings;
  readonly library: Loaded<{ readonly recent: readonly LibraryItem[]; readonly examples: readonly Example[] }>;
  readonly tabs: readonly Tab[];
  /** A tab's id or LIBRARY_TAB. */
  readonly active: string;
  /** Files that are being opened, by path or name. */
  readonly opening: readonly string[];
  readonly overlay: Overlay | null;
  readonly notices: readonly Notice[];
  /** By the tape's id: a run may ask before its tab is there. */
  readonly questions: Readonly<Record<string, AskedQuestion>>;
  /** What the attempt that runs has shown so far, its end, by the tape's id. */
  readonly shown: Readonly<Record<string, string>>;
  readonly loop: LoopDialog;
  readonly lastNotice: number;
  /** Grows with each wish to pick a file; in the browser the page's own file field opens when it changes. */
  readonly picks: number;
  /** Grows with each reset of the layout. */
  readonly layoutResets: number;
}

export const INITIAL_STATE: AppState = {
  connection: 'connecting',
  app: undefined,
  settings: { theme: 'system', layout: {} },
  library: { value: undefined, loading: true, failure: undefined },
  tabs: [],
  active: LIBRARY_TAB,
  opening: [],
  overlay: null,
  notices: [],
  questions: {},
  shown: {},
  loop: {
    form: BLANK_LOOP,
    left: [],
    draft: NOT_LOADED,
    folders: [],
    starting: false,
    failure: undefined,
  },
  lastNotice: 0,
  picks: 0,
  layoutResets: 0,
};
