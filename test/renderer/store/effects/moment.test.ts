import { expect, it, vi } from 'vitest';
import type { MomentView } from '../../../../shared/contract/moment.ts';
import { momentView, settle, storeWithTape, tapeOf } from '../fakeApi.ts';

it('shows the moment at the playhead, and keeps the old one on screen while the new one loads', async () => {
  let release: (view: MomentView) => void = () => undefined;
  const { api, store } = await storeWithTape();
  expect(tapeOf(store).moment.value?.seq).toBe(99);
  api.answers['moment.get'] = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  store.dispatch({ type: 'moment.scrubbed', seq: 20 });
  await settle();
  expect(tapeOf(store).moment).toMatchObject({ value: { seq: 99 }, loading: true });
  release(momentView(20));
  await settle();
  expect(tapeOf(store).moment).toMatchObject({ value: { seq: 20 }, loading: false });
});

it('shows only the newest moment when the playhead runs ahead of the answers', async () => {
  const { api, store } = await storeWithTape();
  const gates: (() => void)[] = [];
  api.asked.length = 0;
  api.answers['moment.get'] = ({ seq }) => new Promise((resolve) => gates.push(() => resolve(momentView(seq))));
  for (const seq of [10, 20, 30, 40]) store.dispatch({ type: 'moment.scrubbed', seq });
  await settle();
  gates.shift()?.();
  await settle();
  expect(tapeOf(store).moment.value?.seq).toBe(99);
  gates.shift()?.();
  await settle();
  expect(tapeOf(store).moment.value?.seq).toBe(40);
  expect(api.requests('moment.get').slice(0, 2)).toEqual([
    { tape: 't1', seq: 10 },
    { tape: 't1', seq: 40 },
  ]);
});

it('has the neighbours of the playhead ready, so that a step to them asks for nothing', async () => {
  const { api, store } = await storeWithTape();
  store.dispatch({ type: 'moment.scrubbed', seq: 50 });
  await settle();
  api.asked.length = 0;
  store.dispatch({ type: 'moment.scrubbed', seq: 51 });
  expect(tapeOf(store).moment.value?.seq).toBe(51);
  await settle();
  expect(api.requests('moment.get')).toEqual([{ tape: 't1', seq: 52 }]);
});

it('never lets an older answer replace a moment that was ready', async () => {
  const { api, store } = await storeWithTape();
  store.dispatch({ type: 'moment.scrubbed', seq: 50 });
  await settle();
  let release: () => void = () => undefined;
  api.answers['moment.get'] = ({ seq }) =>
    new Promise((resolve) => {
      release = () => resolve(momentView(seq));
    });
  store.dispatch({ type: 'moment.scrubbed', seq: 80 });
  store.dispatch({ type: 'moment.scrubbed', seq: 51 });
  release();
  await settle();
  expect(tapeOf(store).moment).toMatchObject({ value: { seq: 51 }, loading: false });
});

it('asks the host where a move leads, and goes there', async () => {
  const { api, store } = await storeWithTape({ 'moment.move': () => ({ seq: 42 }) });
  store.dispatch({ type: 'command.invoked', command: 'boundary.previous' });
  await settle();
  expect(api.requests('moment.move')[0]).toEqual({ tape: 't1', seq: 99, move: 'boundary', direction: -1 });
  expect(tapeOf(store)).toMatchObject({ playhead: 42, moment: { value: { seq: 42 } } });
});

it('stays where it is when a move leads nowhere', async () => {
  const { store } = await storeWithTape({ 'moment.move': () => ({ seq: null }) });
  store.dispatch({ type: 'command.invoked', command: 'event.next' });
  await settle();
  expect(tapeOf(store).playhead).toBe(99);
});

it('does quick steps one after the other, each from where the last one led', async () => {
  const { store, api } = await storeWithTape({ 'moment.move': ({ seq, direction }) => ({ seq: seq + direction }) });
  for (let i = 0; i < 3; i++) store.dispatch({ type: 'command.invoked', command: 'event.previous' });
  await settle();
  expect(tapeOf(store).playhead).toBe(96);
  expect(
    api
      .requests('moment.move')
      .slice(0, 3)
      .map((request) => request.seq),
  ).toEqual([99, 98, 97]);
});

it('steps within the selected scope, and along the selected slot', async () => {
  const slot = {
    scope: 'act',
    slot: 'init_x',
    address: 'act.init_x',
    writer: 'init',
    value: null,
    writtenSeq: null,
    writtenAt: null,
    change: 'empty',
    heldIterations: 0,
  } as const;
  const { store, api } = await storeWithTape({
    'moment.get': ({ seq }) => momentView(seq, { slots: [slot] }),
    'moment.move': () => ({ seq: 5 }),
  });
  store.dispatch({ type: 'selected', selection: { kind: 'scope', scope: 'act' } });
  store.dispatch({ type: 'command.invoked', command: 'event.previous' });
  await settle();
  store.dispatch({ type: 'selected', selection: { kind: 'slot', scope: 'act', slot: 'init_x' } });
  store.dispatch({ type: 'command.invoked', command: 'change.previous' });
  await settle();
  const moves = api.requests('moment.move');
  expect(moves.find((one) => one.move === 'event')).toMatchObject({ scope: 'act' });
  expect(moves.find((one) => one.move === 'change')).toMatchObject({ slot: 'act.init_x' });
});

it('jumps to a moment that was typed, and says when there is none', async () => {
  const { api, store } = await storeWithTape({ 'moment.find': () => ({ seq: 7 }) });
  store.dispatch({ type: 'place.entered', text: 'act[0]' });
  await settle();
  expect(tapeOf(store).playhead).toBe(7);
  api.answers['moment.find'] = () => ({
    ok: false,
    failure: { code: 'no-such-moment', message: 'act[99] did not happen.' },
  });
  store.dispatch({ type: 'place.entered', text: 'act[99]' });
  await settle();
  expect(store.getState().notices).toMatchObject([{ code: 'no-such-moment', message: 'act[99] did not happen.' }]);
  expect(tapeOf(store).playhead).toBe(7);
});

it('says why a moment could not be read, and keeps what is on screen', async () => {
  const { api, store } = await storeWithTape();
  api.answers['moment.get'] = () => ({ ok: false, failure: { code: 'damaged', message: 'Event 20 is damaged.' } });
  store.dispatch({ type: 'moment.scrubbed', seq: 20 });
  await settle();
  expect(tapeOf(store).moment).toMatchObject({ value: { seq: 99 }, loading: false, failure: { code: 'damaged' } });
});

it('plays from the playhead to the end and stops there', async () => {
  vi.useFakeTimers();
  try {
    const { store } = await storeWithTape();
    store.dispatch({ type: 'moment.scrubbed', seq: 95 });
    store.dispatch({ type: 'command.invoked', command: 'play' });
    await vi.advanceTimersByTimeAsync(130);
    expect(tapeOf(store)).toMatchObject({ playhead: 97, playing: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(tapeOf(store)).toMatchObject({ playhead: 99, playing: false });
  } finally {
    vi.useRealTimers();
  }
});

it('stops playing on a manual move', async () => {
  vi.useFakeTimers();
  try {
    const { store } = await storeWithTape();
    store.dispatch({ type: 'moment.scrubbed', seq: 10 });
    store.dispatch({ type: 'command.invoked', command: 'play' });
    await vi.advanceTimersByTimeAsync(70);
    store.dispatch({ type: 'moment.scrubbed', seq: 30 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(tapeOf(store)).toMatchObject({ playhead: 30, playing: false });
  } finally {
    vi.useRealTimers();
  }
});
