import { expect, it } from 'vitest';
import type { GraphViewScope } from '../../../../shared/contract/graph.ts';
import type { ScopeList, ScopeListRequest } from '../../../../shared/contract/scopes.ts';
import { graphView, settle, storeWithTape, tapeOf } from '../fakeApi.ts';

const scope = (id: string, parent: string | null): GraphViewScope => ({
  scope: id,
  iterOut: `${id}-out`,
  parent,
  budget: 40,
  ownBudget: 40,
  slots: [],
  carries: [],
});

/** As a host that has ten activations of `act`, ten iterations in each, and the moment in the one whose number is seq / 10. */
function answer(list: ScopeListRequest, seq: number): ScopeList {
  const current = list.scope === 'episode' ? 0 : Math.floor(seq / 10);
  const total = list.scope === 'episode' && list.kind === 'activations' ? 1 : 10;
  const misses = list.from === undefined || (list.follow && (current < list.from || current >= list.from + list.count));
  const from = misses ? Math.max(0, Math.min(total - list.count, current - 4)) : (list.from ?? 0);
  const places = Array.from({ length: Math.min(list.count, total - from) }, (_, i) => from + i);
  if (list.kind === 'iterations') {
    const activation = list.activation ?? current;
    const row = (i: number) => ({ path: `p[${i}]`, iteration: i, openedSeq: i, lastSeq: i, closed: true });
    return { kind: 'iterations', scope: list.scope, activation, total, current: seq % 10, from, rows: places.map(row) };
  }
  const row = (i: number) => ({ index: i, at: '', enteredSeq: i * 10, exitSeq: i * 10 + 9, opened: 10, closed: 10 });
  const rows = places.map(row);
  return { kind: 'activations', scope: list.scope, total, current, from, rows, latest: null, budget: 40 };
}

async function open() {
  return storeWithTape(
    {
      'graph.ofTape': () => graphView({ scopes: [scope('episode', null), scope('act', 'episode')] }),
      'scopes.window': ({ seq, lists }) => ({ seq, head: 99, lists: lists.map((list) => answer(list, seq)) }),
    },
    { iterations: { episode: 10, act: 100 } },
  );
}

type Asked = { readonly seq: number; readonly lists: readonly ScopeListRequest[] };
const asked = (api: Awaited<ReturnType<typeof open>>['api']) => api.requests('scopes.window') as unknown as Asked[];

it('asks for the activations of every loop, and for no iterations where they are folded', async () => {
  const { api, store } = await open();
  expect(asked(api)).toHaveLength(1);
  expect(asked(api)[0]).toMatchObject({
    seq: 99,
    lists: [
      { kind: 'activations', scope: 'episode' },
      { kind: 'activations', scope: 'act' },
    ],
  });
  expect(Object.keys(tapeOf(store).scopeLists.value?.lists ?? {})).toEqual(['activations episode', 'activations act']);
});

it('asks for what is unfolded, and follows the moment with it', async () => {
  const { api, store } = await open();
  store.dispatch({ type: 'tree.folded', row: 'rounds:act', folded: false });
  await settle();
  expect(
    asked(api)
      .at(-1)
      ?.lists.map(({ kind, scope: one }) => `${kind} ${one}`),
  ).toEqual(['activations episode', 'activations act', 'iterations act']);
  store.dispatch({ type: 'moment.scrubbed', seq: 23 });
  await settle();
  expect(asked(api).at(-1)).toMatchObject({ seq: 23 });
  expect(tapeOf(store).scopeLists.value).toMatchObject({ seq: 23 });
  expect(tapeOf(store).scopeLists.value?.lists['iterations act']).toMatchObject({ activation: 2, current: 3 });
  // One more activation, unfolded by hand.
  store.dispatch({ type: 'tree.folded', row: 'activation:4:act', folded: false });
  await settle();
  expect(asked(api).at(-1)?.lists.at(-1)).toMatchObject({ kind: 'iterations', scope: 'act', activation: 4 });
});

it('asks nothing again when only the pointer moves', async () => {
  const { api, store } = await open();
  const before = asked(api).length;
  store.dispatch({ type: 'hovered', hovered: { kind: 'node', node: 'x' } });
  store.dispatch({ type: 'selected', selection: { kind: 'node', node: 'x' } });
  await settle();
  expect(asked(api)).toHaveLength(before);
});

it('keeps a window that was opened by hand until the moment leaves it', async () => {
  const { api, store } = await open();
  store.dispatch({ type: 'tree.folded', row: 'rounds:act', folded: false });
  store.dispatch({ type: 'list.widened', list: 'activations act', from: 0, count: 4 });
  await settle();
  // The moment is in the tenth: what was asked for is shown all the same.
  expect(tapeOf(store).scopeLists.value?.lists['activations act']).toMatchObject({ from: 0, total: 10 });
  store.dispatch({ type: 'moment.scrubbed', seq: 15 });
  await settle();
  expect(asked(api).at(-1)?.lists[1]).toMatchObject({ from: 0, count: 4, follow: true });
  store.dispatch({ type: 'moment.scrubbed', seq: 75 });
  await settle();
  expect(tapeOf(store).scopeLists.value?.lists['activations act']?.from).toBeGreaterThan(0);
  expect(tapeOf(store).listWindows).toEqual({});
});

it('does not ask without end where the host can’t answer', async () => {
  const { api, store } = await open();
  const before = asked(api).length;
  api.answers['scopes.window'] = () => ({ ok: false, failure: { code: 'tape-damaged', message: 'It is cut.' } });
  store.dispatch({ type: 'moment.scrubbed', seq: 15 });
  await settle();
  expect(asked(api)).toHaveLength(before + 1);
  expect(tapeOf(store).scopeLists.failure?.code).toBe('tape-damaged');
});
