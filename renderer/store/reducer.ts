// Actions → state. Pure; what needs the host is left to the effects.
import type { Failure } from '../../shared/contract/failure.ts';
import type { Action } from './actions.ts';
import { openedGraph, reduceGraphTab } from './graphReducer.ts';
import { answered, asked } from './loaded.ts';
import { reduceLoop, reduceShown } from './loopReducer.ts';
import { loopAgain } from './selectors/loopAgain.ts';
import { activeTab, activeTape, graphTabId, tabById, tapeTabId } from './selectors/tabs.ts';
import { type AppState, LIBRARY_TAB, type Notice, type Tab } from './state.ts';
import { openedTape, reduceTape } from './tapeReducer.ts';

const MOST_NOTICES = 4;

export function reduce(state: AppState, action: Action): AppState {
  const page = reducePage(state, action);
  const loop = reduceLoop(page.loop, action);
  const shown = reduceShown(page.shown, action);
  const next = loop === page.loop && shown === page.shown ? page : { ...page, loop, shown };
  // Escape closes what floats, and only when nothing floats it clears the selection.
  if (action.type === 'command.invoked' && action.command === 'clear' && state.overlay) return next;
  const tab = tabById(next, targetOf(action, next));
  if (!tab) return next;
  const changed: Tab = tab.kind === 'tape' ? reduceTape(tab, action) : reduceGraphTab(tab, action);
  return changed === tab ? next : { ...next, tabs: next.tabs.map((one) => (one === tab ? changed : one)) };
}

/** The tab that an action is about: the one that it names, the one of a live run that goes on, else the one in view. */
function targetOf(action: Action, state: AppState): string {
  if ('tab' in action) return action.tab;
  const isNews = action.type === 'push.received' && action.push.kind === 'run.advanced';
  return isNews ? tapeTabId(action.push.tape) : state.active;
}

function reducePage(state: AppState, action: Action): AppState {
  switch (action.type) {
    case 'connection.changed':
      return { ...state, connection: action.connection };
    case 'app.described': {
      const { version, host, platform, settings } = action.info;
      const questions = Object.fromEntries(
        action.info.questions.map(({ tape, about, ...asked }) => [tape, { ...asked, about }]),
      );
      return { ...state, app: { version, host, platform }, settings, questions };
    }
    case 'settings.saved':
      return { ...state, settings: action.settings };
    case 'settings.changed':
      return { ...state, settings: { ...state.settings, ...action.settings } };
    case 'layout.reset':
      return { ...state, settings: { ...state.settings, layout: {} }, layoutResets: state.layoutResets + 1 };
    case 'library.asked':
      return { ...state, library: asked(state.library) };
    case 'library.answered':
      return { ...state, library: answered(state.library, action.answer) };
    case 'open.started':
      return state.opening.includes(action.path) ? state : { ...state, opening: [...state.opening, action.path] };
    case 'open.ended':
      return { ...state, opening: state.opening.filter((path) => path !== action.path) };
    case 'tape.opened':
      return withTab(state, tapeTabId(action.summary.tape), () => openedTape(action.summary, action.started));
    case 'graph.opened':
      return withTab(state, graphTabId(action.path), () => openedGraph(action.path));
    case 'tab.activated':
      return { ...state, active: action.tab, overlay: null };
    case 'tab.closed':
      return withoutTab(state, action.tab);
    case 'overlay.shown':
      return { ...state, overlay: action.overlay };
    case 'consent.asked':
      return {
        ...state,
        overlay: { kind: 'consent', tab: action.tab, request: action.request, paused: action.paused },
      };
    case 'consent.given':
    case 'item.deleted':
    case 'loop.accepted':
      return { ...state, overlay: null };
    case 'loop.refused':
      return { ...state, overlay: { kind: 'loop' } };
    case 'notice.raised':
      return withNotice(state, action.tone, action.code, action.message);
    case 'notice.dismissed':
      return { ...state, notices: state.notices.filter((notice) => notice.id !== action.id) };
    case 'question.answered':
      return { ...state, questions: withoutQuestion(state.questions, action.tape, action.fire) };
    case 'push.received':
      if (action.push.kind === 'run.asked') {
        const { tape, fire, node, text, about, yesNo } = action.push;
        return { ...state, questions: { ...state.questions, [tape]: { fire, node, text, about, yesNo } } };
      }
      if (action.push.kind === 'run.answered')
        return { ...state, questions: withoutQuestion(state.questions, action.push.tape, action.push.fire) };
      if (action.push.kind === 'run.advanced' && action.push.state === 'finished')
        return told({ ...state, questions: withoutQuestion(state.questions, action.push.tape) }, action.push.failure);
      return state;
    case 'command.invoked':
      return reduceCommand(state, action.command);
    default:
      return state;
  }
}

/** What kept a run from its end stands on no tape: this is the only place that says it. */
function told(state: AppState, failure: Failure | undefined): AppState {
  return failure ? withNotice(state, 'error', failure.code, failure.message) : state;
}

/** `fire`: only the question of that fire; any of the tape where absent. */
function withoutQuestion(questions: AppState['questions'], tape: string, fire?: number): AppState['questions'] {
  if (!(tape in questions) || (fire !== undefined && questions[tape]?.fire !== fire)) return questions;
  const { [tape]: _, ...others } = questions;
  return others;
}

function withTab(state: AppState, id: string, make: () => Tab): AppState {
  const tabs = tabById(state, id) ? state.tabs : [...state.tabs, make()];
  return { ...state, tabs, active: id };
}

function withoutTab(state: AppState, id: string): AppState {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  if (index < 0) return state;
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  const neighbour = tabs[Math.min(index, tabs.length - 1)];
  return { ...state, tabs, active: state.active === id ? (neighbour?.id ?? LIBRARY_TAB) : state.active };
}

function withNotice(state: AppState, tone: Notice['tone'], code: string | undefined, message: string): AppState {
  // The same sentence twice is one notice: a host that is gone would fill the screen otherwise.
  const others = state.notices.filter((notice) => notice.message !== message);
  const id = state.lastNotice + 1;
  return { ...state, lastNotice: id, notices: [...others, { id, tone, code, message }].slice(-MOST_NOTICES) };
}

function reduceCommand(state: AppState, command: string): AppState {
  switch (command) {
    case 'palette':
      return { ...state, overlay: state.overlay?.kind === 'palette' ? null : { kind: 'palette' } };
    case 'goto':
      return activeTab(state) ? { ...state, overlay: { kind: 'goto' } } : state;
    case 'loop.start':
      return { ...state, overlay: state.overlay?.kind === 'loop' ? null : { kind: 'loop' } };
    case 'loop.again': {
      const tape = activeTape(state);
      const again = tape && loopAgain(tape);
      if (!again) return state;
      return { ...state, overlay: { kind: 'loop' }, loop: { ...state.loop, ...again, failure: undefined } };
    }
    case 'shortcuts':
      return { ...state, overlay: state.overlay?.kind === 'shortcuts' ? null : { kind: 'shortcuts' } };
    case 'open':
      return { ...state, picks: state.picks + 1, overlay: null };
    case 'library':
      return { ...state, active: LIBRARY_TAB, overlay: null };
    case 'close':
      return withoutTab(state, state.active);
    case 'clear':
      return state.overlay ? { ...state, overlay: null } : { ...state, notices: [] };
    default:
      return state;
  }
}
