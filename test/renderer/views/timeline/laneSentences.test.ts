import { expect, test } from 'vitest';
import { middleCut } from '../../../../renderer/parts/middleCut.ts';
import { laneSentence } from '../../../../renderer/views/timeline/laneSentences.ts';
import { laneRows, markRows, rulerScope, shows } from '../../../../renderer/views/timeline/lanes.ts';
import { frozenNavigator, nestedLoops } from '../../gallery/fixtures.ts';
import { TapeSketch } from '../../gallery/tapeSketch.ts';

function sentences(view: ReturnType<TapeSketch['view']>): Record<string, string> {
  const rows = [...laneRows(view), ...markRows(view)];
  return Object.fromEntries(rows.map((row) => [row.title, laneSentence(view, row)]));
}

test('a dead row is found by its sentence, beside a live one', () => {
  expect(sentences(frozenNavigator().view)).toMatchObject({
    act: '40 iterations',
    'act.init_obs': 'one value since iteration 0',
    'act.iterout_steps': '39 values since iteration 1',
    'act.init_goal': 'one value, empty since iteration 2',
    policy: 'fired 40 times',
    reset: 'fired 1 time',
    decisions: '79 decisions',
    hazards: 'seen at 2 moments',
  });
});

test('a failed fire and its error are told', () => {
  const tape = new TapeSketch();
  const loop = tape.scope('loop');
  const node = tape.node('loop', 'work');
  tape.open(loop, 0);
  tape.fire(node, 2);
  tape.fire(node, 2, 2);
  tape.fire(node, 2, 0);
  const told = sentences(tape.view());
  expect(told.work).toBe('fired 3 times, 1 failed, 1 not finished');
  expect(told.errors).toBe('1 error');
});

test('a loop of sockets counts its items, and the passes over them where there are more', () => {
  const view = new TapeSketch().view();
  const lane = {
    scope: 'files',
    depth: 0,
    from: Uint32Array.of(0, 4, 8),
    to: Uint32Array.of(4, 8, 12),
    iteration: Uint32Array.of(0, 1, 1),
    state: Uint8Array.of(1, 0, 1),
    pass: Uint32Array.of(1, 1, 2),
    label: Uint32Array.of(0, 1, 1),
  };
  expect(sentences({ ...view, scopes: [lane] }).files).toBe('2 items in 3 passes');
  const once = { ...lane, iteration: Uint32Array.of(0, 1, 2), pass: Uint32Array.of(1, 1, 1) };
  expect(sentences({ ...view, scopes: [once] }).files).toBe('3 items');
});

test('a lane that was never written or fired says so', () => {
  const tape = new TapeSketch();
  tape.slot('loop', 'iterout_x');
  tape.node('loop', 'work');
  tape.scope('loop');
  tape.pass(4);
  expect(sentences(tape.view())).toMatchObject({
    'loop.iterout_x': 'never written',
    work: 'never fired',
    loop: 'not entered',
  });
});

test('what holds for a part of the tape alone says that it is what is in view', () => {
  const view = { ...frozenNavigator().view, from: 500 };
  const [, slot] = laneRows(view);
  expect(slot && laneSentence(view, slot)).toBe('one value since iteration 0 in view');
});

test('merged changes are a least number', () => {
  const tape = new TapeSketch();
  const slot = tape.slot('loop', 'iterout_x');
  tape.write(slot, 1);
  tape.write(slot, 2);
  const view = tape.view();
  view.slots[0]?.state.fill(2, 1);
  expect(sentences(view)['loop.iterout_x']).toBe('at least 2 values since #0');
});

test('rows are scopes by depth, then slots, then nodes, and each selects what it shows', () => {
  const { view } = nestedLoops();
  const rows = laneRows(view);
  expect(rows.map((row) => [row.title, row.indent]).slice(0, 4)).toEqual([
    ['plan', 0],
    ['act', 1],
    ['check', 2],
    ['plan.iterout_goal', 0],
  ]);
  const slot = rows.find((row) => row.title === 'act.iterout_state');
  expect(slot?.label).toBe('iterout_state');
  expect(slot && shows(slot, { kind: 'slot', scope: 'act', slot: 'iterout_state' })).toBe(true);
  expect(slot && shows(slot, { kind: 'slot', scope: 'plan', slot: 'iterout_state' })).toBe(false);
  expect(slot && shows(slot, null)).toBe(false);
});

test('slots of one name in two scopes are told apart by their scope', () => {
  const tape = new TapeSketch();
  tape.slot('a', 'iterout_x');
  tape.slot('b', 'iterout_x');
  tape.pass(1);
  expect(laneRows(tape.view()).map((row) => row.label)).toEqual(['a.iterout_x', 'b.iterout_x']);
});

test('the ruler counts the outermost scope that goes round more than once, or the one that is selected', () => {
  const { view } = nestedLoops();
  const iterations = { plan: 1, act: 6, check: 18 };
  expect(rulerScope(view, iterations, undefined)).toBe(1);
  expect(rulerScope(view, iterations, 'check')).toBe(2);
  expect(rulerScope(view, iterations, 'policy')).toBe(1);
  expect(rulerScope(view, {}, undefined)).toBe(2);
});

test('a long label is cut in its middle', () => {
  expect(middleCut('iterout_finding_3', 16)).toBe('iterout_…nding_3');
  expect(middleCut('init_obs', 16)).toBe('init_obs');
});

test('a state of a container says how often it was emptied, a slot of a loop does not', () => {
  const tape = new TapeSketch();
  const state = tape.slot('', 'notes.hint');
  const oneShot = tape.slot('loop', 'init_x');
  for (const slot of [state, oneShot]) {
    tape.write(slot, 1);
    tape.clear(slot);
    tape.write(slot, 2);
    tape.clear(slot);
  }
  const told = sentences(tape.view());
  expect(told['notes.hint']).toMatch(/^2 values, empty since #\d+, emptied 2 times$/);
  expect(told['loop.init_x']).not.toContain('emptied');
});
