import { expect, it } from 'vitest';
import type { Action } from '../../../renderer/store/actions.ts';
import { reduce } from '../../../renderer/store/reducer.ts';
import { INITIAL_STATE } from '../../../renderer/store/state.ts';
import { tapeId } from '../../../shared/base/ids.ts';
import { summary } from './fakeApi.ts';

const resulting = (...actions: Action[]) => actions.reduce(reduce, INITIAL_STATE);
const open = (id: string): Action => ({
  type: 'tape.opened',
  summary: summary({ tape: tapeId(id) }),
  started: undefined,
});

it('opens a tape twice as one tab', () => {
  const state = resulting(open('a'), { type: 'tab.activated', tab: 'library' }, open('a'));
  expect(state.tabs).toHaveLength(1);
  expect(state.active).toBe('tape:a');
});

it('shows the neighbour when a tab is closed, and the library after the last one', () => {
  const three = [open('a'), open('b'), open('c')];
  expect(
    resulting(...three, { type: 'tab.activated', tab: 'tape:b' }, { type: 'tab.closed', tab: 'tape:b' }).active,
  ).toBe('tape:c');
  expect(resulting(...three, { type: 'tab.closed', tab: 'tape:c' }).active).toBe('tape:b');
  expect(resulting(...three, { type: 'tab.closed', tab: 'tape:a' }).active).toBe('tape:c');
  expect(resulting(open('a'), { type: 'command.invoked', command: 'close' }).active).toBe('library');
});

it('gives an answer to the tab that asked, also when another one is shown', () => {
  const state = resulting(open('a'), open('b'), {
    type: 'moment.answered',
    tab: 'tape:a',
    answer: { ok: false, failure: { code: 'x', message: 'gone' } },
  });
  expect(state.tabs.map((tab) => tab.kind === 'tape' && tab.moment.failure?.message)).toEqual(['gone', undefined]);
});

it('tells a live run’s tab of its advance and its end, also when another tab or the library is shown', () => {
  const push = (head: number, state: 'running' | 'finished'): Action => ({
    type: 'push.received',
    push: { kind: 'run.advanced', tape: 'a', head, state },
  });
  const state = resulting(open('a'), open('b'), push(500, 'running'), { type: 'tab.activated', tab: 'library' });
  expect(state.tabs.map((tab) => tab.kind === 'tape' && tab.run)).toEqual(['running', undefined]);
  const over = reduce(state, push(900, 'finished'));
  expect(over.tabs[0]).toMatchObject({ run: 'finished', summary: { head: 900, live: false } });
  expect(over.tabs[1]).toBe(state.tabs[1]);
});

it('says what kept a run from its end, which stands on no tape', () => {
  const state = resulting(open('a'), {
    type: 'push.received',
    push: {
      kind: 'run.advanced',
      tape: 'a',
      head: 9,
      state: 'finished',
      failure: { code: 'disk-full', message: 'the disk is full' },
    },
  });
  expect(state.notices).toMatchObject([{ tone: 'error', code: 'disk-full', message: 'the disk is full' }]);
});

it('drops an answer for a tab that was closed', () => {
  const state = resulting(open('a'), { type: 'tab.closed', tab: 'tape:a' }, { type: 'fire.asked', tab: 'tape:a' });
  expect(state.tabs).toEqual([]);
});

it('closes what floats with Escape before it clears the selection', () => {
  const floating = resulting(
    open('a'),
    { type: 'selected', selection: { kind: 'node', node: 'n' } },
    { type: 'command.invoked', command: 'shortcuts' },
  );
  expect(floating.overlay).toEqual({ kind: 'shortcuts' });
  const closed = reduce(floating, { type: 'command.invoked', command: 'clear' });
  expect(closed.overlay).toBeNull();
  expect(closed.tabs[0]?.selection).toEqual({ kind: 'node', node: 'n' });
  expect(reduce(closed, { type: 'command.invoked', command: 'clear' }).tabs[0]?.selection).toBeNull();
});

it('says the same sentence once, and at most four at a time', () => {
  const raise = (message: string): Action => ({ type: 'notice.raised', tone: 'error', message });
  const state = resulting(...['a', 'b', 'a', 'c', 'd', 'e'].map(raise));
  expect(state.notices.map((notice) => notice.message)).toEqual(['a', 'c', 'd', 'e']);
});

it('asks for a consent with what the graph would use', () => {
  const request = { hash: 'h', graph: 'g', modules: ['m'], commands: [], hosts: [], models: [] };
  const state = resulting({ type: 'consent.asked', tab: 'graph:g', request, paused: false });
  expect(state.overlay).toEqual({ kind: 'consent', tab: 'graph:g', request, paused: false });
});
