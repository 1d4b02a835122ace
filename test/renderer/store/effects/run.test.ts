import { expect, it } from 'vitest';
import { usableGroups } from '../../../../renderer/store/selectors/page.ts';
import { createStore } from '../../../../renderer/store/store.ts';
import { failed } from '../../../../shared/base/result.ts';
import { failure } from '../../../../shared/contract/failure.ts';
import { BASIC, createFakeApi, graphView, settle, storeWithTape, summary, tapeOf } from '../fakeApi.ts';

const CONSENT = { hash: 'h1', graph: 'one.json', modules: ['policy.mjs'], commands: [], hosts: [], models: [] };

async function graphStore(answers: Parameters<typeof createFakeApi>[0] = {}) {
  const inputs = ['goal', 'depth', 'note', 'untouched'].map((name) => ({ name, node: name }));
  const api = createFakeApi({ ...BASIC, 'graph.ofFile': () => graphView({ inputs }), ...answers });
  const store = createStore(api);
  store.dispatch({ type: 'open.requested', paths: ['/g/one.json'] });
  await settle();
  const tab = () => {
    const one = store.getState().tabs.find((each) => each.kind === 'graph');
    if (one?.kind !== 'graph') throw new Error('no graph tab');
    return one;
  };
  return { api, store, tab };
}

it('runs a graph with its inputs as JSON or text, and opens the tape that is being recorded', async () => {
  const { api, store, tab } = await graphStore({
    'run.start': () => summary({ live: true, head: -1, status: 'running', reason: null }),
  });
  const form = {
    inputs: { goal: '[7, 0]', depth: '3', note: 'go left', untouched: ' ' },
    budget: '12',
    loadout: '',
    compat: 'agentcanvas',
  };
  store.dispatch({ type: 'form.changed', tab: tab().id, form });
  store.dispatch({ type: 'command.invoked', command: 'run.start' });
  await settle();
  expect(api.requests('run.start')).toEqual([
    {
      path: '/g/one.json',
      inputs: { goal: [7, 0], depth: 3, note: 'go left' },
      budget: 12,
      compat: 'agentcanvas',
      paused: false,
      answers: true,
      shows: true,
    },
  ]);
  expect(store.getState().active).toBe('tape:t1');
  expect(store.getState().tabs[1]).toMatchObject({ follow: true, run: 'running' });
  expect(tab().starting).toBe(false);
});

it('asks for consent, and runs nothing unless it is given', async () => {
  let granted = false;
  const { api, store, tab } = await graphStore({
    'run.start': () =>
      granted ? summary({ live: true }) : failed(failure('consent-needed', 'It runs code.', CONSENT)),
    'consent.grant': () => {
      granted = true;
      return {};
    },
  });
  store.dispatch({ type: 'run.requested', tab: tab().id, paused: true });
  await settle();
  expect(store.getState().overlay).toEqual({ kind: 'consent', tab: tab().id, request: CONSENT, paused: true });
  expect(api.requests('consent.grant')).toEqual([]);
  store.dispatch({ type: 'consent.given', tab: tab().id, hash: 'h1', paused: true });
  await settle();
  expect(api.requests('consent.grant')).toEqual([{ path: '/g/one.json', hash: 'h1' }]);
  expect(api.requests('run.start')).toHaveLength(2);
  expect(store.getState().active).toBe('tape:t1');
});

it('says beside the form why a run did not start', async () => {
  const { store, tab } = await graphStore({ 'run.start': () => failed(failure('graph-invalid', 'It has a cycle.')) });
  store.dispatch({ type: 'run.requested', tab: tab().id, paused: false });
  await settle();
  expect(tab()).toMatchObject({ starting: false, failure: { code: 'graph-invalid', message: 'It has a cycle.' } });
});

it('shows a graph file that can’t be read as a failure of its tab', async () => {
  const { tab } = await graphStore({ 'graph.ofFile': () => failed(failure('not-json', 'one.json is not JSON.')) });
  expect(tab().graph).toMatchObject({ value: undefined, loading: false, failure: { code: 'not-json' } });
});

it('pauses, resumes, steps and stops a live run by its keys', async () => {
  const { api, store, tab } = await graphStore({
    'run.start': () => summary({ live: true }),
    'run.control': ({ action }) => ({ state: action === 'pause' || action === 'step' ? 'paused' : 'running' }),
  });
  store.dispatch({ type: 'run.requested', tab: tab().id, paused: false });
  await settle();
  for (const command of ['run.pause', 'run.step', 'run.pause', 'run.stop'] as const) {
    store.dispatch({ type: 'command.invoked', command });
    await settle();
  }
  expect(api.requests('run.control').map((request) => request.action)).toEqual(['pause', 'step', 'resume', 'stop']);
});

const FAILED = { status: 'failed', reason: 'failed', head: 40 } as const;

it('goes on with a recorded run in its tab: what it records now is followed', async () => {
  const { api, store } = await storeWithTape(
    { 'run.continue': () => summary({ live: true, status: 'running', reason: null, head: 42 }) },
    FAILED,
  );
  store.dispatch({ type: 'moment.scrubbed', seq: 3 });
  store.dispatch({ type: 'command.invoked', command: 'run.continue' });
  store.dispatch({ type: 'command.invoked', command: 'run.continue' });
  await settle();
  expect(api.requests('run.continue')).toEqual([{ tape: 't1', answers: true, shows: true }]);
  expect(tapeOf(store)).toMatchObject({ run: 'running', follow: true, playhead: 42 });
  expect(tapeOf(store).summary).toMatchObject({ live: true, status: 'running', head: 42 });
  // It is live now, so there is nothing to continue.
  store.dispatch({ type: 'command.invoked', command: 'run.continue' });
  await settle();
  expect(api.requests('run.continue')).toHaveLength(1);
  expect(store.getState().tabs).toHaveLength(1);
});

