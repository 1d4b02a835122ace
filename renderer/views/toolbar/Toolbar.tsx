// The bar at the top: where one is (tabs), when one is (transport, readout), and what can be done (run, palette).
import { Key } from '../../components/Key.tsx';
import { useStore } from '../../components/useStore.ts';
import { shownKey } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import { activeTape, showsLibrary } from '../../store/selectors/tabs.ts';
import { LIBRARY_TAB } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { Readout } from './Readout.tsx';
import { RunControls } from './RunControls.tsx';
import { TabStrip } from './TabStrip.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import { Transport } from './Transport.tsx';

export function Toolbar({ store }: { readonly store: Store }) {
  const library = useStore(store, showsLibrary);
  const hasTape = useStore(store, (state) => activeTape(state) !== undefined);
  const mac = useStore(store, isMac);
  const paletteKey = shownKey('palette', mac) ?? '';
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-3 max-[900px]:flex-wrap max-[900px]:py-1.5">
      <button
        type="button"
        aria-current={library ? 'page' : undefined}
        title="Library: recent tapes and examples"
        onClick={() => store.dispatch({ type: 'tab.activated', tab: LIBRARY_TAB })}
        className="flex h-7 shrink-0 items-center gap-2 rounded-md px-1.5 font-semibold hover:bg-hover"
      >
        <span aria-hidden="true" className="grid size-4 place-items-center rounded-full border-[2.5px] border-accent">
          <span className="size-[5px] rounded-full bg-accent" />
        </span>
        Looptape
      </button>
      <TabStrip store={store} />
      {hasTape && (
        <div className="flex min-w-0 shrink-0 items-center gap-3">
          <Transport store={store} />
          <Readout store={store} />
        </div>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1">
        {hasTape && <RunControls store={store} />}
        <ThemeButton store={store} />
        <button
          type="button"
          title="Command palette"
          aria-label={`Command palette, ${paletteKey}`}
          onClick={() => store.dispatch({ type: 'overlay.shown', overlay: { kind: 'palette' } })}
          className="rounded-md px-1.5 py-1 hover:bg-hover"
        >
          <Key>{paletteKey}</Key>
        </button>
      </div>
    </header>
  );
}
