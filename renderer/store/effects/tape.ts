// What an open tape needs around its moment: graph, hazards, fire, rows of the log, whole values, and its summary when a
// live run has ended.

import type { ValuePlace } from '../../../shared/contract/value.ts';
import { createLatest, type Latest } from '../../api/latest.ts';
import { fireSeq, placeKey } from '../selectors/fire.ts';
import { activeTape, tapeById, tapeTabId } from '../selectors/tabs.ts';
import { type AppState, EVENTS_PER_PAGE, type TapeTab } from '../state.ts';
import { cameBack, type Effect, type EffectContext } from './effect.ts';

/** A live run's hazards are looked for no more often than this. */
const HAZARDS_EVERY_MS = 1000;

interface Lanes {
  readonly fire: Latest;
  readonly hazards: Latest;
  readonly pages: Set<number>;
  hazardsAtMs: number;
}

export function createTapeEffect({ api, dispatch }: EffectContext): Effect {
  const lanes = new Map<string, Lanes>();
  const lanesOf = (id: string): Lanes => {
    const known = lanes.get(id);
    if (known) return known;
    const made = { fire: createLatest(), hazards: createLatest(), pages: new Set<number>(), hazardsAtMs: 0 };
    lanes.set(id, made);
    return made;
  };

  const loadGraph = async (tab: TapeTab): Promise<void> => {
    const answer = await api.call('graph.ofTape', { tape: tab.summary.tape });
    dispatch({ type: 'graph.answered', tab: tab.id, answer });
  };

  const loadHazards = async (tab: TapeTab): Promise<void> => {
    const lane = lanesOf(tab.id);
    lane.hazardsAtMs = Date.now();
    const outcome = await lane.hazards.run(() => api.call('hazards.list', { tape: tab.summary.tape }));
    if (outcome.state === 'superseded') return;
    const { value } = outcome;
    dispatch({
      type: 'hazards.answered',
      tab: tab.id,
      answer: value.ok ? { ok: true, value: value.value.hazards } : value,
    });
  };

  const loadSummary = async (tab: TapeTab): Promise<void> => {
    const summary = await api.call('tape.summary', { tape: tab.summary.tape });
    if (summary.ok) dispatch({ type: 'tape.described', tab: tab.id, summary: summary.value });
    else {
      const { code, message } = summary.failure;
      dispatch({ type: 'notice.raised', tone: 'error', code, message });
    }
  };

  const loadFire = async (tab: TapeTab, seq: number | undefined): Promise<void> => {
    if (seq === undefined) {
      dispatch({ type: 'fire.answered', tab: tab.id, answer: undefined });
      return;
    }
    dispatch({ type: 'fire.asked', tab: tab.id });
    const outcome = await lanesOf(tab.id).fire.run(() => api.call('fire.get', { tape: tab.summary.tape, seq }));
    if (outcome.state === 'answered') dispatch({ type: 'fire.answered', tab: tab.id, answer: outcome.value });
  };

  const loadPages = async (tab: TapeTab, from: number, to: number): Promise<void> => {
    const { pages } = lanesOf(tab.id);
    const last = Math.min(Math.floor(to / EVENTS_PER_PAGE), Math.floor(tab.summary.head / EVENTS_PER_PAGE));
    for (let page = Math.max(0, Math.floor(from / EVENTS_PER_PAGE)); page <= last; page++) {
      if (pages.has(page) || tab.eventPages[page]) continue;
      pages.add(page);
      const request = { tape: tab.summary.tape, from: page * EVENTS_PER_PAGE, count: EVENTS_PER_PAGE };
      const answer = await api.call('events.window', request);
      pages.delete(page);
      if (answer.ok) dispatch({ type: 'events.answered', tab: tab.id, page, rows: answer.value.rows });
      else {
        dispatch({ type: 'notice.raised', tone: 'error', code: answer.failure.code, message: answer.failure.message });
        return;
      }
    }
  };

  const loadValue = async (tab: TapeTab, place: ValuePlace): Promise<void> => {
    const key = placeKey(place);
    if (tab.values[key]) return;
    dispatch({ type: 'value.asked', tab: tab.id, key });
    const answer = await api.call('value.get', { tape: tab.summary.tape, place });
    dispatch({
      type: 'value.answered',
      tab: tab.id,
      key,
      answer: answer.ok ? { ok: true, value: answer.value.value } : answer,
    });
  };

  /** Pushes were missed, and what failed meanwhile is asked for again. */
  const refresh = (tab: TapeTab): void => {
    void loadSummary(tab);
    void loadHazards(tab);
    if (!tab.graph.value) void loadGraph(tab);
    if (tab.fire.failure) void loadFire(tab, fireSeq(tab));
  };

  const advance = (after: AppState, tape: string): void => {
    const tab = tapeById(after, tapeTabId(tape));
    if (!tab) return;
    // A fire that was still running when it was read may have ended.
    if (tab.fire.value?.state === 'running' && !tab.follow) void loadFire(tab, fireSeq(tab));
    if (tab.run === 'finished') {
      void loadSummary(tab);
      void loadHazards(tab);
    } else if (Date.now() - lanesOf(tab.id).hazardsAtMs > HAZARDS_EVERY_MS) {
      void loadHazards(tab);
      void loadSummary(tab);
    }
  };

  return (action, before, after) => {
    switch (action.type) {
      case 'tape.opened': {
        const tab = activeTape(after);
        if (tab && !tapeById(before, tab.id)) {
          void loadGraph(tab);
          void loadHazards(tab);
        }
        break;
      }
      case 'run.continued': {
        // It may have ended before its start was answered.
        const tab = tapeById(after, action.tab);
        if (tab && !tab.summary.live) {
          void loadSummary(tab);
          void loadHazards(tab);
        }
        break;
      }
      case 'push.received':
        if (action.push.kind === 'run.advanced') advance(after, action.push.tape);
        break;
      case 'connection.changed':
        if (cameBack(action, before)) for (const tab of after.tabs) if (tab.kind === 'tape') refresh(tab);
        break;
      case 'events.wanted': {
        const tab = activeTape(after);
        if (tab) void loadPages(tab, action.from, action.to);
        break;
      }
      case 'value.wanted': {
        const tab = activeTape(before);
        if (tab) void loadValue(tab, action.place);
        break;
      }
      case 'tab.closed':
        lanes.delete(action.tab);
        break;
      default:
        break;
    }
    for (const tab of after.tabs) {
      if (tab.kind !== 'tape') continue;
      const old = tapeById(before, tab.id);
      if (old === tab) continue;
      const wanted = fireSeq(tab);
      if (!old ? wanted !== undefined : fireSeq(old) !== wanted) void loadFire(tab, wanted);
    }
  };
}