it('reads the summary anew where a continued run was over before its start was answered', async () => {
  const ended = summary({ status: 'ended', reason: 'stop', head: 60 });
  const { api, store } = await storeWithTape({ 'run.continue': () => ended, 'tape.summary': () => ended }, FAILED);
  store.dispatch({ type: 'command.invoked', command: 'run.continue' });
  await settle();
  expect(api.requests('tape.summary')).toHaveLength(1);
  expect(tapeOf(store)).toMatchObject({ playhead: 60, follow: false, summary: { status: 'ended', live: false } });
});

it('asks before it runs code that a tape names, and goes on when that is allowed', async () => {
  const asked = { ...CONSENT, tape: { path: '/tapes/one.looptape', folder: '/g' } };
  let granted = false;
  const { api, store } = await storeWithTape(
    {
      'run.continue': () =>
        granted ? summary({ live: true, head: 41 }) : failed(failure('consent-needed', 'It names code.', asked)),
      'consent.grant': () => {
        granted = true;
        return {};
      },
    },
    FAILED,
  );
  store.dispatch({ type: 'command.invoked', command: 'run.continue' });
  await settle();
  expect(store.getState().overlay).toEqual({ kind: 'consent', tab: 'tape:t1', request: asked, paused: false });
  store.dispatch({ type: 'consent.given', tab: 'tape:t1', hash: 'h1', paused: false });
  await settle();
  expect(api.requests('consent.grant')).toEqual([{ path: '/tapes/one.looptape', hash: 'h1' }]);
  expect(tapeOf(store)).toMatchObject({ run: 'running', summary: { live: true } });
});

it('says in a notice why a recorded run can’t go on, and asks for nothing where it is over', async () => {
  const { store } = await storeWithTape(
    { 'run.continue': () => failed(failure('graph-folder-missing', 'There is no folder /g here.')) },
    FAILED,
  );
  store.dispatch({ type: 'command.invoked', command: 'run.continue' });
  await settle();
  expect(store.getState().notices).toMatchObject([{ tone: 'error', code: 'graph-folder-missing' }]);
  expect(tapeOf(store).run).toBeUndefined();
  for (const over of [{ status: 'ended' }, { status: 'stalled' }, { ...FAILED, readOnly: true }] as const) {
    const other = await storeWithTape({}, over);
    expect(usableGroups(other.store.getState()).continuable).toBe(false);
    other.store.dispatch({ type: 'command.invoked', command: 'run.continue' });
    await settle();
    expect(other.api.requests('run.continue')).toEqual([]);
  }
});

it('keeps what a run asks, also before its tab is there, until it is answered or the run is over', async () => {
  const { api, store, tab } = await graphStore({
    'run.start': () => summary({ live: true }),
    'run.answer': () => ({}),
  });
  const asked = { kind: 'run.asked', tape: 't1', node: 'judge', text: 'Is it fast?', yesNo: true } as const;
  store.dispatch({ type: 'push.received', push: { ...asked, fire: 1, about: 'p95 = 148ms' } });
  store.dispatch({ type: 'run.requested', tab: tab().id, paused: false });
  await settle();
  expect(store.getState().questions.t1).toMatchObject({ fire: 1, text: 'Is it fast?', about: 'p95 = 148ms' });
  store.dispatch({ type: 'question.answered', tape: 't1', fire: 1, answer: 'no: it was cached' });
  await settle();
  expect(api.requests('run.answer')).toEqual([{ tape: 't1', fire: 1, answer: 'no: it was cached' }]);
  expect(store.getState().questions).toEqual({});
  store.dispatch({ type: 'push.received', push: { ...asked, fire: 3 } });
  store.dispatch({ type: 'push.received', push: { kind: 'run.advanced', tape: 't1', head: 120, state: 'finished' } });
  expect(store.getState().questions).toEqual({});
});

it('takes a question away that was answered elsewhere, and says kindly that it is not open any more', async () => {
  const { store, tab } = await graphStore({
    'run.start': () => summary({ live: true }),
    'run.answer': () => failed(failure('not-asked', 'That question is not open any more.')),
  });
  const asked = { kind: 'run.asked', tape: 't1', node: 'judge', text: 'Is it fast?', yesNo: true } as const;
  store.dispatch({ type: 'push.received', push: { ...asked, fire: 3 } });
  // The answer to an earlier one is no answer to this one.
  store.dispatch({ type: 'push.received', push: { kind: 'run.answered', tape: 't1', fire: 1 } });
  expect(store.getState().questions.t1?.fire).toBe(3);
  store.dispatch({ type: 'push.received', push: { kind: 'run.answered', tape: 't1', fire: 3 } });
  expect(store.getState().questions).toEqual({});
  store.dispatch({ type: 'run.requested', tab: tab().id, paused: false });
  store.dispatch({ type: 'question.answered', tape: 't1', fire: 3, answer: 'yes' });
  await settle();
  expect(store.getState().notices.map(({ tone, message }) => [tone, message])).toEqual([
    ['info', 'That question is not open any more.'],
  ]);
});
