// A loop of three iterations in each of two iterations of another, as G04 has it: the inner one is entered at 19 and 73 and left
// at 51 and 105; its iterations are opened at 20, 31, 41 and closed at 30, 40, 49.
import { describe, expect, it } from 'vitest';
import { type RoundsInput, roundRows } from '../../../../renderer/store/selectors/roundRows.ts';
import {
  activationsKey,
  areRoundsOpen,
  FEW_ROWS,
  iterationsKey,
  widened,
} from '../../../../renderer/store/selectors/scopeLists.ts';
import type { TreeRow } from '../../../../renderer/store/selectors/treeRow.ts';
import type { ActivationRow, IterationRow, ScopeList } from '../../../../shared/contract/scopes.ts';
import { momentView } from '../fakeApi.ts';

const activation = (index: number, enteredSeq: number, exitSeq: number): ActivationRow => ({
  index,
  at: `out[${index}]`,
  enteredSeq,
  exitSeq,
  opened: 3,
  closed: 3,
  reason: 'budget',
});
const iteration = (index: number, i: number, openedSeq: number, lastSeq: number): IterationRow => ({
  path: `out[${index}]/in[${i}]`,
  iteration: i,
  openedSeq,
  lastSeq,
  closed: true,
});
const FIRST = [iteration(0, 0, 20, 30), iteration(0, 1, 31, 40), iteration(0, 2, 41, 49)];
const SECOND = [iteration(1, 0, 74, 84), iteration(1, 1, 85, 94), iteration(1, 2, 95, 103)];

function activations(current: number, total = 2): ScopeList {
  const rows = [activation(0, 19, 51), activation(1, 73, 105)].slice(0, total);
  return { kind: 'activations', scope: 'in', total, current, from: 0, rows, latest: rows[current] ?? null, budget: 3 };
}
function iterations(index: number, rows: readonly IterationRow[], part: Partial<ScopeList> = {}): ScopeList {
  const base = { kind: 'iterations', scope: 'in', activation: index, total: rows.length, current: 0, from: 0 } as const;
  return { ...base, ...part, rows: [...rows] } as ScopeList;
}

function rowsOf(seq: number, lists: Readonly<Record<string, ScopeList>>, part: Partial<RoundsInput> = {}) {
  return roundRows({
    scope: 'in',
    depth: 2,
    parent: 'scope:in',
    lists: { seq, lists },
    folds: {},
    moment: momentView(seq),
    iterations: 6,
    word: 'iteration',
    ...part,
  });
}
/** Indented from the group's row, with where each lies against the moment. */
const drawn = (rows: readonly TreeRow[]) =>
  rows.map((row) => `${'  '.repeat(row.depth - 2)}${row.label}${row.when ? ` ${row.when}` : ''}`);

describe('a loop that is entered again and again', () => {
  const lists = {
    [activationsKey('in')]: activations(1),
    [iterationsKey('in')]: iterations(1, SECOND),
    [iterationsKey('in', 0)]: iterations(0, FIRST),
  };

  it('lists its activations by where they were entered, and the iterations of the one that the moment lies in', () => {
    expect(drawn(rowsOf(90, lists))).toEqual([
      'activations',
      '  out[0] before',
      '  out[1] now',
      '    [0] before',
      '    [1] now',
      '    [2] later',
    ]);
    expect(rowsOf(90, lists)[0]).toMatchObject({ counter: '2 of 2', open: true });
  });

  it('unfolds another activation when that is asked for, and folds the current one', () => {
    const folds = { 'activation:0:in': false, 'activation:1:in': true };
    expect(drawn(rowsOf(90, lists, { folds }))).toEqual([
      'activations',
      '  out[0] before',
      '    [0] before',
      '    [1] before',
      '    [2] before',
      '  out[1] now',
    ]);
  });

  it('goes to where an iteration closed, and to where an activation was entered', () => {
    const rows = rowsOf(90, lists);
    expect(rows.filter((row) => row.jump !== undefined).map((row) => [row.id, row.jump])).toEqual([
      ['activation:0:in', 19],
      ['activation:1:in', 73],
      ['iteration:out[1]/in[0]', 84],
      ['iteration:out[1]/in[1]', 94],
      ['iteration:out[1]/in[2]', 103],
    ]);
  });
});

describe('a loop that is entered once', () => {
  const open = momentView(35, { open: [{ scope: 'in', path: 'in[1]', iteration: 1 }] });

  it('lists its iterations', () => {
    const lists = { [activationsKey('in')]: activations(0, 1), [iterationsKey('in')]: iterations(0, FIRST) };
    const rows = rowsOf(35, lists, { moment: open, iterations: 3 });
    expect(drawn(rows)).toEqual(['iterations', '  [0] before', '  [1] now', '  [2] later']);
    expect(rows[0]?.counter).toBe('[1]');
  });

  it('says how many more there are at both ends, and what a press on that opens', () => {
    const lists = {
      [activationsKey('in')]: activations(0, 1),
      [iterationsKey('in')]: iterations(0, FIRST, { from: 10, total: 50 }),
    };
    const rows = rowsOf(35, lists, { moment: open, folds: { 'rounds:in': false }, iterations: 50 });
    expect(drawn(rows)).toEqual([
      'iterations',
      '  … 10 more before',
      '  [0] before',
      '  [1] now',
      '  [2] later',
      '  … 37 more after',
    ]);
    expect(rows[1]?.more).toEqual({ list: 'iterations in', from: 0, count: 13 });
    expect(rows[5]?.more).toEqual({ list: 'iterations in', from: 10, count: 27 });
  });

  it('says of an iteration that its scope ended before it was closed', () => {
    const cut = { ...iteration(0, 3, 50, 60), closed: false };
    const lists = { [activationsKey('in')]: activations(0, 1), [iterationsKey('in')]: iterations(0, [cut]) };
    expect(rowsOf(35, lists)[1]).toMatchObject({ counter: 'not closed', jump: 50 });
  });
});

