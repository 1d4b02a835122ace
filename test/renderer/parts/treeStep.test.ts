import { expect, it } from 'vitest';
import { type TreePlace, treeStep } from '../../../renderer/parts/treeStep.ts';

const place = (more: Partial<TreePlace> = {}): TreePlace => ({ at: 2, count: 5, state: 'leaf', parent: 1, ...more });
const go = (to: number) => ({ kind: 'go', to });

it('goes up and down row by row, and to the ends', () => {
  expect(treeStep('ArrowDown', place())).toEqual(go(3));
  expect(treeStep('ArrowUp', place())).toEqual(go(1));
  expect(treeStep('Home', place())).toEqual(go(0));
  expect(treeStep('End', place())).toEqual(go(4));
});

it('stays on the first and the last row', () => {
  expect(treeStep('ArrowUp', place({ at: 0 }))).toEqual(go(0));
  expect(treeStep('ArrowDown', place({ at: 4 }))).toEqual(go(4));
  expect(treeStep('ArrowLeft', place({ at: 0, parent: -1 }))).toEqual(go(0));
});

it('opens a closed row with →, then goes into it', () => {
  expect(treeStep('ArrowRight', place({ state: 'closed' }))).toEqual({ kind: 'open' });
  expect(treeStep('ArrowRight', place({ state: 'open' }))).toEqual(go(3));
  expect(treeStep('ArrowRight', place())).toEqual(go(3));
});

it('closes an open row with ←, then goes out of it', () => {
  expect(treeStep('ArrowLeft', place({ state: 'open' }))).toEqual({ kind: 'close' });
  expect(treeStep('ArrowLeft', place({ state: 'closed' }))).toEqual(go(1));
  expect(treeStep('ArrowLeft', place())).toEqual(go(1));
});

it('presses a row with Enter and Space, and leaves every other key alone', () => {
  for (const key of ['Enter', ' ']) expect(treeStep(key, place())).toEqual({ kind: 'press' });
  for (const key of ['a', 'Escape', 'Tab']) expect(treeStep(key, place())).toBeUndefined();
});
