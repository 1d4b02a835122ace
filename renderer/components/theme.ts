// The chosen theme → data-theme of the page; `system` follows the system as it changes.
export type Theme = 'system' | 'light' | 'dark';

/** Sets the theme now and, for `system`, whenever the system's changes. The answer ends that. */
export function applyTheme(root: HTMLElement, theme: Theme): () => void {
  const light = window.matchMedia('(prefers-color-scheme: light)');
  const set = (): void => {
    root.dataset.theme = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme;
  };
  set();
  if (theme !== 'system') return () => undefined;
  light.addEventListener('change', set);
  return () => light.removeEventListener('change', set);
}
