// Listens to the keys of the window and dispatches the commands that they mean.
import { commandOfKey, type Focused } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import type { Store } from '../../store/store.ts';

const WIDGETS =
  'button, a[href], summary, select, [role=tree], [role=treeitem], [role=listbox], [role=option], [role=grid], [role=tab], [role=menu], [role=menuitem], [role=combobox], [role=separator]';
const TEXT = 'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, [contenteditable=true]';

export function focusedKind(element: Element | null): Focused {
  if (!element) return 'page';
  if (element.matches(TEXT)) return 'text';
  return element.closest(WIDGETS) ? 'widget' : 'page';
}

export function listenToKeys(page: Window, store: Store): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const state = store.getState();
    const command = commandOfKey(event, focusedKind(page.document.activeElement), isMac(state));
    if (command === undefined) return;
    // What floats has the keys; only what opens or closes it comes through.
    if (state.overlay && command !== 'palette' && command !== 'clear') return;
    event.preventDefault();
    if (command === 'open' && state.app?.host !== 'desktop') {
      page.document.querySelector<HTMLInputElement>('input[type=file]')?.click();
      return;
    }
    store.dispatch({ type: 'command.invoked', command });
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}
