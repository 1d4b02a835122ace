import { expect, it } from 'vitest';
import type { TimelineView } from '../../../../shared/contract/timeline.ts';
import { settle, storeWithTape, tapeOf } from '../fakeApi.ts';

function lanes(from: number, to: number, head: number): TimelineView {
  const marks = { seq: new Uint32Array(), kind: new Uint16Array(), count: new Uint16Array() };
  return {
    from,
    to,
    head,
    scopes: [],
    fires: [],
    slots: [],
    decisions: marks,
    hazards: marks,
    errors: marks,
    passes: marks,
    hazardCodes: [],
    chips: [],
    labels: [],
    merged: true,
    density: new Float32Array(),
  };
}

const open = () => storeWithTape({ 'timeline.window': ({ from, to }) => lanes(from, to, 9999) }, { head: 9999 });

it('asks for nothing before the width is known', async () => {
  const { api } = await open();
  expect(api.requests('timeline.window')).toEqual([]);
});

it('asks for a wider window than is shown, and for nothing while panning inside it', async () => {
  const { api, store } = await open();
  store.dispatch({ type: 'timeline.measured', widthPx: 1000 });
  await settle();
  store.dispatch({ type: 'window.changed', from: 4000, to: 4400 });
  await settle();
  const asked = api.requests('timeline.window').at(-1) as { from: number; to: number };
  expect(asked.from).toBeLessThanOrEqual(3800);
  expect(asked.to).toBeGreaterThanOrEqual(4600);
  const before = api.requests('timeline.window').length;
  store.dispatch({ type: 'window.changed', from: 4050, to: 4450 });
  await settle();
  expect(api.requests('timeline.window')).toHaveLength(before);
});

it('keeps the old lanes on screen while new ones are on their way', async () => {
  const { api, store } = await open();
  store.dispatch({ type: 'timeline.measured', widthPx: 1000 });
  await settle();
  const old = tapeOf(store).timeline.value;
  api.answers['timeline.window'] = () => new Promise(() => undefined);
  store.dispatch({ type: 'window.changed', from: 4000, to: 4100 });
  await settle();
  expect(tapeOf(store).timeline).toMatchObject({ loading: true });
  expect(tapeOf(store).timeline.value).toBe(old);
});
