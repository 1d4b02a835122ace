import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../renderer/store/actions.ts';
import { reduce } from '../../../renderer/store/reducer.ts';
import { type AppState, INITIAL_STATE, type TapeTab } from '../../../renderer/store/state.ts';
import { tapeId } from '../../../shared/base/ids.ts';
import { summary } from './fakeApi.ts';

function opened(part: Parameters<typeof summary>[0] = {}): AppState {
  return reduce(INITIAL_STATE, { type: 'tape.opened', summary: summary(part), started: undefined });
}
function resulting(state: AppState, ...actions: Action[]): TapeTab {
  const tab = actions.reduce(reduce, state).tabs[0];
  if (tab?.kind !== 'tape') throw new Error('no tape');
  return tab;
}
const advanced = (head: number, state: 'running' | 'finished' = 'running'): Action => ({
  type: 'push.received',
  push: { kind: 'run.advanced', tape: 't1', head, state },
});

it('opens a tape at its last event, with the whole of it in the window', () => {
  const tab = resulting(opened());
  expect(tab).toMatchObject({ playhead: 99, window: { from: 0, to: 100 }, follow: false, run: undefined });
});

it('keeps the playhead on the tape', () => {
  expect(resulting(opened(), { type: 'moment.scrubbed', seq: -5 }).playhead).toBe(0);
  expect(resulting(opened(), { type: 'moment.scrubbed', seq: 1e9 }).playhead).toBe(99);
  expect(resulting(opened(), { type: 'command.invoked', command: 'first' }).playhead).toBe(0);
});

describe('a live run', () => {
  it('is followed from the start, and its window stays the whole tape', () => {
    const tab = resulting(opened({ live: true, head: 9 }), advanced(40));
    expect(tab).toMatchObject({ playhead: 40, follow: true, window: { from: 0, to: 41 }, run: 'running' });
  });

  it.each<Action>([
    { type: 'moment.scrubbed', seq: 3 },
    { type: 'moment.jumped', seq: 3 },
    { type: 'command.invoked', command: 'event.previous' },
    { type: 'command.invoked', command: 'first' },
  ])('is not followed any more after a manual move: %o', (action) => {
    const tab = resulting(opened({ live: true, head: 9 }), action, advanced(40));
    expect(tab.follow).toBe(false);
    expect(tab.playhead).toBeLessThanOrEqual(9);
    expect(tab.summary.head).toBe(40);
  });

  it('is followed again by End and by the chip', () => {
    const left = [{ type: 'moment.scrubbed', seq: 3 }, advanced(40)] as const;
    const byEnd = resulting(
      opened({ live: true, head: 9 }),
      ...left,
      { type: 'command.invoked', command: 'last' },
      advanced(50),
    );
    const byChip = resulting(
      opened({ live: true, head: 9 }),
      ...left,
      { type: 'follow.changed', follow: true },
      advanced(50),
    );
    expect(byEnd).toMatchObject({ follow: true, playhead: 50 });
    expect(byChip).toMatchObject({ follow: true, playhead: 50 });
  });

  it('ends: it stays at the last event and is live no more', () => {
    const tab = resulting(opened({ live: true, head: 9 }), advanced(40, 'finished'));
    expect(tab).toMatchObject({ playhead: 40, follow: false, run: 'finished' });
    expect(tab.summary.live).toBe(false);
  });

  it('never loses events to a description that was made before the last push', () => {
    const stale: Action = { type: 'tape.described', tab: 'tape:t1', summary: summary({ live: true, head: 20 }) };
    expect(resulting(opened({ live: true, head: 9 }), advanced(40), stale).summary.head).toBe(40);
  });

  it('forgets the last page of the log when it grows, and keeps full ones', () => {
    const rows = (n: number) =>
      Array.from({ length: n }, (_, seq) => ({ seq, kind: 'slot.written', at: '', t: 0, sentence: '' }));
    const page = (at: number, n: number): Action => ({
      type: 'events.answered',
      tab: 'tape:t1',
      page: at,
      rows: rows(n),
    });
    const tab = resulting(opened({ live: true, head: 249 }), page(0, 200), page(1, 50), advanced(260));
    expect(Object.keys(tab.eventPages)).toEqual(['0']);
  });
});

it('goes back and forward in what was looked at, selection included', () => {
  const node = { kind: 'node', node: 'policy' } as const;
  const start = [
    { type: 'moment.scrubbed', seq: 10 },
    { type: 'selected', selection: node },
    { type: 'moment.jumped', seq: 50, selection: { kind: 'scope', scope: 'act' } },
  ] as const;
  const back = resulting(opened(), ...start, { type: 'command.invoked', command: 'history.back' });
  expect(back).toMatchObject({ playhead: 10, selection: node });
  const forward = resulting(
    opened(),
    ...start,
    { type: 'command.invoked', command: 'history.back' },
    { type: 'command.invoked', command: 'history.forward' },
  );
  expect(forward).toMatchObject({ playhead: 50, selection: { kind: 'scope', scope: 'act' } });
});

it('moves the window only as far as shows the playhead', () => {
  const tab = resulting(opened(), { type: 'window.changed', from: 40, to: 60 }, { type: 'moment.scrubbed', seq: 62 });
  expect(tab.window.to - tab.window.from).toBeCloseTo(20);
  expect(tab.window.from).toBeLessThan(62);
  expect(tab.window.to).toBeGreaterThan(62);
  expect(tab.window.from).toBeGreaterThan(40);
});

it('keeps playhead and window on the tape whatever is done', () => {
  const command = fc.constantFrom(
    'zoom.in',
    'zoom.out',
    'pan.left',
    'pan.right',
    'fit',
    'first',
    'last',
    'history.back',
    'play',
  );
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ type: fc.constant('moment.scrubbed' as const), seq: fc.integer() }),
    fc.record({ type: fc.constant('moment.jumped' as const), seq: fc.integer({ min: -10, max: 300 }) }),
    fc.record({
      type: fc.constant('window.changed' as const),
      from: fc.double({ noNaN: true }),
      to: fc.double({ noNaN: true }),
    }),
    fc.record({ type: fc.constant('command.invoked' as const), command: command as fc.Arbitrary<'fit'> }),
    fc.nat(400).map((head) => advanced(head)),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), fc.boolean(), (actions, live) => {
      const tab = resulting(opened({ live }), ...actions);
      const { from, to } = tab.window;
      expect(tab.playhead).toBeGreaterThanOrEqual(0);
      expect(tab.playhead).toBeLessThanOrEqual(tab.summary.head);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(tab.summary.head + 1);
      expect(to).toBeGreaterThan(from);
    }),
  );
});

it('takes pushes for other tapes for what they are', () => {
  const other: Action = {
    type: 'push.received',
    push: { kind: 'run.advanced', tape: 'other', head: 500, state: 'running' },
  };
  expect(resulting(opened({ tape: tapeId('t1') }), other).summary.head).toBe(99);
});
