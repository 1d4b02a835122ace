// A brush that draws nothing and writes down what it was told, for tests of painters.
import type { Brush } from '../../../../renderer/parts/painters/brush.ts';

export interface Stroke {
  readonly call: string;
  readonly at: readonly unknown[];
  readonly fill: string;
  readonly stroke: string;
  readonly alpha: number;
}

/** Six pixels a character, as a monospaced font of ten pixels has. */
export function recordingBrush(): { readonly brush: Brush; readonly strokes: Stroke[] } {
  const strokes: Stroke[] = [];
  const state = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    globalAlpha: 1,
    font: '',
    textAlign: '',
    textBaseline: '',
  };
  const brush = new Proxy(state, {
    get(target, name: string) {
      if (name in target) return target[name as keyof typeof target];
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      return (...at: unknown[]) =>
        strokes.push({ call: name, at, fill: target.fillStyle, stroke: target.strokeStyle, alpha: target.globalAlpha });
    },
  });
  return { brush: brush as unknown as Brush, strokes };
}
