// A loop `in` of budget 3 within `out` of budget 2, as G04 has them: `in` is entered at 19 and 73, and left at 51 and 105.
import { expect, test } from 'vitest';
import { scopeWords } from '../../../../renderer/store/selectors/scopeWords.ts';
import type { GraphViewScope } from '../../../../shared/contract/graph.ts';
import type { MomentView } from '../../../../shared/contract/moment.ts';
import type { ActivationRow } from '../../../../shared/contract/scopes.ts';
import { momentView } from '../fakeApi.ts';

const inner: GraphViewScope = { scope: 'in', parent: 'out', budget: 3, ownBudget: 3, slots: [], carries: [] };
const FIRST: ActivationRow = { index: 0, at: 'out[0]', enteredSeq: 19, exitSeq: 51, opened: 3, closed: 3 };
const SECOND: ActivationRow = { index: 1, at: 'out[1]', enteredSeq: 73, exitSeq: 105, opened: 3, closed: 3 };

function words(seq: number, latest: ActivationRow | null, part: Partial<MomentView>, budget = 3): string {
  const list = { kind: 'activations', scope: 'in', total: 2, current: latest?.index ?? -1, from: 0, rows: [] } as const;
  const lists = { seq, lists: { 'activations in': { ...list, rows: [], latest, budget } } };
  return scopeWords(inner, momentView(seq, part), lists);
}
const outer = (iteration: number) => ({ scope: 'out', path: `out[${iteration}]`, iteration });
const within = (iteration: number, i: number) => ({ scope: 'in', path: `out[${iteration}]/in[${i}]`, iteration: i });

test('an iteration is counted within its own activation, against the budget', () => {
  const iterations = { in: 5 };
  expect(words(96, SECOND, { open: [outer(1), within(1, 2)], iterations })).toBe('iteration 2 of 3');
  expect(words(40, FIRST, { open: [outer(0), within(0, 1)] })).toBe('iteration 1 of 3');
});

test('the budget of the run counts where it is smaller', () => {
  expect(words(20, FIRST, { open: [outer(0), within(0, 0)] }, 2)).toBe('iteration 0 of 2');
});

test('an activation that has ended says after how many, and the next one that it has not been entered yet', () => {
  const iterations = { in: 3 };
  expect(words(55, FIRST, { open: [outer(0)], iterations })).toBe('ended after 3 of 3 iterations');
  expect(words(65, FIRST, { open: [outer(1)], iterations })).toBe('not entered in this iteration yet');
  expect(words(73, SECOND, { open: [outer(1)], iterations })).toBe('entered');
  expect(words(10, null, { open: [outer(0)] })).toBe('not entered yet');
});

test('after the run it says how often the loop was entered', () => {
  expect(words(118, SECOND, { iterations: { in: 6 } })).toBe('entered 2 times, the last time for 3 of 3 iterations');
});

test('without the lists the moment alone says what it can', () => {
  const moment = momentView(118, { iterations: { in: 6 } });
  expect(scopeWords(inner, moment, undefined)).toBe('6 iterations done');
  expect(scopeWords(inner, undefined, undefined)).toBe('at most 3 iterations');
});
