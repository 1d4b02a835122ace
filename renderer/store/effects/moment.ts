// The moment at the playhead, and the moves that the host must look up. What must hold: only the newest moment request
// counts; steps that come faster than answers are done one after the other, few at a time; what lies next to the
// playhead is fetched ahead, so that a step shows at once.
import type { Result } from '../../../shared/base/result.ts';
import type { AnswerOf, RequestOf } from '../../../shared/contract/calls.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import { createLatest, type Latest } from '../../api/latest.ts';
import { type MoveCommand, moveOf } from '../moveCommand.ts';
import { selectedSlotAddress } from '../selectors/moment.ts';
import { activeTape, tapeById } from '../selectors/tabs.ts';
import type { TapeTab } from '../state.ts';
import { cameBack, type Effect, type EffectContext } from './effect.ts';

const MOMENTS_KEPT = 256;
/** Key repeats beyond this many unanswered steps are dropped, so that nothing runs on after the key is let go. */
const MOST_WAITING_STEPS = 3;

interface Lane {
  readonly latest: Latest;
  readonly moments: Map<number, MomentView>;
  /** Where moves lead, by what was asked; also those that are still being looked up. */
  readonly moves: Map<string, Promise<Result<AnswerOf<'moment.move'>, Failure>>>;
  steps: MoveCommand[];
  stepping: boolean;
}

export function createMomentEffect({ api, dispatch, getState }: EffectContext): Effect {
  const lanes = new Map<string, Lane>();
  const laneOf = (id: string): Lane => {
    const known = lanes.get(id);
    if (known) return known;
    const made: Lane = { latest: createLatest(), moments: new Map(), moves: new Map(), steps: [], stepping: false };
    lanes.set(id, made);
    return made;
  };

  const keep = (lane: Lane, view: MomentView): void => {
    lane.moments.delete(view.seq);
    lane.moments.set(view.seq, view);
    if (lane.moments.size > MOMENTS_KEPT) {
      const oldest = lane.moments.keys().next();
      if (!oldest.done) lane.moments.delete(oldest.value);
    }
  };

  const ahead = async (tab: TapeTab, seq: number): Promise<void> => {
    const lane = laneOf(tab.id);
    if (seq < 0 || seq > tab.summary.head || lane.moments.has(seq) || lane.latest.busy()) return;
    const answer = await api.call('moment.get', { tape: tab.summary.tape, seq });
    if (answer.ok) keep(lane, answer.value);
  };

  const load = async (tab: TapeTab): Promise<void> => {
    const lane = laneOf(tab.id);
    const seq = tab.playhead;
    const known = lane.moments.get(seq);
    if (known) {
      keep(lane, known);
      // Whatever is still in the air is older than this and must not come after it.
      lane.latest.supersede();
      dispatch({ type: 'moment.answered', tab: tab.id, answer: { ok: true, value: known } });
    } else {
      dispatch({ type: 'moment.asked', tab: tab.id });
      const outcome = await lane.latest.run(() => api.call('moment.get', { tape: tab.summary.tape, seq }));
      if (outcome.state === 'superseded') return;
      if (outcome.value.ok) keep(lane, outcome.value.value);
      dispatch({ type: 'moment.answered', tab: tab.id, answer: outcome.value });
    }
    if (!tab.follow) {
      await ahead(tab, seq + 1);
      await ahead(tab, seq - 1);
    }
  };

  const target = async (tab: TapeTab, { move, direction }: MoveCommand): Promise<Result<number | null, Failure>> => {
    const lane = laneOf(tab.id);
    const request: RequestOf<'moment.move'> = { tape: tab.summary.tape, seq: tab.playhead, move, direction };
    if (move === 'event' && tab.selection?.kind === 'scope') request.scope = tab.selection.scope;
    if (move === 'change') {
      const slot = selectedSlotAddress(tab);
      if (slot !== undefined) request.slot = slot;
    }
    const key = JSON.stringify([request.seq, move, direction, request.scope, request.slot]);
    const asked = lane.moves.get(key) ?? api.call('moment.move', request);
    lane.moves.set(key, asked);
    const answer = await asked;
    // Where a growing tape has nothing more yet, it may have soon; what failed may succeed.
    if (!answer.ok || (answer.value.seq === null && tab.summary.live)) lane.moves.delete(key);
    return answer.ok ? { ok: true, value: answer.value.seq } : answer;
  };

  const step = async (id: string): Promise<void> => {
    const lane = laneOf(id);
    if (lane.stepping) return;
    lane.stepping = true;
    for (let command = lane.steps.shift(); command; command = lane.steps.shift()) {
      const tab = tapeById(getState(), id);
      if (!tab) break;
      const found = await target(tab, command);
      if (!found.ok) {
        lane.steps = [];
        const { code, message } = found.failure;
        dispatch({ type: 'notice.raised', tone: 'error', code, message });
      } else if (found.value !== null) {
        dispatch({ type: 'moment.followed', tab: id, seq: found.value });
        void foresee(id, command);
      }
    }
    lane.stepping = false;
  };

  /** The same step once more, looked up and fetched before it is asked for. */
  const foresee = async (id: string, command: MoveCommand): Promise<void> => {
    const tab = tapeById(getState(), id);
    if (!tab) return;
    const next = await target(tab, command);
    if (next.ok && next.value !== null) await ahead(tab, next.value);
  };

  const find = async (tab: TapeTab, text: string): Promise<void> => {
    const found = await api.call('moment.find', { tape: tab.summary.tape, moment: text });
    if (found.ok) dispatch({ type: 'moment.jumped', seq: found.value.seq });
    else dispatch({ type: 'notice.raised', tone: 'error', code: found.failure.code, message: found.failure.message });
  };

  return (action, before, after) => {
    const active = activeTape(after);
    if (action.type === 'command.invoked' && active) {
      const command = moveOf(action.command);
      const lane = laneOf(active.id);
      if (command && lane.steps.length < MOST_WAITING_STEPS) {
        lane.steps.push(command);
        void step(active.id);
      }
    }
    if (action.type === 'place.entered' && active) void find(active, action.text);
    for (const tab of after.tabs) {
      if (tab.kind !== 'tape') continue;
      const old = tapeById(before, tab.id);
      // An empty tape has no moment; a live one gets its first event soon.
      const stays = old && old.playhead === tab.playhead && old.summary.head >= 0;
      if (tab.summary.head < 0 || (stays && !cameBack(action, before))) continue;
      void load(tab);
    }
    for (const tab of before.tabs) if (!tapeById(after, tab.id)) lanes.delete(tab.id);
  };
}
