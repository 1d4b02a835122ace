import { expect, it, vi } from 'vitest';
import { createStore } from '../../../../renderer/store/store.ts';
import { failed } from '../../../../shared/base/result.ts';
import { failure } from '../../../../shared/contract/failure.ts';
import { BASIC, createFakeApi, settle } from '../fakeApi.ts';

const INFO = {
  version: '1',
  host: 'desktop' as const,
  platform: 'darwin',
  opening: [],
  questions: [],
  settings: { theme: 'light' as const, layout: { rows: { upper: 60 } } },
};

it('keeps theme and layout, written once after a burst of changes', async () => {
  vi.useFakeTimers();
  try {
    const api = createFakeApi({
      ...BASIC,
      'app.info': () => INFO,
      'settings.set': () => INFO.settings,
    });
    const store = createStore(api);
    store.dispatch({ type: 'connection.changed', connection: 'open' });
    await vi.advanceTimersByTimeAsync(0);
    for (const upper of [61, 62, 63]) {
      store.dispatch({ type: 'settings.changed', settings: { layout: { rows: { upper } } } });
    }
    store.dispatch({ type: 'command.invoked', command: 'theme' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(api.requests('settings.set')).toEqual([{ theme: 'dark', layout: { rows: { upper: 63 } } }]);
  } finally {
    vi.useRealTimers();
  }
});

it('walks the theme from system over light to dark and back', () => {
  const store = createStore(createFakeApi(BASIC));
  const themes = [1, 2, 3].map(() => {
    store.dispatch({ type: 'command.invoked', command: 'theme' });
    return store.getState().settings.theme;
  });
  expect(themes).toEqual(['light', 'dark', 'system']);
});

it('does what the menu of the desktop asks for', async () => {
  const api = createFakeApi({ ...BASIC, 'app.info': () => INFO, 'library.pick': () => ({ paths: ['/a/g.json'] }) });
  const store = createStore(api);
  store.dispatch({ type: 'connection.changed', connection: 'open' });
  await settle();
  store.dispatch({ type: 'push.received', push: { kind: 'command.invoked', command: 'open' } });
  await settle();
  expect(api.requests('graph.ofFile')).toEqual([{ path: '/a/g.json' }]);
  store.dispatch({ type: 'push.received', push: { kind: 'command.invoked', command: 'no-such-command' } });
  store.dispatch({ type: 'push.received', push: { kind: 'command.invoked', command: 'shortcuts' } });
  expect(store.getState().overlay).toEqual({ kind: 'shortcuts' });
});

it('says why the program could not tell what it is', async () => {
  const store = createStore(createFakeApi({ 'app.info': () => failed(failure('host-fault', 'It is broken.')) }));
  store.dispatch({ type: 'connection.changed', connection: 'open' });
  await settle();
  expect(store.getState().notices).toMatchObject([{ code: 'host-fault', message: 'It is broken.' }]);
});
