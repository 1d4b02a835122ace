import { expect, test } from 'vitest';
import { middlePxOf, pxOf } from '../../../../renderer/viewport/timeScale.ts';
import { geometry, LANES_TOP_PX } from '../../../../renderer/views/timeline/geometry.ts';
import { hitAt } from '../../../../renderer/views/timeline/hit.ts';
import { laneRows, markRows, ROW_PX } from '../../../../renderer/views/timeline/lanes.ts';
import { frozenNavigator } from '../../gallery/fixtures.ts';
import { TapeSketch } from '../../gallery/tapeSketch.ts';

const { view, hazards } = frozenNavigator();
const rows = laneRows(view);
const marks = markRows(view);
const size = { widthPx: 1290, heightPx: 400 };
const scene = {
  geometry: geometry(size, { from: 0, to: view.head + 1 }, view.head, marks.length, 0),
  view,
  head: view.head,
  rows,
  marks,
  rulerScope: 0,
  severities: new Map(),
  verdicts: undefined,
};
const x = (seq: number) => middlePxOf(scene.geometry.scale, seq);
const y = (title: string) => {
  const row = rows.findIndex((one) => one.title === title);
  if (row >= 0) return LANES_TOP_PX + (row + 0.5) * ROW_PX;
  return scene.geometry.marksTopPx + (marks.findIndex((one) => one.title === title) + 0.5) * ROW_PX;
};
const opened = (iteration: number) => view.scopes[0]?.from[iteration] ?? 0;

test('an iteration is hit anywhere in its cell', () => {
  const hit = hitAt(scene, hazards, x(opened(17) + 20), y('act'));
  expect(hit).toMatchObject({ title: 'act[17]', selection: { kind: 'scope', scope: 'act' }, seq: opened(17) + 20 });
});

test('a slot says its value and since when it is the same', () => {
  const hit = hitAt(scene, hazards, x(opened(30) + 5), y('act.init_obs'));
  expect(hit).toMatchObject({
    title: 'act.init_obs',
    text: '{"x":2,"y":7,"facing":"N"}',
    note: 'the same since [0]',
    at: `act[30] · #${opened(30) + 5}`,
    selection: { kind: 'slot', scope: 'act', slot: 'init_obs' },
  });
  const live = hitAt(scene, hazards, x(opened(30) + 5), y('act.iterout_steps'));
  expect(live).toMatchObject({ text: '30', note: 'new in this iteration' });
});

test('a slot that was emptied says so', () => {
  expect(hitAt(scene, hazards, x(opened(9)), y('act.init_goal'))?.text).toBe('empty');
});

test('a mark is hit from some pixels away, and a click on it goes to its very event', () => {
  const [seq = 0] = view.hazards.seq;
  const hit = hitAt(scene, hazards, x(seq) + 4, y('hazards'));
  expect(hit).toMatchObject({ seq, title: 'Frozen at its first value', selection: { kind: 'hazard', index: 0 } });
  expect(hitAt(scene, hazards, x(seq) + 40, y('hazards'))?.selection).toBeNull();
});

test('a decision selects itself', () => {
  const seq = view.decisions.seq[5] ?? 0;
  expect(hitAt(scene, hazards, x(seq), y('decisions'))?.selection).toEqual({ kind: 'decision', seq });
});

test('a fire is hit and selects its node', () => {
  const policy = view.fires.find((lane) => lane.node === 'policy');
  const from = policy?.from[3] ?? 0;
  const hit = hitAt(scene, hazards, x(from + 2), y('policy'));
  expect(hit).toMatchObject({ title: 'policy', text: 'finished', selection: { kind: 'node', node: 'policy' } });
});

test('the minimap is no event', () => {
  expect(hitAt(scene, hazards, 400, 15)).toBeUndefined();
});

test('where a state was emptied is hit from some pixels away, and tells of the event that did it', () => {
  const tape = new TapeSketch();
  const lane = tape.slot('', 'notes.hint');
  tape.write(lane, 'go');
  tape.pass(40);
  tape.clear(lane);
  tape.pass(40);
  const sketched = tape.view();
  const own = {
    ...scene,
    geometry: geometry(size, { from: 0, to: sketched.head + 1 }, sketched.head, 1, 0),
    view: sketched,
    head: sketched.head,
    rows: laneRows(sketched),
    marks: markRows(sketched),
    rulerScope: -1,
    severities: new Map(),
    verdicts: undefined,
  };
  const cleared = sketched.slots[0]?.from[1] ?? -1;
  const at = pxOf(own.geometry.scale, cleared);
  const top = LANES_TOP_PX + ROW_PX / 2;
  expect(hitAt(own, [], at + 4, top)).toMatchObject({ seq: cleared, told: cleared, text: 'emptied here' });
  expect(hitAt(own, [], at - 4, top)).toMatchObject({ seq: cleared, told: cleared });
  expect(hitAt(own, [], at - 60, top)).toMatchObject({ text: '"go"', told: undefined });
  // Later it still tells what emptied it; a click stays where the pointer is.
  const later = hitAt(own, [], at + 200, top);
  expect(later).toMatchObject({ text: 'empty', told: cleared });
  expect(later?.seq).toBeGreaterThan(cleared);
});
