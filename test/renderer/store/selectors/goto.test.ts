import { expect, it } from 'vitest';
import { matches, typedMoment } from '../../../../renderer/store/selectors/goto.ts';

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
