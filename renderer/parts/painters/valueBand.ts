// A slot over time: the colour is the value's identity. In the iteration in which a value came it is full, afterwards
// pale; an empty slot is hollow; where several changes share a pixel, that pixel is full.
import { drawSpans } from '../../viewport/levelOfDetail.ts';
import { pxOf, type TimeScale } from '../../viewport/timeScale.ts';
import { type Band, type Brush, fittingText } from './brush.ts';
import { fullColour, type Palette, paleColour } from './palette.ts';

export interface ValueSpans {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Index into the chips. */
  readonly chip: ArrayLike<number>;
  /** 0 same as before, 1 new, 2 several merged with a change, 3 empty. */
  readonly state: ArrayLike<number>;
}

export interface BandChip {
  readonly identity: string;
  readonly text: string;
}

/** What matters more when spans share a pixel: a change above all, then a value, then emptiness. */
const RANKS = [1, 2, 3, 0];
const TEXT_PX = 18;
/** An unchanged value says itself again after this much. */
const TEXT_APART_PX = 160;

/** `freshUntil` gives the time up to which a value that came at a time counts as new: the end of that iteration. */
export function paintValueBand(
  brush: Brush,
  palette: Palette,
  spans: ValueSpans,
  chips: readonly BandChip[],
  scale: TimeScale,
  band: Band,
  freshUntil: (time: number) => number,
): void {
  const { topPx: y, heightPx: height } = band;
  const colours = coloursOf(palette, chips);
  brush.font = `10.5px ${palette.mono}`;
  brush.textBaseline = 'middle';
  brush.textAlign = 'left';
  brush.lineWidth = 1;
  let textEndPx = -TEXT_APART_PX;
  drawSpans(
    spans,
    scale,
    (i) => RANKS[spans.state[i] ?? 3] ?? 0,
    (i, left, right) => {
      const state = spans.state[i];
      const index = spans.chip[i] ?? 0;
      const chip = chips[index];
      if (state === 3 || chip === undefined) {
        if (right - left < 3) return;
        brush.strokeStyle = palette.lineStrong;
        brush.strokeRect(left + 0.5, y + 0.5, right - left - 1, height - 1);
        return;
      }
      let fullPx = left;
      if (state !== 0) {
        const fresh = state === 2 ? right : pxOf(scale, freshUntil(spans.from[i] ?? 0));
        fullPx = Math.max(left, Math.min(right, Math.max(fresh, pxOf(scale, spans.from[i] ?? 0) + 2)));
        // A hair of room between changes, so that two like colours side by side stay two.
        const gap = fullPx - left > 4 ? 0.5 : 0;
        brush.fillStyle = colours.full(index);
        brush.fillRect(left + gap, y, Math.max(0.7, fullPx - left - 2 * gap), height);
      }
      if (right > fullPx) {
        // Whole pixels: see-through stretches that meet within one would show a seam.
        const start = Math.round(fullPx);
        brush.fillStyle = colours.pale(index);
        brush.fillRect(start, y, Math.round(right) - start, height);
      }
      if (right - left < TEXT_PX) return;
      // The text stands in the full part where it fits there, else it begins after it.
      const onFull = fullPx - left >= TEXT_PX;
      const from = onFull ? left : fullPx;
      const to = onFull ? fullPx : right;
      if (!onFull && from < textEndPx + TEXT_APART_PX) return;
      const text = fittingText(brush, chip.text, to - from - 8);
      if (text === '') return;
      brush.fillStyle = onFull ? palette.ink : palette.text;
      brush.fillText(text, from + 4, y + height / 2 + 0.5);
      textEndPx = Math.min(to, from + 4 + text.length * 7);
    },
  );
}

interface Colours {
  full(index: number): string;
  pale(index: number): string;
}
const kept = new WeakMap<readonly BandChip[], { readonly palette: Palette; readonly colours: Colours }>();

/** Colours of an answer's values, made once each. */
function coloursOf(palette: Palette, chips: readonly BandChip[]): Colours {
  const known = kept.get(chips);
  if (known?.palette === palette) return known.colours;
  const full: (string | undefined)[] = [];
  const pale: (string | undefined)[] = [];
  const colours: Colours = {
    full: (index) => {
      full[index] ??= fullColour(palette, chips[index]?.identity ?? '');
      return full[index];
    },
    pale: (index) => {
      pale[index] ??= paleColour(palette, chips[index]?.identity ?? '');
      return pale[index];
    },
  };
  kept.set(chips, { palette, colours });
  return colours;
}