it('lists nothing of a loop that was never entered', () => {
  expect(rowsOf(35, { [activationsKey('in')]: activations(-1, 0) })).toEqual([]);
  expect(roundRows({ ...input(), lists: undefined })).toEqual([]);
});

function input(): RoundsInput {
  return {
    scope: 'in',
    depth: 1,
    parent: 'graph',
    lists: undefined,
    folds: {},
    moment: momentView(1),
    iterations: 0,
    word: 'iteration',
  };
}

it('folds what has many rows, until somebody says otherwise', () => {
  expect(areRoundsOpen({}, 'in', 1, FEW_ROWS)).toBe(true);
  expect(areRoundsOpen({}, 'in', 1, FEW_ROWS + 1)).toBe(false);
  expect(areRoundsOpen({}, 'in', FEW_ROWS + 1, 0)).toBe(false);
  expect(areRoundsOpen({ 'rounds:in': false }, 'in', 1, 5000)).toBe(true);
  expect(areRoundsOpen({ 'rounds:in': true }, 'in', 1, 2)).toBe(false);
});

it('never has more rows than one answer may hold, however often more is asked for', () => {
  let list = { from: 500, total: 5000, rows: Array.from({ length: 9 }) };
  for (let i = 0; i < 20; i++) {
    const { from, count } = widened(list, i % 3 === 0 ? 'before' : 'after');
    expect(count).toBeLessThanOrEqual(128);
    list = { from, total: 5000, rows: Array.from({ length: count }) };
  }
  // At the end nothing is beyond it.
  const last = widened({ from: 4990, total: 5000, rows: Array.from({ length: 9 }) }, 'after');
  expect(last).toEqual({ from: 4990, count: 10 });
});

// Two items of a loop of sockets: the first one is passed over three times, from 6 to 11, 12 to 17 and 18 to 24, the second once.
describe('items with passes', () => {
  const pass = (n: number, openedSeq: number, lastSeq: number): IterationRow => ({
    path: n === 1 ? 'L[0]' : `L[0]@${n}`,
    iteration: 0,
    openedSeq,
    lastSeq,
    closed: n === 3,
    label: 'letter.txt',
    passes: 3,
    ...(n === 1 ? {} : { pass: n }),
  });
  const second: IterationRow = {
    path: 'L[1]',
    iteration: 1,
    openedSeq: 25,
    lastSeq: 30,
    closed: true,
    label: 'notes.txt',
  };
  const all = [pass(1, 6, 11), pass(2, 12, 17), pass(3, 18, 24), second];
  const lists = { [activationsKey('in')]: activations(0, 1), [iterationsKey('in')]: iterations(0, all) };
  const at = (seq: number, part: Partial<RoundsInput> = {}) =>
    rowsOf(seq, lists, { word: 'item', iterations: 2, ...part });

  it('stand under their item, unfolded where the moment is in one of them', () => {
    expect(drawn(at(15))).toEqual([
      'items',
      '  letter.txt now',
      '    pass 1 before',
      '    pass 2 now',
      '    pass 3 later',
      '  notes.txt later',
    ]);
    expect(drawn(at(27))).toEqual(['items', '  letter.txt before', '  notes.txt now']);
    expect(drawn(at(27, { folds: { 'item:L[0]': false } }))).toContain('    pass 2 before');
  });

  it('say how many there are, and none of them that it was not closed', () => {
    const [, item, ...rest] = at(15);
    expect(item).toMatchObject({ prefix: '[0]', counterText: '3 passes', jump: 24 });
    expect(rest.map(({ counter }) => counter)).toEqual(['', '', '', '']);
  });

  it('are gone to where each ended, the item where its last one did', () => {
    expect(at(15).map(({ id, jump }) => [id, jump])).toEqual([
      ['rounds:in', undefined],
      ['item:L[0]', 24],
      ['iteration:L[0]', 11],
      ['iteration:L[0]@2', 17],
      ['iteration:L[0]@3', 24],
      ['iteration:L[1]', 30],
    ]);
  });

  it('are told by the place of the item at the moment', () => {
    const open = [{ scope: 'in', path: 'L[1]', iteration: 1, label: 'notes.txt', item: { place: 1, of: 2 } }];
    const [group] = at(27, { moment: momentView(27, { open }) });
    expect(group).toMatchObject({ label: 'items', counter: '2 of 2' });
  });
});

it('says beside each attempt of a bounded loop how it ended, and whether it satisfied', () => {
  const rows = [0, 1, 2].map((i) => ({ ...iteration(0, i, 20 + i * 10, 29 + i * 10), label: `attempt ${i + 1}` }));
  const lists = { [activationsKey('in')]: activations(0, 1), [iterationsKey('in')]: iterations(0, rows) };
  const attempts = [
    { attempt: 1, seq: 29, ended: 'exit 1', satisfied: false },
    { attempt: 2, seq: 39, ended: 'exit 0', satisfied: true },
    { attempt: 3, seq: 40, ended: '', satisfied: null },
  ];
  const [group, ...shown] = rowsOf(35, lists, { word: 'attempt', attempts });
  expect(group?.label).toBe('attempts');
  expect(shown.map(({ label, prefix, counter }) => ({ label, prefix, counter }))).toEqual([
    { label: 'attempt 1', prefix: undefined, counter: '✗ exit 1' },
    { label: 'attempt 2', prefix: undefined, counter: '✓ exit 0' },
    { label: 'attempt 3', prefix: '[2]', counter: '' },
  ]);
});
