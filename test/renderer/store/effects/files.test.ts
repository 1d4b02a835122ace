import { expect, it } from 'vitest';
import { createStore } from '../../../../renderer/store/store.ts';
import { failed } from '../../../../shared/base/result.ts';
import { failure } from '../../../../shared/contract/failure.ts';
import { BASIC, createFakeApi, graphView, settle, summary } from '../fakeApi.ts';

const INFO = {
  version: '1',
  host: 'web' as const,
  platform: 'linux',
  questions: [],
  opening: ['/tapes/one.looptape'],
  settings: { theme: 'dark' as const, layout: {} },
};

it('opens what the command line asked for once, also when the connection comes back', async () => {
  const api = createFakeApi({ ...BASIC, 'app.info': () => INFO, 'tape.open': () => summary() });
  const store = createStore(api);
  store.dispatch({ type: 'connection.changed', connection: 'open' });
  await settle();
  expect(store.getState()).toMatchObject({ active: 'tape:t1', settings: { theme: 'dark' }, opening: [] });
  store.dispatch({ type: 'connection.changed', connection: 'lost' });
  store.dispatch({ type: 'connection.changed', connection: 'open' });
  await settle();
  expect(api.requests('tape.open')).toHaveLength(1);
});

it('opens a .json as a graph and everything else as a tape', async () => {
  const api = createFakeApi({ ...BASIC, 'tape.open': () => summary(), 'graph.ofFile': () => graphView() });
  const store = createStore(api);
  store.dispatch({ type: 'open.requested', paths: ['/a/g.json', '/a/t.looptape', '/a/unknown.bin'] });
  await settle();
  expect(api.requests('graph.ofFile')).toEqual([{ path: '/a/g.json' }]);
  expect(api.requests('tape.open').map((request) => request.path)).toEqual(['/a/t.looptape', '/a/unknown.bin']);
});

it('says in a sentence why a file did not open, and leaves the rest alone', async () => {
  const refuse = () => failed(failure('not-a-tape', '/a/x.looptape is not a tape: it is a text file.'));
  const api = createFakeApi({ ...BASIC, 'tape.open': refuse });
  const store = createStore(api);
  store.dispatch({ type: 'open.requested', paths: ['/a/x.looptape'] });
  await settle();
  expect(store.getState()).toMatchObject({ tabs: [], opening: [], notices: [{ tone: 'error', code: 'not-a-tape' }] });
});

it('opens a dropped file by the path that the host can open', async () => {
  const api = createFakeApi({ ...BASIC, 'tape.open': () => summary() });
  const store = createStore(api);
  store.dispatch({ type: 'files.dropped', files: [new File(['x'], 'mine.looptape')] });
  await settle();
  expect(api.requests('tape.open')).toEqual([{ path: '/private/mine.looptape' }]);
});

it('reads the list again after a file was renamed, deleted or taken off it', async () => {
  const api = createFakeApi({
    ...BASIC,
    'library.rename': () => ({ path: '/b' }),
    'library.delete': () => ({}),
    'library.forget': () => failed(failure('no-such-file', 'It is not on the list.')),
  });
  const store = createStore(api);
  store.dispatch({ type: 'item.renamed', path: '/a', name: 'b' });
  await settle();
  store.dispatch({ type: 'item.deleted', path: '/a' });
  await settle();
  store.dispatch({ type: 'item.forgotten', path: '/a' });
  await settle();
  expect(api.requests('library.list')).toHaveLength(3);
  expect(store.getState().notices).toMatchObject([{ code: 'no-such-file' }]);
});
