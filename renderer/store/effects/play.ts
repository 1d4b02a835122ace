// Playing: the playhead moves by itself at the chosen speed until the end, a manual move or a pause.
import { tapeById } from '../selectors/tabs.ts';
import type { TapeTab } from '../state.ts';
import type { Effect, EffectContext } from './effect.ts';

/** The eye takes in no more than this; a faster speed moves several events at a time. */
const TICKS_PER_SECOND = 16;

export function createPlayEffect({ dispatch, getState }: EffectContext): Effect {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const tick = (id: string): void => {
    timers.delete(id);
    const tab = tapeById(getState(), id);
    if (!tab?.playing) return;
    // A slow answer holds the play up; it never skips what could not be shown.
    if (!tab.moment.loading) {
      const events = Math.max(1, Math.round(tab.eventsPerSecond / TICKS_PER_SECOND));
      const seq = Math.min(tab.summary.head, tab.playhead + events);
      if (seq > tab.playhead) dispatch({ type: 'moment.followed', tab: id, seq });
      if (seq >= tab.summary.head && !tab.summary.live) {
        dispatch({ type: 'play.ended', tab: id });
        return;
      }
    }
    schedule(tab);
  };

  const schedule = (tab: TapeTab): void => {
    const ms = 1000 / Math.min(TICKS_PER_SECOND, tab.eventsPerSecond);
    timers.set(
      tab.id,
      setTimeout(() => tick(tab.id), ms),
    );
  };

  return (_action, before, after) => {
    for (const tab of after.tabs) {
      if (tab.kind !== 'tape' || !tab.playing) continue;
      if (!tapeById(before, tab.id)?.playing && !timers.has(tab.id)) schedule(tab);
    }
    for (const [id, timer] of timers) {
      if (tapeById(after, id)?.playing) continue;
      clearTimeout(timer);
      timers.delete(id);
    }
  };
}
