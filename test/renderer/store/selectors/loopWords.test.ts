// A loop `files` over three items, entered at 10 and exhausted at 40.
import { expect, test } from 'vitest';
import { loopWords } from '../../../../renderer/store/selectors/loopWords.ts';
import type { GraphViewScope } from '../../../../shared/contract/graph.ts';
import type { DecisionCard, MomentView, OpenScope } from '../../../../shared/contract/moment.ts';
import type { ActivationRow } from '../../../../shared/contract/scopes.ts';
import { momentView } from '../fakeApi.ts';

const files: GraphViewScope = {
  scope: 'files',
  parent: null,
  loop: { sockets: ['Read'], items: 'state.files', cursor: 'cursor.file', exits: [] },
  slots: [],
  carries: [],
};
const RUN: ActivationRow = { index: 0, at: '', enteredSeq: 10, exitSeq: 40, opened: 3, closed: 3, reason: 'exhausted' };

function words(seq: number, part: Partial<MomentView> = {}, latest: ActivationRow | null = RUN, total = 1): string {
  const rows = { kind: 'activations', scope: 'files', total, current: 0, from: 0, rows: [], budget: null } as const;
  return loopWords(files, momentView(seq, part), {
    seq,
    lists: { 'activations files': { ...rows, rows: [], latest } },
  });
}
const open = (part: Partial<OpenScope>): Partial<MomentView> => ({
  open: [{ scope: 'files', path: 'files[1]', iteration: 1, ...part }],
});
const empty = (seq: number): DecisionCard => ({
  seq,
  at: '',
  question: 'empty-loop',
  subject: 'Read',
  scope: 'files',
  title: '',
  operands: [],
  candidates: [],
  chosen: null,
  target: 'end',
});

test('an open loop says which item of how many, what it is called, and which pass', () => {
  const item = { place: 1, of: 3 };
  expect(words(20, open({ label: 'letter.txt', item }))).toBe('item 2 of 3: letter.txt');
  expect(words(20, open({ label: 'letter.txt', item, pass: 3 }))).toBe('item 2 of 3: letter.txt · pass 3');
  // An item without a name of its own is called by its place.
  expect(words(20, open({ label: 'item 1', item }))).toBe('item 2 of 3');
  expect(words(20, open({ pass: 2 }))).toBe('iteration 1 · pass 2');
});

test('a loop that is not open says whether it was entered and how it was left', () => {
  expect(words(5, {}, null)).toBe('not entered yet');
  expect(words(50)).toBe('list exhausted after 3 items');
  expect(words(50, {}, { ...RUN, reason: 'left', closed: 1 })).toBe('left after 1 item');
  expect(words(50, {}, { ...RUN, reason: 'failed', closed: 1 })).toBe('failed after 1 item');
  expect(words(50, {}, { ...RUN, index: 1 }, 2)).toBe('entered 2 times, the last time for 3 items');
  expect(words(30)).toBe('between two items');
  // The lists are still those of a later moment.
  expect(words(5)).toBe('not entered yet');
});

test('a loop that was empty when it was to be entered says so, until it is entered', () => {
  expect(words(9, { decisions: [empty(8)] }, null)).toBe('empty: 0 items');
  expect(words(60, { decisions: [empty(55)] })).toBe('empty: 0 items');
  expect(words(50, { decisions: [empty(8)] })).toBe('list exhausted after 3 items');
});

test('a graph that has not run says what the loop goes over', () => {
  expect(loopWords(files, undefined, undefined)).toBe('over state.files');
  expect(loopWords({ ...files, loop: { sockets: ['Read'], exits: [] } }, undefined, undefined)).toBe(
    'a loop without a list',
  );
});
