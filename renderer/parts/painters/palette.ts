// The colours of canvases, from the tokens of the page, so that a canvas looks like what stands beside it. Colour of a
// value means its identity: one lightness, one chroma, the hue from the identity; pale where it is the value from before.
import { hueOf } from '../../../shared/model/identity.ts';

export interface Palette {
  readonly bg: string;
  readonly panel: string;
  readonly raise: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly dim: string;
  readonly faint: string;
  /** What needs 3:1 against the ground and is no text. */
  readonly mark: string;
  readonly accent: string;
  readonly carry: string;
  readonly decide: string;
  readonly hazard: string;
  readonly warn: string;
  readonly sel: string;
  /** Text on a full value colour. */
  readonly ink: string;
  /** CSS font families. */
  readonly ui: string;
  readonly mono: string;
  /** Lightness and chroma of value colours, for oklch. */
  readonly lightness: number;
  readonly chroma: number;
}

const DARK: Palette = {
  bg: '#101216',
  panel: '#15181e',
  raise: '#1b1f27',
  line: '#262b35',
  lineStrong: '#39404d',
  text: '#d9dde6',
  dim: '#a0a8b8',
  faint: '#8b93a5',
  mark: '#6a7386',
  accent: '#f0a847',
  carry: '#4fb7a8',
  decide: '#a48bf0',
  hazard: '#f27767',
  warn: '#e2b04a',
  sel: '#232a38',
  ink: '#14171c',
  ui: 'system-ui, sans-serif',
  mono: 'ui-monospace, monospace',
  lightness: 0.74,
  chroma: 0.085,
};

/** Reads the tokens as they hold for an element; a token that a style sheet lacks keeps its dark default. */
export function readPalette(style: { getPropertyValue(name: string): string }): Palette {
  const text = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const number = (name: string, otherwise: number) => Number.parseFloat(style.getPropertyValue(name)) || otherwise;
  return {
    bg: text('--bg', DARK.bg),
    panel: text('--panel', DARK.panel),
    raise: text('--raise', DARK.raise),
    line: text('--line', DARK.line),
    lineStrong: text('--line-strong', DARK.lineStrong),
    text: text('--text', DARK.text),
    dim: text('--dim', DARK.dim),
    faint: text('--faint', DARK.faint),
    mark: text('--mark', DARK.mark),
    accent: text('--accent', DARK.accent),
    carry: text('--carry', DARK.carry),
    decide: text('--decide', DARK.decide),
    hazard: text('--hazard', DARK.hazard),
    warn: text('--warn', DARK.warn),
    sel: text('--sel', DARK.sel),
    ink: DARK.ink,
    ui: text('--font-ui', DARK.ui),
    mono: text('--font-code', DARK.mono),
    lightness: number('--value-l', DARK.lightness),
    chroma: number('--value-c', DARK.chroma),
  };
}

/** The colour of a value that is new. */
export function fullColour(palette: Palette, identity: string): string {
  return `oklch(${palette.lightness} ${palette.chroma} ${hueOf(identity)})`;
}

/** The colour of a value that was there before. */
export function paleColour(palette: Palette, identity: string): string {
  return `oklch(${palette.lightness} ${palette.chroma * 0.7} ${hueOf(identity)} / 0.42)`;
}
