// A value of the inspector: a chip that opens into the whole value, which can be copied. What was too large to come
// along is fetched when it is opened.
import { useEffect, useState } from 'react';
import type { NamedValue } from '../../../shared/contract/value.ts';
import type { PublicValue } from '../../../shared/model/publicValue.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { useStore } from '../../components/useStore.ts';
import { JsonTree } from '../../parts/JsonTree.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { ValueChip } from '../../parts/ValueChip.tsx';
import { placeKey } from '../../store/selectors/fire.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

export interface ValueBlockProps {
  readonly store: Store;
  readonly named: NamedValue;
  readonly pale?: boolean;
  readonly openAtOnce?: boolean;
}

/** A chip tells all of these; opening one would show the same again. */
const WHOLE_IN_CHIP = 60;

export function ValueBlock({ store, named, pale = false, openAtOnce = false }: ValueBlockProps) {
  const [chosen, setChosen] = useState<boolean | undefined>(undefined);
  const { chip } = named;
  const plain = chip.size <= WHOLE_IN_CHIP && chip.type !== 'object' && chip.type !== 'list';
  const open = chosen ?? (openAtOnce && !plain);
  if (plain && chip.type !== 'bytes') return <ValueChip chip={chip} pale={pale} />;
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        title={open ? 'Close the value' : 'Open the value'}
        onClick={() => setChosen(!open)}
        className="flex max-w-full rounded-sm text-left hover:bg-hover"
      >
        <ValueChip chip={chip} pale={pale} />
      </button>
      {open && <Whole store={store} named={named} />}
    </div>
  );
}

function Whole({ store, named }: { readonly store: Store; readonly named: NamedValue }) {
  const key = placeKey(named.place);
  const fetched = useStore(store, (state) => activeTape(state)?.values[key]);
  const missing = named.value === undefined;
  const { place } = named;
  useEffect(() => {
    if (missing && !fetched) store.dispatch({ type: 'value.wanted', place });
  }, [store, missing, fetched, place]);
  const value = missing ? fetched?.value : (named.value as PublicValue);
  if (value === undefined) {
    return (
      <p className="text-dim text-small">
        {fetched?.failure ? <PlainText text={fetched.failure.message} /> : 'Loading the whole value …'}
      </p>
    );
  }
  return (
    <div className="relative py-1">
      <JsonTree value={value} label={`Value of ${named.name}`} />
      <div className="absolute top-1.5 right-0.5 rounded-md bg-bg">
        <CopyButton text={() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))} />
      </div>
    </div>
  );
}

function CopyButton({ text }: { readonly text: () => string }) {
  const [said, setSaid] = useState<'idle' | 'done' | 'refused'>('idle');
  useEffect(() => {
    if (said === 'idle') return undefined;
    const timer = setTimeout(() => setSaid('idle'), 1500);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <IconButton
      icon={said === 'done' ? 'check' : 'copy'}
      label={said === 'done' ? 'Copied' : said === 'refused' ? 'The browser refused to copy' : 'Copy the value'}
      onPress={() => {
        navigator.clipboard.writeText(text()).then(
          () => setSaid('done'),
          () => setSaid('refused'),
        );
      }}
    />
  );
}
