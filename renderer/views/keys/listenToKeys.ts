// Listens to the keys of the window and dispatches the commands that they mean.
import { commandOfKey, type Focused } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import type { Store } from '../../store/store.ts';

const WIDGETS =
  'button, a[href], summary, [role=tree], [role=treeitem], [role=listbox], [role=option], [role=grid], [role=tab], [role=combobox], [role=separator]';
/** Menus and choices take letters to find an item, as a text field takes them to write. */
const TEXT =
  'select, [role=menu], [role=menuitem], input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, [contenteditable=true]';

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
    store.dispatch({ type: 'command.invoked', command });
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}
