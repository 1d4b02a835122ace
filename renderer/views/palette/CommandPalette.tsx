// Every command by name, with its key.
import { Command as Menu } from 'cmdk';
import { COMMANDS, type CommandId } from '../../../shared/commands/commands.ts';
import { Key } from '../../components/Key.tsx';
import { Modal } from '../../components/Modal.tsx';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { keyText } from '../../store/keyCommand.ts';
import { isMac, scopeOf, usableGroups } from '../../store/selectors/page.ts';
import type { Store } from '../../store/store.ts';
import { GROUP, INPUT, ITEM, LIST } from './look.ts';

const GROUPS = ['Travel', 'Run', 'View', 'File', 'Help'] as const;

export function CommandPalette({ store }: { readonly store: Store }) {
  const shown = useStore(store, (state) => state.overlay?.kind === 'palette');
  const mac = useStore(store, isMac);
  const usable = useStore(store, usableGroups, shallowEqual);
  if (!shown) return null;
  const close = (): void => store.dispatch({ type: 'overlay.shown', overlay: null });
  const run = (command: CommandId): void => {
    close();
    if (command !== 'palette') store.dispatch({ type: 'command.invoked', command });
  };
  return (
    <Modal title="Command palette" description="Type to find a command." quietTitle widthPx={560} onClose={close}>
      <Menu label="Command palette" loop className="flex min-h-0 flex-col">
        <Menu.Input placeholder="Type a command" className={INPUT} />
        <Menu.List className={LIST}>
          <Menu.Empty className="px-4 py-6 text-center text-dim">No command is called that.</Menu.Empty>
          {GROUPS.map((group) => (
            <Menu.Group key={group} heading={group} className={GROUP}>
              {COMMANDS.filter((command) => command.group === group && command.id !== 'palette').map((command) => (
                <Menu.Item
                  key={command.id}
                  value={command.title}
                  keywords={[command.id]}
                  disabled={!usable[scopeOf(command.id)]}
                  onSelect={() => run(command.id)}
                  className={ITEM}
                >
                  <span className="min-w-0 flex-1 truncate">{command.title}</span>
                  <Key>{keyText(command.keys[0], mac)}</Key>
                </Menu.Item>
              ))}
            </Menu.Group>
          ))}
          <Menu.Group heading="Window" className={GROUP}>
            <Menu.Item
              value="Reset the layout of the panes"
              onSelect={() => {
                close();
                store.dispatch({ type: 'layout.reset' });
              }}
              className={ITEM}
            >
              Reset the layout of the panes
            </Menu.Item>
          </Menu.Group>
        </Menu.List>
      </Menu>
    </Modal>
  );
}
