// All keys on one sheet, out of the one table.
import { COMMANDS } from '../../../shared/commands/commands.ts';
import { Key } from '../../components/Key.tsx';
import { Modal } from '../../components/Modal.tsx';
import { useStore } from '../../components/useStore.ts';
import { keyText } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import type { Store } from '../../store/store.ts';

const GROUPS = ['Travel', 'View', 'Run', 'File', 'Help'] as const;

export function ShortcutSheet({ store }: { readonly store: Store }) {
  const shown = useStore(store, (state) => state.overlay?.kind === 'shortcuts');
  const mac = useStore(store, isMac);
  if (!shown) return null;
  return (
    <Modal
      title="Keyboard shortcuts"
      description="A focused tree, list or button keeps arrows and Space for itself; letters do nothing in a text field."
      widthPx={760}
      onClose={() => store.dispatch({ type: 'overlay.shown', overlay: null })}
    >
      <section
        aria-label="All shortcuts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="columns-1 gap-8 overflow-auto px-5 pt-3 pb-5 sm:columns-2"
      >
        {GROUPS.map((group) => (
          <section key={group} className="break-inside-avoid pb-4">
            <h3 className="pb-1 text-dim text-tiny tracking-wide">{group}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group).map((command) => (
                <div key={command.id} className="flex items-baseline gap-3 border-line border-b py-1">
                  <dt className="min-w-0 flex-1 text-small">{command.title}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {command.keys.map((key) => (
                      <Key key={key}>{keyText(key, mac)}</Key>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Modal>
  );
}
