import { expect, it } from 'vitest';
import type { FireDetail, NodeState } from '../../../../shared/contract/moment.ts';
import { momentView, settle, storeWithTape, summary, tapeOf } from '../fakeApi.ts';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ seq: from + i, kind: 'slot.written', at: '', t: 0, sentence: '' }));

it('fetches the pages of the log that are looked at, once each', async () => {
  const { api, store } = await storeWithTape(
    {
      'events.window': ({ from, count }) => ({
        rows: rows(from, count),
        moreBefore: false,
        moreAfter: false,
        head: 999,
      }),
    },
    { head: 999 },
  );
  store.dispatch({ type: 'events.wanted', from: 190, to: 230 });
  store.dispatch({ type: 'events.wanted', from: 195, to: 235 });
  await settle();
  store.dispatch({ type: 'events.wanted', from: 200, to: 240 });
  await settle();
  expect(api.requests('events.window').map((request) => request.from)).toEqual([0, 200]);
  expect(tapeOf(store).eventPages[1]?.[0]?.seq).toBe(200);
});

it('shows the fire of the moment, else the latest one of the selected node', async () => {
  const fire = (seq: number): FireDetail => ({
    fire: 1,
    node: 'policy',
    nth: 0,
    at: '',
    startedSeq: seq,
    endedSeq: null,
    state: 'running',
    durationMs: null,
    inputs: [],
    outputs: [],
    states: [],
    changes: [],
    log: [],
    decisions: [],
  });
  const node: NodeState = { node: 'policy', state: 'fired', fires: 2, lastFireSeq: 33, durationMs: 1, waitsFor: [] };
  const { api, store } = await storeWithTape({
    'moment.get': ({ seq }) => momentView(seq, { nodes: [node], ...(seq === 99 ? { fire: 4 } : {}) }),
    'fire.get': ({ seq }) => fire(seq),
  });
  expect(tapeOf(store).fire.value?.startedSeq).toBe(99);
  store.dispatch({ type: 'moment.scrubbed', seq: 50 });
  await settle();
  expect(tapeOf(store).fire.value).toBeUndefined();
  store.dispatch({ type: 'selected', selection: { kind: 'node', node: 'policy' } });
  await settle();
  expect(tapeOf(store).fire.value?.startedSeq).toBe(33);
  expect(api.requests('fire.get').map((request) => request.seq)).toEqual([99, 33]);
});

it('fetches a large value once, by its place', async () => {
  const chip = { identity: 'x', type: 'list', text: '[…]', size: 9000 };
  const { api, store } = await storeWithTape({ 'value.get': () => ({ value: [1, 2], chip }) });
  const place = { seq: 4, field: ['outputs', 'obs'] };
  store.dispatch({ type: 'value.wanted', place });
  store.dispatch({ type: 'value.wanted', place });
  await settle();
  expect(api.requests('value.get')).toEqual([{ tape: 't1', place }]);
  expect(Object.values(tapeOf(store).values)).toEqual([{ value: [1, 2], loading: false, failure: undefined }]);
});

it('reads summary and hazards again when a run has ended', async () => {
  const { api, store } = await storeWithTape({}, { live: true });
  api.asked.length = 0;
  store.dispatch({ type: 'push.received', push: { kind: 'run.advanced', tape: 't1', head: 120, state: 'finished' } });
  await settle();
  expect(api.requests('tape.summary')).toHaveLength(1);
  expect(api.requests('hazards.list')).toHaveLength(1);
});

it('lets the host close a tape whose tab was closed', async () => {
  const { api, store } = await storeWithTape();
  store.dispatch({ type: 'tab.closed', tab: 'tape:t1' });
  expect(api.requests('tape.close')).toEqual([{ tape: 't1' }]);
});

it('asks once more for what had no answer when the connection comes back', async () => {
  const lost = () => ({ ok: false as const, failure: { code: 'connection-lost', message: 'Lost.' } });
  const { api, store } = await storeWithTape();
  store.dispatch({ type: 'connection.changed', connection: 'lost' });
  const answer = api.answers['moment.get'];
  api.answers['moment.get'] = lost;
  store.dispatch({ type: 'moment.scrubbed', seq: 40 });
  await settle();
  expect(tapeOf(store).moment).toMatchObject({ value: { seq: 99 }, failure: { code: 'connection-lost' } });
  if (answer) api.answers['moment.get'] = answer;
  api.answers['tape.summary'] = () => summary({ head: 120 });
  store.dispatch({ type: 'connection.changed', connection: 'open' });
  await settle();
  expect(tapeOf(store).moment).toMatchObject({ value: { seq: 40 }, failure: undefined });
  expect(tapeOf(store).summary.head).toBe(120);
});
