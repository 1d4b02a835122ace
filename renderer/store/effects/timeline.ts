// The lanes for the window that is shown: padded and quantised, so that panning inside the pad asks for nothing.
import { createLatest, type Latest } from '../../api/latest.ts';
import { missingRequest } from '../../viewport/windowRequest.ts';
import { tapeById } from '../selectors/tabs.ts';
import type { TapeTab } from '../state.ts';
import { cameBack, type Effect, type EffectContext } from './effect.ts';

/** The part of a tape's tab that decides what to ask for. */
function changed(old: TapeTab | undefined, tab: TapeTab): boolean {
  return !old || old.window !== tab.window || old.widthPx !== tab.widthPx || old.summary.head !== tab.summary.head;
}

export function createTimelineEffect({ api, dispatch, getState }: EffectContext): Effect {
  const lanes = new Map<string, Latest>();

  const load = async (id: string): Promise<void> => {
    const tab = tapeById(getState(), id);
    if (!tab || tab.widthPx <= 0 || tab.summary.head < 0) return;
    const { value } = tab.timeline;
    const loaded = value && { ...value.request, head: value.view.head, merged: value.view.merged };
    const request = missingRequest(loaded, tab.window, tab.widthPx, tab.summary.head);
    if (!request) return;
    const lane = lanes.get(id) ?? createLatest();
    lanes.set(id, lane);
    dispatch({ type: 'timeline.asked', tab: id });
    const outcome = await lane.run(() => api.call('timeline.window', { tape: tab.summary.tape, ...request }));
    if (outcome.state === 'superseded') return;
    const { value: answer } = outcome;
    dispatch({
      type: 'timeline.answered',
      tab: id,
      answer: answer.ok ? { ok: true, value: { view: answer.value, request } } : answer,
    });
    // The tape may have grown, or the window moved on, while this was in the air.
    if (answer.ok) await load(id);
  };

  return (action, before, after) => {
    for (const tab of after.tabs) {
      if (tab.kind !== 'tape') continue;
      if (changed(tapeById(before, tab.id), tab) || cameBack(action, before)) void load(tab.id);
    }
    for (const tab of before.tabs) if (!tapeById(after, tab.id)) lanes.delete(tab.id);
  };
}
