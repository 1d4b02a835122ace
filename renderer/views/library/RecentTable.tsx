// What was open before: how it ended, how much of it there is, when; and what can be done with the file.
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useStore } from '../../components/useStore.ts';
import { agoText, bytesText, countText } from '../../parts/amounts.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { itemState } from '../../store/selectors/start.ts';
import type { Store } from '../../store/store.ts';

const TONES = { good: 'text-ok', bad: 'text-hazard', plain: 'text-dim' } as const;

export function RecentTable({ store, items }: { readonly store: Store; readonly items: readonly LibraryItem[] }) {
  const now = Date.now();
  return (
    <table className="w-full border-collapse overflow-hidden rounded-lg border border-line bg-panel text-left">
      <thead className="text-faint text-tiny">
        <tr className="border-line border-b">
          <th className="py-2 pl-4 font-normal">Name</th>
          <th className="w-28 px-3 font-normal">Ended</th>
          <th className="w-24 px-3 text-right font-normal max-[720px]:hidden">Events</th>
          <th className="w-20 px-3 text-right font-normal max-[720px]:hidden">Size</th>
          <th className="w-32 px-3 font-normal">Opened</th>
          <th className="w-11">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.path} item={item} store={store} nowMs={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, store, nowMs }: { readonly item: LibraryItem; readonly store: Store; readonly nowMs: number }) {
  const [renaming, setRenaming] = useState(false);
  const state = itemState(item);
  const open = (): void => store.dispatch({ type: 'open.requested', paths: [item.path] });
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-hover">
      <td className="max-w-0 py-1.5 pl-4">
        {renaming ? (
          <RenameField
            item={item}
            onDone={(name) => {
              setRenaming(false);
              if (name !== undefined) store.dispatch({ type: 'item.renamed', path: item.path, name });
            }}
          />
        ) : (
          <button
            type="button"
            title={item.path}
            aria-disabled={item.missing || undefined}
            onClick={item.missing ? undefined : open}
            className="flex h-7 max-w-full items-center gap-2.5 text-left aria-disabled:text-faint"
          >
            <span className="text-faint">
              <Icon name={item.kind === 'tape' ? 'tape' : 'graph'} />
            </span>
            <span className="truncate font-medium">
              <PlainText text={item.name} />
            </span>
          </button>
        )}
      </td>
      <td className={`px-3 text-small ${TONES[state.tone]}`}>{state.text}</td>
      <td className="px-3 text-right font-mono text-dim text-small max-[720px]:hidden">
        {item.events === undefined ? '' : countText(item.events)}
      </td>
      <td className="px-3 text-right text-dim text-small max-[720px]:hidden">
        {item.missing ? '' : bytesText(item.sizeBytes)}
      </td>
      <td className="truncate px-3 text-dim text-small" title={new Date(item.openedAtMs).toLocaleString('en')}>
        {agoText(item.openedAtMs, nowMs)}
      </td>
      <td className="pr-2">
        <Actions item={item} store={store} onOpen={open} onRename={() => setRenaming(true)} />
      </td>
    </tr>
  );
}

function RenameField({ item, onDone }: { readonly item: LibraryItem; readonly onDone: (name?: string) => void }) {
  const [name, setName] = useState(item.name);
  const finish = (): void => onDone(name.trim() === '' || name.trim() === item.name ? undefined : name.trim());
  return (
    <input
      // The field appears because the user asked for it, in the place that they look at.
      ref={(field) => field?.focus()}
      aria-label={`New name for ${item.name}`}
      value={name}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone();
        }
      }}
      className="h-7 w-full rounded-md border border-line-strong bg-bg px-2"
    />
  );
}

interface ActionsProps {
  readonly item: LibraryItem;
  readonly store: Store;
  readonly onOpen: () => void;
  readonly onRename: () => void;
}

function Actions({ item, store, onOpen, onRename }: ActionsProps) {
  const desktop = useStore(store, (state) => state.app?.host === 'desktop');
  const { path, name } = item;
  /** What takes the focus elsewhere waits until the menu is gone, which gives the focus back. */
  const next = useRef<() => void>(undefined);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Actions for ${name}`}
        className="grid size-7 place-items-center rounded-md text-faint hover:bg-sel hover:text-text data-[state=open]:bg-sel"
      >
        <Icon name="more" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-30 min-w-48 rounded-lg border border-line-strong bg-raise p-1 shadow-float"
          onCloseAutoFocus={(event) => {
            if (!next.current) return;
            event.preventDefault();
            next.current();
            next.current = undefined;
          }}
        >
          {!item.missing && <Item icon="folder" text="Open" onSelect={onOpen} />}
          {!item.missing && (
            <Item
              icon="pencil"
              text="Rename …"
              onSelect={() => {
                next.current = onRename;
              }}
            />
          )}
          {!item.missing && (
            <Item
              icon="search"
              text="Show in its folder"
              unavailable={desktop ? undefined : 'Only the desktop app can show a file in its folder'}
              onSelect={() => store.dispatch({ type: 'item.revealed', path })}
            />
          )}
          <Item
            icon="close"
            text="Take off this list"
            onSelect={() => store.dispatch({ type: 'item.forgotten', path })}
          />
          {!item.missing && (
            <Item
              icon="trash"
              text="Delete the file …"
              danger
              onSelect={() => {
                next.current = () => store.dispatch({ type: 'overlay.shown', overlay: { kind: 'delete', path, name } });
              }}
            />
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  readonly icon: IconName;
  readonly text: string;
  readonly danger?: boolean;
  readonly unavailable?: string | undefined;
  readonly onSelect: () => void;
}

function Item({ icon, text, danger = false, unavailable, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item
      disabled={unavailable !== undefined}
      title={unavailable}
      onSelect={onSelect}
      className={`flex h-7 cursor-default items-center gap-2 rounded-md px-2 text-small outline-none data-[disabled]:opacity-45 data-[highlighted]:bg-sel ${
        danger ? 'text-hazard' : ''
      }`}
    >
      <Icon name={icon} sizePx={15} />
      {text}
      {unavailable !== undefined && <span className="ml-auto pl-3 text-tiny">desktop only</span>}
    </DropdownMenu.Item>
  );
}
