// A canvas that is as sharp as the screen: its pixels follow its size and the device's pixel ratio. `paint` runs in the
// next frame after something that it depends on changed, and at no other time.
import { type RefObject, useEffect, useRef } from 'react';
import type { Brush } from '../../parts/painters/brush.ts';

/** `paint` must be a new function when, and only when, what it draws has changed. */
export function useCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: { readonly widthPx: number; readonly heightPx: number; readonly ratio: number },
  paint: ((brush: Brush) => void) | undefined,
): void {
  const frame = useRef(0);
  const { widthPx, heightPx, ratio } = size;
  useEffect(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const element = canvas.current;
      const brush = element?.getContext('2d');
      if (!element || !brush || widthPx <= 0 || heightPx <= 0) return;
      const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
      // Setting the size clears and costs memory, so only when it differs.
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      brush.setTransform(width / widthPx, 0, 0, height / heightPx, 0, 0);
      brush.clearRect(0, 0, widthPx, heightPx);
      paint?.(brush);
    });
    return () => cancelAnimationFrame(frame.current);
  }, [canvas, widthPx, heightPx, ratio, paint]);
}
