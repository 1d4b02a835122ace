// An element's size in CSS pixels and the screen's pixel ratio, as they are now.
import { type RefObject, useEffect, useState } from 'react';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0, ratio: 1 });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => {
      const next = { widthPx: target.clientWidth, heightPx: target.clientHeight, ratio: devicePixelRatio };
      setSize((old) =>
        old.widthPx === next.widthPx && old.heightPx === next.heightPx && old.ratio === next.ratio ? old : next,
      );
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(target);
    // Zooming the page or moving to another screen changes the ratio, and always resizes the window's content.
    addEventListener('resize', measure);
    measure();
    return () => {
      watcher.disconnect();
      removeEventListener('resize', measure);
    };
  }, [element]);
  return size;
}
