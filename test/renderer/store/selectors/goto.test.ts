import { expect, it } from 'vitest';
import { matches, targets, typedMoment } from '../../../../renderer/store/selectors/goto.ts';
import { openedTape } from '../../../../renderer/store/tapeReducer.ts';
import type { SlotRow } from '../../../../shared/contract/moment.ts';
import { graphView, momentView, summary } from '../fakeApi.ts';

it.each([
  ['act[3]', 'act[3]'],
  [' plan[2]/act#2[0]:start ', 'plan[2]/act#2[0]:start'],
  ['#12', '#12'],
  ['end', 'end'],
  // As the readout and the list of events call it.
  ['0', '#0'],
  ['1204', '#1204'],
])('takes %o for the moment %s', (text, moment) => {
  expect(typedMoment(text)).toBe(moment);
});

it.each(['', 'policy', 'act[', 'act[x]'])('takes %o for no moment', (text) => {
  expect(typedMoment(text)).toBeUndefined();
});

it('finds a target by any part of its name, in any case', () => {
  const target = {
    id: 'node:policy',
    kind: 'node',
    text: 'Left-hand rule (policy)',
    selection: { kind: 'node', node: 'policy' },
  } as const;
  expect(['', 'POL', 'rule left'].map((text) => matches(target, text))).toEqual([true, true, true]);
  expect(matches(target, 'left right')).toBe(false);
});

it('offers the states of containers beside the slots of loops', () => {
  const state: SlotRow = {
    scope: '',
    slot: 'notes.hint',
    address: 'notes.hint',
    writer: 'container',
    value: null,
    writtenSeq: null,
    writtenAt: null,
    change: 'empty',
    heldIterations: 0,
  };
  const carried = { ...state, scope: 'act', slot: 'iterout_x', address: 'act.iterout_x', writer: 'iterout' };
  const slots = [{ name: 'iterout_x', writer: 'iterout', persist: true }] as const;
  const loaded = <T>(value: T) => ({ value, loading: false, failure: undefined });
  const tab = {
    ...openedTape(summary(), undefined),
    graph: loaded(graphView({ scopes: [{ scope: 'act', parent: null, slots: [...slots], carries: [] }] })),
    moment: loaded(momentView(9, { slots: [state, carried] })),
  };
  expect(targets(tab).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'scope act',
    'slot act.iterout_x',
    'slot notes.hint',
  ]);
});
