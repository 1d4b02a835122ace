import { expect, test } from 'vitest';
import { fittingText } from '../../../../renderer/parts/painters/brush.ts';
import { paintFireBars } from '../../../../renderer/parts/painters/fireBars.ts';
import { paintClears, paintDiamonds } from '../../../../renderer/parts/painters/marks.ts';
import { paintDensity } from '../../../../renderer/parts/painters/minimap.ts';
import { fullColour, paleColour, readPalette } from '../../../../renderer/parts/painters/palette.ts';
import { isFollowed, paintScopeCells } from '../../../../renderer/parts/painters/scopeCells.ts';
import { paintValueBand } from '../../../../renderer/parts/painters/valueBand.ts';
import { timeScale } from '../../../../renderer/viewport/timeScale.ts';
import { recordingBrush } from './recordingBrush.ts';

const palette = readPalette({ getPropertyValue: () => '' });
const band = { topPx: 0, heightPx: 14 };
const chips = [
  { identity: '"a"', text: '"a"' },
  { identity: '"b"', text: '"b"' },
];

test('a palette takes the tokens and keeps a default for what is missing', () => {
  const tokens: Record<string, string> = { '--accent': ' #123456 ', '--value-l': '0.66' };
  const read = readPalette({ getPropertyValue: (name) => tokens[name] ?? '' });
  expect([read.accent, read.lightness, read.bg]).toEqual(['#123456', 0.66, palette.bg]);
});

test('equal values have one colour and different ones differ', () => {
  expect(fullColour(palette, '"a"')).toBe(fullColour(palette, '"a"'));
  expect(fullColour(palette, '"a"')).not.toBe(fullColour(palette, '"b"'));
});

test('a value is full in the iteration in which it came and pale afterwards', () => {
  const { brush, strokes } = recordingBrush();
  const spans = { from: [0], to: [100], chip: [0], state: [1] };
  paintValueBand(brush, palette, spans, chips, timeScale({ from: 0, to: 100 }, 0, 1000), band, () => 10);
  const bars = strokes.filter((stroke) => stroke.call === 'fillRect');
  expect(bars.map((bar) => [bar.fill, bar.at[0], bar.at[2]])).toEqual([
    [fullColour(palette, '"a"'), 0.5, 99],
    [paleColour(palette, '"a"'), 100, 900],
  ]);
});

test('an unchanged value is pale all through', () => {
  const { brush, strokes } = recordingBrush();
  const spans = { from: [0, 50], to: [50, 100], chip: [0, 0], state: [0, 0] };
  paintValueBand(brush, palette, spans, chips, timeScale({ from: 0, to: 100 }, 0, 1000), band, () => 50);
  const bars = strokes.filter((stroke) => stroke.call === 'fillRect');
  expect(new Set(bars.map((bar) => bar.fill))).toEqual(new Set([paleColour(palette, '"a"')]));
});

test('an empty slot is hollow', () => {
  const { brush, strokes } = recordingBrush();
  const spans = { from: [0], to: [100], chip: [0xffffffff], state: [3] };
  paintValueBand(brush, palette, spans, chips, timeScale({ from: 0, to: 100 }, 0, 1000), band, () => 0);
  expect(strokes.map((stroke) => stroke.call)).toEqual(['strokeRect']);
});

test('a single change among a hundred thousand unchanged values is seen', () => {
  const count = 100_000;
  const rare = 61_234;
  const from = Uint32Array.from({ length: count }, (_, i) => i);
  const spans = {
    from,
    to: from.map((seq) => seq + 1),
    chip: Uint32Array.from(from, (seq) => (seq === rare ? 1 : 0)),
    state: Uint8Array.from(from, (seq) => (seq === rare ? 1 : 0)),
  };
  const { brush, strokes } = recordingBrush();
  paintValueBand(brush, palette, spans, chips, timeScale({ from: 0, to: count }, 0, 1200), band, (time) => time + 1);
  expect(strokes.some((stroke) => stroke.fill === fullColour(palette, '"b"'))).toBe(true);
  expect(strokes.length).toBeLessThan(2 * (2 * 1200 + 2));
});

test('a failed fire has a shape beside its colour', () => {
  const paint = (state: number) => {
    const { brush, strokes } = recordingBrush();
    const spans = { from: [10], to: [20], state: [state] };
    paintFireBars(brush, palette, spans, timeScale({ from: 0, to: 100 }, 0, 1000), band);
    return strokes.map((stroke) => stroke.call);
  };
  expect(paint(2)).toContain('stroke');
  expect(paint(1)).not.toContain('stroke');
  expect(paint(0)).toEqual(['strokeRect']);
});

