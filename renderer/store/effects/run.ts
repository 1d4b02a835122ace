// Running a graph from its tab, and going on with a recorded run in its tape: start, consent, controls.
import type { RequestOf } from '../../../shared/contract/calls.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import { ConsentRequest } from '../../../shared/contract/run.ts';
import { runInputs } from '../runInputs.ts';
import { isContinuable } from '../selectors/page.ts';
import { activeTape, tabById, tapeById } from '../selectors/tabs.ts';
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
    const request: RequestOf<'run.start'> = {
      path,
      inputs: runInputs(tab.graph.value.inputs, form.inputs),
      paused,
      answers: true,
      shows: true,
    };
    if (form.budget.trim() !== '') request.budget = Number(form.budget);
    if (form.compat !== '') request.compat = form.compat;
    if (form.loadout !== '') request.loadout = form.loadout;
    const started = await api.call('run.start', request);
    if (started.ok) {
      dispatch({ type: 'run.accepted', tab: id });
      dispatch({ type: 'tape.opened', summary: started.value, started: paused ? 'paused' : 'running' });
      return;
    }
    refused(id, started.failure, paused);
  };

  /** Tabs whose run is about to go on: asking twice would start it once and refuse it once. */
  const continuing = new Set<string>();

  const goOn = async (id: string): Promise<void> => {
    const tab = tapeById(getState(), id);
    if (!tab || continuing.has(id)) return;
    continuing.add(id);
    const continued = await api.call('run.continue', { tape: tab.summary.tape, answers: true, shows: true });
    continuing.delete(id);
    if (continued.ok) dispatch({ type: 'run.continued', tab: id, summary: continued.value });
    else refused(id, continued.failure, false);
  };

  /** Asks for what is missing, or says why it did not start: beside the form of a graph, else as a notice. */
  const refused = (id: string, failure: Failure, paused: boolean): void => {
    const asks = failure.code === 'consent-needed' ? ConsentRequest.safeParse(failure.detail) : undefined;
    if (asks?.success) dispatch({ type: 'consent.asked', tab: id, request: asks.data, paused });
    else if (graphTab(id)) dispatch({ type: 'run.refused', tab: id, failure });
    else dispatch({ type: 'notice.raised', tone: 'error', code: failure.code, message: failure.message });
  };

  const grant = async (id: string, hash: string, paused: boolean): Promise<void> => {
    const tab = tabById(getState(), id);
    if (!tab) return;
    const path = tab.kind === 'graph' ? tab.path : tab.summary.path;
    const granted = await api.call('consent.grant', { path, hash });
    if (!granted.ok) refused(id, granted.failure, paused);
    else if (tab.kind === 'graph') await start(id, paused);
    else await goOn(id);
  };

  const control = async (tab: TapeTab, action: 'pause' | 'resume' | 'step' | 'stop'): Promise<void> => {
    const done = await api.call('run.control', { tape: tab.summary.tape, action });
    if (done.ok) dispatch({ type: 'run.changed', tab: tab.id, run: done.value.state });
    else dispatch({ type: 'notice.raised', tone: 'error', code: done.failure.code, message: done.failure.message });
  };

  const answer = async (tape: string, fire: number, text: string): Promise<void> => {
    const done = await api.call('run.answer', { tape, fire, answer: text });
    if (done.ok) return;
    const { code, message } = done.failure;
    // Someone was quicker, in another window or on the terminal: nothing went wrong.
    if (code === 'not-asked' || code === 'not-live') dispatch({ type: 'notice.raised', tone: 'info', message });
    else dispatch({ type: 'notice.raised', tone: 'error', code, message });
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
      case 'question.answered':
        void answer(action.tape, action.fire, action.answer);
        return;
      case 'run.controlled':
        if (tape) void control(tape, action.action);
        return;
      case 'command.invoked': {
        if (action.command === 'run.start') {
          const graph = graphTab(after.active);
          if (graph && !graph.starting) dispatch({ type: 'run.requested', tab: graph.id, paused: false });
        }
        if (action.command === 'run.continue' && tape && isContinuable(tape)) void goOn(tape.id);
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
