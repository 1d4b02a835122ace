// The activations and iterations that the scope tree shows, around the moment, and items that are looked for by their label.
// What must hold: only what is unfolded is asked for, and only the newest question counts.
import { succeeded } from '../../../shared/base/result.ts';
import { createLatest, type Latest } from '../../api/latest.ts';
import { wantedKey, wantedLists } from '../selectors/scopeLists.ts';
import { activeTape, tapeById } from '../selectors/tabs.ts';
import type { TapeTab } from '../state.ts';
import { cameBack, type Effect, type EffectContext } from './effect.ts';

/** Of the items that are found by their label. */
const ITEMS_SHOWN = 20;

interface Lane {
  readonly latest: Latest;
  /** What was asked for last. */
  asked: string;
}

export function createScopesEffect({ api, dispatch, getState }: EffectContext): Effect {
  const lanes = new Map<string, Lane>();

  const load = async (id: string): Promise<void> => {
    const tab = tapeById(getState(), id);
    if (!tab?.graph.value || tab.graph.value.scopes.length === 0 || tab.summary.head < 0) return;
    const lane = lanes.get(id) ?? { latest: createLatest(), asked: '' };
    lanes.set(id, lane);
    const key = wantedKey(tab);
    if (lane.asked === key) return;
    lane.asked = key;
    dispatch({ type: 'scopes.asked', tab: id });
    const outcome = await lane.latest.run(() => {
      // The playhead may have gone on while this waited for its turn.
      const now = tapeById(getState(), id) ?? tab;
      const wanted = wantedLists(now);
      const request = { tape: now.summary.tape, seq: now.playhead, lists: wanted.map((one) => one.request) };
      return api.call('scopes.window', request).then((answer) => ({ answer, keys: wanted.map((one) => one.key) }));
    });
    if (outcome.state === 'superseded') return;
    const { answer, keys } = outcome.value;
    if (!answer.ok) {
      // Not asked again until something changes, so that a tape that can't be read is not asked without end.
      dispatch({ type: 'scopes.answered', tab: id, answer });
      return;
    }
    const { seq, lists } = answer.value;
    const byKey = Object.fromEntries(lists.map((list, i) => [keys[i] as string, list]));
    dispatch({ type: 'scopes.answered', tab: id, answer: { ok: true, value: { seq, lists: byKey } } });
  };

  const finding = createLatest();
  const find = async (tab: TapeTab, text: string): Promise<void> => {
    const request = { tape: tab.summary.tape, text, count: ITEMS_SHOWN };
    const outcome = await finding.run(() => api.call('scopes.find', request));
    if (outcome.state === 'superseded') return;
    const { value: found } = outcome;
    const answer = found.ok ? succeeded({ text, ...found.value }) : found;
    dispatch({ type: 'items.answered', tab: tab.id, answer });
  };

  return (action, before, after) => {
    for (const tab of before.tabs) if (!tapeById(after, tab.id)) lanes.delete(tab.id);
    const tab = activeTape(after);
    if (!tab) return;
    if (action.type === 'items.wanted') void find(tab, action.text);
    if (cameBack(action, before)) {
      const lane = lanes.get(tab.id);
      if (lane) lane.asked = '';
    } else if (action.type === 'scopes.asked' || activeTape(before) === tab) return;
    void load(tab.id);
  };
}