test('the shortest fire is still two pixels wide', () => {
  const { brush, strokes } = recordingBrush();
  const spans = { from: [500], to: [502], state: [1] };
  paintFireBars(brush, palette, spans, timeScale({ from: 0, to: 100_000 }, 0, 1000), band);
  expect(strokes.map((stroke) => stroke.at[2])).toEqual([2]);
});

test('an iteration carries its number where it fits and none where several are merged', () => {
  const texts = (width: number, state: number) => {
    const { brush, strokes } = recordingBrush();
    const spans = { from: [0], to: [10], iteration: [17], state: [state] };
    paintScopeCells(brush, palette, spans, [], timeScale({ from: 0, to: 10 }, 0, width), band);
    return strokes.filter((stroke) => stroke.call === 'fillText').map((stroke) => stroke.at[0]);
  };
  expect(texts(60, 1)).toEqual(['17']);
  expect(texts(12, 1)).toEqual([]);
  expect(texts(60, 3)).toEqual([]);
});

test('an item carries its name, the passes over it are told apart and drawn as parts of one cell', () => {
  // Three passes over the first item, one over the second, which is open.
  const spans = {
    from: [0, 10, 20, 30],
    to: [10, 20, 30, 40],
    iteration: [0, 0, 0, 1],
    pass: [1, 2, 3, 1],
    label: [0, 0, 0, 1],
    state: [0, 0, 1, 0],
  };
  const paint = (width: number) => {
    const { brush, strokes } = recordingBrush();
    paintScopeCells(brush, palette, spans, ['letter.txt', 'notes.txt'], timeScale({ from: 0, to: 40 }, 0, width), band);
    return strokes;
  };
  const texts = (width: number) => paint(width).flatMap(({ call, at }) => (call === 'fillText' ? [at[0]] : []));
  // A character takes six pixels, and eight are left free: 20, 18 and 8 characters fit.
  expect(texts(4 * 128)).toEqual(['letter.txt', 'letter.txt · pass 2', 'letter.txt · pass 3', 'notes.txt']);
  expect(texts(4 * 116)).toEqual(['letter.txt', 'pass 2', 'pass 3', 'notes.txt']);
  expect(texts(4 * 60)).toEqual(['letter.…', 'pass 2', 'pass 3', 'notes.t…']);
  // Only the item that is still open is dashed: an earlier pass was not broken off.
  expect(paint(400).filter(({ call }) => call === 'setLineDash')).toHaveLength(2);
  expect(isFollowed(spans, 0)).toBe(true);
  expect(isFollowed(spans, 2)).toBe(false);
});

test('marks that would cover each other are drawn as one, a full one before a hollow one', () => {
  const { brush, strokes } = recordingBrush();
  const marks = { seq: [10, 11, 12, 90], kind: [0, 1, 0, 0], count: [1, 1, 1, 1] };
  paintDiamonds(brush, palette, marks, timeScale({ from: 0, to: 100 }, 0, 100), band, (kind) => kind === 1);
  expect(strokes.filter((stroke) => stroke.call === 'fill' || stroke.call === 'stroke').map((s) => s.call)).toEqual([
    'fill',
    'stroke',
  ]);
});

test('a burst in one bucket of many is as high as the map', () => {
  const { brush, strokes } = recordingBrush();
  const density = new Float32Array(1000).fill(1);
  density[500] = 100;
  paintDensity(brush, palette, density, timeScale({ from: 0, to: 1000 }, 0, 200), { topPx: 0, heightPx: 18 });
  const heights = strokes.filter((stroke) => stroke.call === 'fillRect').map((stroke) => Number(stroke.at[3]));
  expect(Math.max(...heights)).toBe(13);
  expect(heights.filter((height) => height === 13)).toHaveLength(1);
});

test('a text that does not fit ends with an ellipsis, or is left out', () => {
  const { brush } = recordingBrush();
  expect(fittingText(brush, 'FORWARD', 60)).toBe('FORWARD');
  expect(fittingText(brush, 'facing north', 48)).toBe('facing …');
  expect(fittingText(brush, 'facing north', 20)).toBe('');
});

test('a state that is emptied has a bracket where that happened, and brackets do not run into each other', () => {
  const { brush, strokes } = recordingBrush();
  const scale = timeScale({ from: 0, to: 100 }, 0, 1000);
  paintClears(brush, palette, [10, 40], scale, band);
  // Each is drawn twice: the rim in the colour of the ground, then the bracket itself.
  expect(strokes.filter((stroke) => stroke.call === 'stroke')).toHaveLength(4);
  const crowded = recordingBrush();
  paintClears(
    crowded.brush,
    palette,
    Array.from({ length: 100 }, (_, i) => i),
    timeScale({ from: 0, to: 100 }, 0, 120),
    band,
  );
  expect(crowded.strokes.filter((stroke) => stroke.call === 'stroke').length).toBeLessThanOrEqual(2 * (120 / 12 + 1));
});
