// What happens to the tab of a tape. What must hold: the playhead lies on the tape; a manual move switches Follow off; a
// window that showed the whole tape goes on showing all of it while the tape grows.
import type { RunState } from '../../shared/contract/run.ts';
import type { TapeSummary } from '../../shared/contract/tape.ts';
import {
  clampedWindow,
  followingWindow,
  isWhole,
  pannedWindow,
  revealingWindow,
  spanOf,
  wholeWindow,
  zoomedWindow,
} from '../viewport/timeWindow.ts';
import type { Action } from './actions.ts';
import { answered, asked } from './loaded.ts';
import { moveOf } from './moveCommand.ts';
import { EVENTS_PER_PAGE, NOT_LOADED, type ScopeLists, type TapeTab, type Visit } from './state.ts';

const MOST_VISITS = 100;
export const SPEEDS = [4, 16, 64, 256] as const;

export function openedTape(summary: TapeSummary, started: RunState | undefined): TapeTab {
  return {
    kind: 'tape',
    id: `tape:${summary.tape}`,
    summary,
    run: started ?? (summary.live ? 'running' : undefined),
    graph: { ...NOT_LOADED, loading: true },
    playhead: Math.max(0, summary.head),
    moment: { ...NOT_LOADED, loading: true },
    window: wholeWindow(summary.head),
    widthPx: 0,
    timeline: NOT_LOADED,
    selection: null,
    hovered: null,
    playing: false,
    eventsPerSecond: 16,
    follow: summary.live,
    hazards: { ...NOT_LOADED, loading: true },
    fire: NOT_LOADED,
    attempt: NOT_LOADED,
    back: [],
    forward: [],
    drawer: 'events',
    eventPages: {},
    folds: {},
    scopeLists: NOT_LOADED,
    foundItems: NOT_LOADED,
    listWindows: {},
    values: {},
    fits: 0,
  };
}

export function reduceTape(tab: TapeTab, action: Action): TapeTab {
  switch (action.type) {
    case 'moment.scrubbed':
      return at({ ...tab, follow: false, playing: false }, action.seq);
    case 'moment.followed':
      return at(tab, action.seq);
    case 'moment.jumped': {
      const moved = at(
        { ...tab, follow: false, playing: false, back: visits(tab.back, here(tab)), forward: [] },
        action.seq,
      );
      return action.selection ? { ...moved, selection: action.selection } : moved;
    }
    case 'window.changed':
      return { ...tab, window: clampedWindow({ from: action.from, to: action.to }, tab.summary.head) };
    case 'timeline.measured':
      return tab.widthPx === action.widthPx ? tab : { ...tab, widthPx: action.widthPx };
    case 'selected':
      return { ...tab, selection: action.selection };
    case 'hovered':
      return tab.hovered === action.hovered ? tab : { ...tab, hovered: action.hovered };
    case 'follow.changed':
      return action.follow ? following(tab) : { ...tab, follow: false };
    case 'speed.changed':
      return { ...tab, eventsPerSecond: action.eventsPerSecond };
    case 'play.ended':
      return { ...tab, playing: false };
    case 'drawer.changed':
      return { ...tab, drawer: action.drawer };
    case 'tree.folded':
      return { ...tab, folds: { ...tab.folds, [action.row]: action.folded } };
    case 'list.widened': {
      const { list, from, count } = action;
      return { ...tab, listWindows: { ...tab.listWindows, [list]: { from, count, seq: tab.playhead } } };
    }
    case 'command.invoked':
      return reduceTravel(tab, action.command);
    case 'push.received':
      return action.push.kind === 'run.advanced' && tab.summary.tape === action.push.tape
        ? advanced(tab, action.push.head, action.push.state)
        : tab;
    default:
      return reduceAnswer(tab, action);
  }
}

function reduceAnswer(tab: TapeTab, action: Action): TapeTab {
  switch (action.type) {
    case 'tape.described':
      return described(tab, action.summary);
    case 'graph.answered':
      return { ...tab, graph: answered(tab.graph, action.answer) };
    case 'moment.asked':
      return { ...tab, moment: asked(tab.moment) };
    case 'moment.answered':
      return { ...tab, moment: answered(tab.moment, action.answer) };
    case 'timeline.asked':
      return { ...tab, timeline: asked(tab.timeline) };
    case 'timeline.answered':
      return { ...tab, timeline: answered(tab.timeline, action.answer) };
    case 'items.wanted':
      return { ...tab, foundItems: asked(tab.foundItems) };
    case 'items.answered':
      return { ...tab, foundItems: answered(tab.foundItems, action.answer) };
    case 'scopes.asked':
      return { ...tab, scopeLists: asked(tab.scopeLists) };
    case 'scopes.answered': {
      const scopeLists = answered(tab.scopeLists, action.answer);
      return { ...tab, scopeLists, listWindows: keptWindows(tab.listWindows, scopeLists.value) };
    }
    case 'hazards.answered':
      return { ...tab, hazards: answered(tab.hazards, action.answer) };
    case 'attempt.asked':
      return { ...tab, attempt: asked(tab.attempt) };
    case 'attempt.answered':
      return { ...tab, attempt: answered(tab.attempt, action.answer) };
    case 'fire.asked':
      return { ...tab, fire: asked(tab.fire) };
    case 'fire.answered':
      return { ...tab, fire: action.answer ? answered(tab.fire, action.answer) : NOT_LOADED };
    case 'events.answered':
      return { ...tab, eventPages: { ...tab.eventPages, [action.page]: action.rows } };
    case 'value.asked':
      return { ...tab, values: { ...tab.values, [action.key]: asked(tab.values[action.key] ?? NOT_LOADED) } };
    case 'value.answered': {
      const value = answered(tab.values[action.key] ?? NOT_LOADED, action.answer);
      return { ...tab, values: { ...tab.values, [action.key]: value } };
    }
    case 'run.changed':
      return { ...tab, run: action.run };
    case 'run.continued':
      return continued(tab, action.summary);
    default:
      return tab;
  }
}

