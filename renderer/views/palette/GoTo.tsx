// Go to a node, a slot, a scope or an item by name, or to a moment by its path or number.
import { Command as Menu } from 'cmdk';
import { useMemo, useState } from 'react';
import { Modal } from '../../components/Modal.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { matches, type Target, targets, typedMoment } from '../../store/selectors/goto.ts';
import { activeTab } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';
import { GROUP, INPUT, ITEM, LIST } from './look.ts';

const KINDS = [
  ['node', 'Nodes'],
  ['slot', 'Slots'],
  ['scope', 'Loops'],
] as const;

/** The value of the row that goes to a typed moment; no target's id looks like it. */
const MOMENT = 'moment';

export function GoTo({ store }: { readonly store: Store }) {
  const shown = useStore(store, (state) => state.overlay?.kind === 'goto');
  const tab = useStore(store, activeTab);
  return shown && tab ? <Open key={tab.id} store={store} /> : null;
}

function Open({ store }: { readonly store: Store }) {
  const tab = useStore(store, activeTab);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState('');
  const graph = tab?.graph.value;
  const all = useMemo(() => (tab && graph ? targets(tab) : []), [tab, graph]);
  const close = (): void => store.dispatch({ type: 'overlay.shown', overlay: null });
  const isTape = tab?.kind === 'tape';
  const items = tab?.kind === 'tape' && text.trim() !== '' ? tab.foundItems.value : undefined;
  const hasItems = isTape && graph?.dialect === 'socket';
  const moment = isTape ? typedMoment(text) : undefined;
  const found = all.filter((target) => matches(target, text));
  const write = (next: string): void => {
    setText(next);
    // Enter takes the first row of what is shown now, also when it comes before the list has been drawn again.
    const first =
      isTape && typedMoment(next) !== undefined ? MOMENT : inOrder(all.filter((one) => matches(one, next)))[0]?.id;
    setPicked(first ?? '');
    if (hasItems) store.dispatch({ type: 'items.wanted', text: next });
  };
  return (
    <Modal
      title="Go to"
      description="Type a node, a slot, a loop, or a moment such as act[3]."
      quietTitle
      widthPx={560}
      onClose={close}
    >
      <Menu
        label="Go to"
        loop
        shouldFilter={false}
        // Items come after what was typed; where nothing else is called so, Enter takes the first of them.
        value={picked === '' && items?.items[0] ? `item:${items.items[0].path}` : picked}
        onValueChange={setPicked}
        className="flex min-h-0 flex-col"
      >
        <Menu.Input value={text} onValueChange={write} placeholder={placeholder(isTape, hasItems)} className={INPUT} />
        <Menu.List className={LIST}>
          {moment === undefined && found.length === 0 && (items?.items.length ?? 0) === 0 && (
            <p className="px-4 py-6 text-center text-dim">
              Nothing here is called that. A moment is written as a path, such as act[3], or as an event’s number.
            </p>
          )}
          {moment !== undefined && (
            <Menu.Item
              value={MOMENT}
              onSelect={() => {
                close();
                store.dispatch({ type: 'place.entered', text: moment });
              }}
              className={ITEM}
            >
              Go to the moment <span className="font-mono">{text}</span>
            </Menu.Item>
          )}
          {KINDS.map(([kind, heading]) => {
            const some = found.filter((target) => target.kind === kind);
            if (some.length === 0) return null;
            return (
              <Menu.Group key={kind} heading={heading} className={GROUP}>
                {some.map((target) => (
                  <Menu.Item
                    key={target.id}
                    value={target.id}
                    onSelect={() => {
                      close();
                      store.dispatch({ type: 'selected', selection: target.selection });
                    }}
                    className={ITEM}
                  >
                    <span className="min-w-0 truncate font-mono text-small">
                      <PlainText text={target.text} />
                    </span>
                  </Menu.Item>
                ))}
              </Menu.Group>
            );
          })}
          {items && items.items.length > 0 && (
            <Menu.Group
              heading={items.total > items.items.length ? `Items, the first of ${items.total}` : 'Items'}
              className={GROUP}
            >
              {items.items.map((item) => (
                <Menu.Item
                  key={item.path}
                  value={`item:${item.path}`}
                  onSelect={() => {
                    close();
                    store.dispatch({ type: 'moment.jumped', seq: item.seq });
                  }}
                  className={ITEM}
                >
                  <span className="min-w-0 truncate">
                    <PlainText text={item.label} />
                  </span>
                  <span className="ml-auto shrink-0 font-mono text-faint text-small">
                    <PlainText text={item.path} />
                  </span>
                </Menu.Item>
              ))}
            </Menu.Group>
          )}
        </Menu.List>
      </Menu>
    </Modal>
  );
}

function placeholder(isTape: boolean, hasItems: boolean): string {
  if (!isTape) return 'Node or slot';
  return hasItems
    ? 'Item, socket, slot, or a moment: files[3], files[3]@2, 1204, end'
    : 'Node, slot, or a moment: act[3], act[3]:start, 1204, end';
}

/** In the order of the groups, as they are drawn. */
function inOrder(found: readonly Target[]): readonly Target[] {
  return KINDS.flatMap(([kind]) => found.filter((target) => target.kind === kind));
}
