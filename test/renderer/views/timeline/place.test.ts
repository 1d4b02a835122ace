import { expect, test } from 'vitest';
import { freshUntil, iterationFrom, pathAt } from '../../../../renderer/views/timeline/place.ts';
import { nestedLoops } from '../../gallery/fixtures.ts';
import { TapeSketch } from '../../gallery/tapeSketch.ts';

/** Two iterations: 2 ≤ seq < 6 and 6 ≤ seq < 10; the seed before, a hand-over at 4, an input read at 3 and 7. */
function twoIterations() {
  const tape = new TapeSketch();
  const loop = tape.scope('loop');
  const seed = tape.slot('loop', 'init_x');
  const carry = tape.slot('loop', 'iterout_x');
  const input = tape.slot('loop', 'work.x');
  tape.write(seed, 'seed');
  tape.pass(1);
  tape.open(loop, 0);
  tape.write(input, 'seed');
  tape.write(carry, 'first');
  tape.close(loop);
  tape.open(loop, 1);
  tape.write(input, 'first');
  tape.pass(1);
  tape.close(loop, true);
  const view = tape.view();
  const lane = (slot: string) => {
    const found = view.slots.find((one) => one.slot === slot);
    if (!found) throw new Error(slot);
    return slot === 'work.x' ? { ...found, address: 'work.x', input: { node: 'work', port: 'x' } } : found;
  };
  return { view, lane };
}

test('a value handed over at a boundary is new in the iteration that follows', () => {
  const { view, lane } = twoIterations();
  expect(iterationFrom(view, lane('iterout_x'), 4)).toBe(1);
  expect(freshUntil(view, lane('iterout_x'), 4)).toBe(10);
});

test('a seed is new in the first iteration', () => {
  const { view, lane } = twoIterations();
  expect(iterationFrom(view, lane('init_x'), 0)).toBe(0);
  expect(freshUntil(view, lane('init_x'), 0)).toBe(6);
});

test('what an input read is new in the iteration in which it was read', () => {
  const { view, lane } = twoIterations();
  expect(iterationFrom(view, lane('work.x'), 3)).toBe(0);
  expect(freshUntil(view, lane('work.x'), 3)).toBe(6);
  expect(freshUntil(view, lane('work.x'), 7)).toBe(10);
});

test('the path of an event names every open iteration, outermost first', () => {
  const { view } = nestedLoops();
  const check = view.scopes[2];
  const second = check?.from[1] ?? 0;
  expect(pathAt(view, second)).toBe('plan[0]/act[0]/check[1]');
  expect(pathAt(view, 0)).toBe('');
});

test('the path of an event in a later pass over an item names the pass', () => {
  const { view } = twoIterations();
  const [lane] = view.scopes;
  if (!lane) throw new Error('no lane');
  const again = { ...lane, iteration: Uint32Array.of(0, 0), pass: Uint32Array.of(1, 2) };
  expect([3, 7].map((seq) => pathAt({ ...view, scopes: [again] }, seq))).toEqual(['loop[0]', 'loop[0]@2']);
});

test('an event outside what is loaded, or among merged iterations, has no path', () => {
  const { view } = nestedLoops();
  expect(pathAt(view, view.to)).toBeUndefined();
  const merged = { ...view, scopes: view.scopes.map((lane) => ({ ...lane, state: lane.state.map(() => 3) })) };
  expect(pathAt(merged, 100)).toBeUndefined();
});
