// The palette as it holds now: read again when the theme changes, by hand or by the system, and when a font has come.
import { type RefObject, useEffect, useState } from 'react';
import { forgetWidths } from './brush.ts';
import { type Palette, readPalette } from './palette.ts';

/** Undefined until the element is on the page. */
export function usePalette(element: RefObject<HTMLElement | null>): Palette | undefined {
  const [palette, setPalette] = useState<Palette>();
  useEffect(() => {
    const read = () => {
      if (element.current) setPalette(readPalette(getComputedStyle(element.current)));
    };
    read();
    const watcher = new MutationObserver(read);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
    const fontsCame = () => {
      forgetWidths();
      read();
    };
    document.fonts.addEventListener('loadingdone', fontsCame);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    return () => {
      watcher.disconnect();
      document.fonts.removeEventListener('loadingdone', fontsCame);
      system.removeEventListener('change', read);
    };
  }, [element]);
  return palette;
}