function reduceTravel(tab: TapeTab, command: string): TapeTab {
  const { head } = tab.summary;
  switch (command) {
    case 'play':
      return tab.playing
        ? { ...tab, playing: false }
        : { ...tab, playing: tab.playhead < head || tab.summary.live, follow: false };
    case 'first':
      return at({ ...tab, follow: false, playing: false }, 0);
    case 'last':
      return tab.summary.live ? following(tab) : at({ ...tab, playing: false }, head);
    case 'history.back':
      return visited(tab, 'back', 'forward');
    case 'history.forward':
      return visited(tab, 'forward', 'back');
    case 'zoom.in':
      return { ...tab, window: zoomedWindow(tab.window, 1.5, anchor(tab), head) };
    case 'zoom.out':
      return { ...tab, window: zoomedWindow(tab.window, 1 / 1.5, anchor(tab), head) };
    case 'pan.left':
      return { ...tab, window: pannedWindow(tab.window, -0.2 * spanOf(tab.window), head) };
    case 'pan.right':
      return { ...tab, window: pannedWindow(tab.window, 0.2 * spanOf(tab.window), head) };
    case 'fit':
      return { ...tab, window: wholeWindow(head), fits: tab.fits + 1 };
    case 'clear':
      return { ...tab, selection: null };
    default:
      return moveOf(command) ? { ...tab, follow: false, playing: false } : tab;
  }
}

/** A window that the moment has left is one no more: the list is as long as it is by itself. */
function keptWindows(windows: TapeTab['listWindows'], answer: ScopeLists | undefined): TapeTab['listWindows'] {
  const kept = Object.entries(windows).filter(([key, { from, seq }]) => {
    const list = answer?.lists[key];
    return !list || seq === answer?.seq || list.from === from;
  });
  return kept.length === Object.keys(windows).length ? windows : Object.fromEntries(kept);
}

/** Zooming keeps the playhead in its place, or the middle where the playhead is not on the window. */
function anchor(tab: TapeTab): number {
  const { from, to } = tab.window;
  return tab.playhead >= from && tab.playhead < to ? tab.playhead + 0.5 : (from + to) / 2;
}

function at(tab: TapeTab, seq: number): TapeTab {
  const playhead = Math.min(Math.max(0, Math.round(seq)), Math.max(0, tab.summary.head));
  return { ...tab, playhead, window: revealingWindow(tab.window, playhead, tab.summary.head) };
}

function following(tab: TapeTab): TapeTab {
  return { ...at({ ...tab, playing: false }, tab.summary.head), follow: tab.summary.live };
}

function here(tab: TapeTab): Visit {
  return { seq: tab.playhead, selection: tab.selection };
}

function visits(list: readonly Visit[], visit: Visit): readonly Visit[] {
  return [...list, visit].slice(-MOST_VISITS);
}

function visited(tab: TapeTab, from: 'back' | 'forward', to: 'back' | 'forward'): TapeTab {
  const visit = tab[from].at(-1);
  if (!visit) return tab;
  const moved = at({ ...tab, follow: false, playing: false }, visit.seq);
  return { ...moved, selection: visit.selection, [from]: tab[from].slice(0, -1), [to]: visits(tab[to], here(tab)) };
}

function advanced(tab: TapeTab, head: number, run: RunState): TapeTab {
  const live = run !== 'finished';
  const grown = grow(tab, { ...tab.summary, head: Math.max(head, tab.summary.head), live });
  return { ...grown, run };
}

/** What it records now is what one wants to see. */
function continued(tab: TapeTab, summary: TapeSummary): TapeTab {
  return { ...following(described(tab, summary)), run: summary.live ? 'running' : tab.run };
}

function described(tab: TapeTab, summary: TapeSummary): TapeTab {
  // A push may have told of a later head while this description was on its way.
  return grow(tab, { ...summary, head: Math.max(summary.head, tab.summary.head) });
}

function grow(tab: TapeTab, summary: TapeSummary): TapeTab {
  const { head } = summary;
  const before = tab.summary.head;
  const window =
    tab.follow || isWhole(tab.window, before)
      ? followingWindow(tab.window, before, head)
      : clampedWindow(tab.window, head);
  const next = {
    ...tab,
    summary,
    window,
    eventPages: head > before ? withoutLastPage(tab.eventPages, before) : tab.eventPages,
  };
  return tab.follow ? { ...at(next, head), follow: summary.live } : next;
}

/** The page that the old head lay on had room left, so it is fetched anew. */
function withoutLastPage(pages: TapeTab['eventPages'], head: number): TapeTab['eventPages'] {
  const last = Math.floor((head + 1) / EVENTS_PER_PAGE);
  const { [last]: dropped, ...kept } = pages;
  return dropped && dropped.length < EVENTS_PER_PAGE ? kept : pages;
}
