// Go to a node, a slot or a scope by name, or to a moment by its path or number.
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
  const moment = isTape ? typedMoment(text) : undefined;
  const found = all.filter((target) => matches(target, text));
  const write = (next: string): void => {
    setText(next);
    // Enter takes the first row of what is shown now, also when it comes before the list has been drawn again.
    const first =
      isTape && typedMoment(next) !== undefined ? MOMENT : inOrder(all.filter((one) => matches(one, next)))[0]?.id;
    setPicked(first ?? '');
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
        value={picked}
        onValueChange={setPicked}
        className="flex min-h-0 flex-col"
      >
        <Menu.Input
          value={text}
          onValueChange={write}
          placeholder={isTape ? 'Node, slot, or a moment: act[3], act[3]:start, 1204, end' : 'Node or slot'}
          className={INPUT}
        />
        <Menu.List className={LIST}>
          {moment === undefined && found.length === 0 && (
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
        </Menu.List>
      </Menu>
    </Modal>
  );
}

/** In the order of the groups, as they are drawn. */
function inOrder(found: readonly Target[]): readonly Target[] {
  return KINDS.flatMap(([kind]) => found.filter((target) => target.kind === kind));
}
