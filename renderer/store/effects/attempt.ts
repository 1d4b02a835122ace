// The attempt of a bounded loop that the moment lies in. What must hold: only the newest question counts; a step within the
// attempt that is there asks for nothing.
import { createLatest, type Latest } from '../../api/latest.ts';
import { attemptSeq, isAttemptOf } from '../selectors/attempt.ts';
import { tapeById } from '../selectors/tabs.ts';
import type { TapeTab } from '../state.ts';
import { cameBack, type Effect, type EffectContext } from './effect.ts';

export function createAttemptEffect({ api, dispatch }: EffectContext): Effect {
  const lanes = new Map<string, Latest>();

  const load = async (tab: TapeTab, seq: number): Promise<void> => {
    const lane = lanes.get(tab.id) ?? createLatest();
    lanes.set(tab.id, lane);
    dispatch({ type: 'attempt.asked', tab: tab.id });
    const outcome = await lane.run(() => api.call('attempt.get', { tape: tab.summary.tape, seq }));
    if (outcome.state === 'answered') dispatch({ type: 'attempt.answered', tab: tab.id, answer: outcome.value });
  };

  return (action, before, after) => {
    for (const tab of before.tabs) if (!tapeById(after, tab.id)) lanes.delete(tab.id);
    for (const tab of after.tabs) {
      if (tab.kind !== 'tape') continue;
      const seq = attemptSeq(tab);
      if (seq === undefined) continue;
      const old = tapeById(before, tab.id);
      // A growing tape may tell more of the attempt, and of those after it.
      const grew = old?.summary.head !== tab.summary.head || cameBack(action, before);
      const moved = old === undefined || attemptSeq(old) !== seq;
      if (grew || (moved && !isAttemptOf(tab.attempt.value, seq))) void load(tab, seq);
      // What is on its way is of another attempt than the one that was come back to.
      else if (moved && tab.attempt.loading) void load(tab, seq);
    }
  };
}
