import { expect, it } from 'vitest';
import { createStore } from '../../../../renderer/store/store.ts';
import { failed } from '../../../../shared/base/result.ts';
import { failure } from '../../../../shared/contract/failure.ts';
import { BASIC, createFakeApi, graphView, settle, summary } from '../fakeApi.ts';

const CONSENT = { hash: 'h1', graph: 'one.json', modules: ['policy.mjs'], commands: [], hosts: [] };

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
