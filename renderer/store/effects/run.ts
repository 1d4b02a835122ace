// Running a graph from its tab, live: start, consent, controls.
import type { RequestOf } from '../../../shared/contract/calls.ts';
import { ConsentRequest } from '../../../shared/contract/run.ts';
import { runInputs } from '../runInputs.ts';
import { activeTape, tabById } from '../selectors/tabs.ts';
import type { GraphTab, TapeTab } from '../state.ts';
import type { Effect, EffectContext } from './effect.ts';

export function createRunEffect({ api, dispatch, getState }: EffectContext): Effect {
  const graphTab = (id: string): GraphTab | undefined => {
    const tab = tabById(getState(), id);
    return tab?.kind === 'graph' ? tab : undefined;
  };

  const start = async (id: string, paused: boolean): Promise<void> => {
    const tab = graphTab(id);
    if (!tab?.graph.value) return;
    const { form, path } = tab;
    const request: RequestOf<'run.start'> = { path, inputs: runInputs(tab.graph.value.inputs, form.inputs), paused };
    if (form.budget.trim() !== '') request.budget = Number(form.budget);
    if (form.compat !== '') request.compat = form.compat;
    const started = await api.call('run.start', request);
    if (started.ok) {
      dispatch({ type: 'run.accepted', tab: id });
      dispatch({ type: 'tape.opened', summary: started.value, started: paused ? 'paused' : 'running' });
      return;
    }
    const asks =
      started.failure.code === 'consent-needed' ? ConsentRequest.safeParse(started.failure.detail) : undefined;
    if (asks?.success) dispatch({ type: 'consent.asked', tab: id, request: asks.data, paused });
    else dispatch({ type: 'run.refused', tab: id, failure: started.failure });
  };

  const grant = async (id: string, hash: string, paused: boolean): Promise<void> => {
    const tab = graphTab(id);
    if (!tab) return;
    const granted = await api.call('consent.grant', { path: tab.path, hash });
    if (granted.ok) await start(id, paused);
    else dispatch({ type: 'run.refused', tab: id, failure: granted.failure });
  };

  const control = async (tab: TapeTab, action: 'pause' | 'resume' | 'step' | 'stop'): Promise<void> => {
    const done = await api.call('run.control', { tape: tab.summary.tape, action });
    if (done.ok) dispatch({ type: 'run.changed', tab: tab.id, run: done.value.state });
    else dispatch({ type: 'notice.raised', tone: 'error', code: done.failure.code, message: done.failure.message });
  };

  return (action, _before, after) => {
    const tape = activeTape(after);
    switch (action.type) {
      case 'run.requested':
        void start(action.tab, action.paused);
        return;
      case 'consent.given':
        void grant(action.tab, action.hash, action.paused);
        return;
      case 'run.controlled':
        if (tape) void control(tape, action.action);
        return;
      case 'command.invoked': {
        if (action.command === 'run.start') {
          const graph = graphTab(after.active);
          if (graph && !graph.starting) dispatch({ type: 'run.requested', tab: graph.id, paused: false });
        }
        if (!tape?.summary.live) return;
        if (action.command === 'run.pause') void control(tape, tape.run === 'paused' ? 'resume' : 'pause');
        if (action.command === 'run.step') void control(tape, 'step');
        if (action.command === 'run.stop') void control(tape, 'stop');
        return;
      }
      default:
        return;
    }
  };
}
