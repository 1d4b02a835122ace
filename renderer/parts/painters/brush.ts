// What painters draw with: the part of the 2D context that they need, so that a test can count and look at what is drawn.

export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clip'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillText'
  | 'lineTo'
  | 'measureText'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'roundRect'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
> & {
  fillStyle: string | CanvasGradient | CanvasPattern;
  strokeStyle: string | CanvasGradient | CanvasPattern;
  lineWidth: number;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
};

/** A row of the drawing: what is painted stays between its top and bottom. */
export interface Band {
  readonly topPx: number;
  readonly heightPx: number;
}

export function roundedCell(brush: Brush, x: number, y: number, width: number, height: number, radius: number): void {
  brush.beginPath();
  brush.roundRect(x, y, width, height, Math.max(0, Math.min(radius, width / 2, height / 2)));
}

/** A shorter rest of a text says nothing. */
const LEAST_CHARACTERS = 6;

const widths = new Map<string, number>();

/** To be called when a font has come that stood in for another. */
export function forgetWidths(): void {
  widths.clear();
}

/** Width of one character of a monospaced font. */
function characterPx(brush: Brush): number {
  const known = widths.get(brush.font);
  if (known !== undefined) return known;
  const width = brush.measureText('0000000000').width / 10;
  widths.set(brush.font, width);
  return width;
}

/** The text cut with an ellipsis so that it fits, or "" where too little of it would be left. For monospaced fonts. */
export function fittingText(brush: Brush, text: string, widthPx: number): string {
  const room = Math.floor(widthPx / characterPx(brush));
  if (text.length <= room) return text;
  return room < LEAST_CHARACTERS ? '' : `${text.slice(0, room - 1)}…`;
}
