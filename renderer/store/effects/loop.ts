// The form that starts a bounded loop: what it would come to while it is filled in, the start, and the question before it.
import type { Failure } from '../../../shared/contract/failure.ts';
import { ConsentRequest } from '../../../shared/contract/run.ts';
import { loopAsked } from '../selectors/loop.ts';
import { LOOP_FORM } from '../state.ts';
import type { Effect, EffectContext } from './effect.ts';

/** While someone types, the host is asked when they rest. */
const REST_MS = 150;

export function createLoopEffect({ api, dispatch, getState }: EffectContext): Effect {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;

  const draft = async (): Promise<void> => {
    const asked = loopAsked(getState().loop.form);
    if (!asked.ok) return;
    const mine = ++latest;
    dispatch({ type: 'loop.asked' });
    const answer = await api.call('loop.draft', { graph: asked.graph });
    if (mine === latest) dispatch({ type: 'loop.answered', answer });
  };
  const draftSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void draft(), REST_MS);
  };

  const places = async (): Promise<void> => {
    const answer = await api.call('loop.places', {});
    if (answer.ok) dispatch({ type: 'loop.placed', folders: answer.value.folders });
    else dispatch({ type: 'loop.refused', failure: answer.failure });
    draftSoon();
  };

  const start = async (): Promise<void> => {
    const asked = loopAsked(getState().loop.form);
    if (!asked.ok) {
      dispatch({ type: 'loop.refused', failure: { code: 'bad-form', message: asked.message } });
      return;
    }
    const { path, graph } = asked;
    const started = await api.call('run.start', { path, graph, inputs: {}, answers: true, shows: true });
    if (!started.ok) return refused(started.failure);
    dispatch({ type: 'loop.accepted' });
    dispatch({ type: 'tape.opened', summary: started.value, started: 'running' });
  };

  const refused = (failure: Failure): void => {
    const asks = failure.code === 'consent-needed' ? ConsentRequest.safeParse(failure.detail) : undefined;
    if (asks?.success) dispatch({ type: 'consent.asked', tab: LOOP_FORM, request: asks.data, paused: false });
    else dispatch({ type: 'loop.refused', failure });
  };

  const grant = async (hash: string): Promise<void> => {
    const asked = loopAsked(getState().loop.form);
    if (!asked.ok) return;
    const granted = await api.call('consent.grant', { path: asked.path, graph: asked.graph, hash });
    if (granted.ok) await start();
    else refused(granted.failure);
  };

  return (action, before, after) => {
    if (after.overlay?.kind === 'loop' && before.overlay?.kind !== 'loop') void places();
    if (action.type === 'loop.changed') draftSoon();
    if (action.type === 'loop.requested') void start();
    if (action.type === 'consent.given' && action.tab === LOOP_FORM) void grant(action.hash);
  };
}
