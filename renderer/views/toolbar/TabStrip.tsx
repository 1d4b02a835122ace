// The open tapes and graphs. A tab that does not fit is cut with an ellipsis and says its whole name on hover.
import type { KeyboardEvent } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useStore } from '../../components/useStore.ts';
import { tabNote } from '../../store/selectors/page.ts';
import type { Tab } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

export function TabStrip({ store }: { readonly store: Store }) {
  const tabs = useStore(store, (state) => state.tabs);
  const active = useStore(store, (state) => state.active);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab.id === active);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || !next) return;
    event.preventDefault();
    store.dispatch({ type: 'tab.activated', tab: next.id });
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  if (tabs.length === 0) return null;
  return (
    <div role="tablist" aria-label="Open tapes and graphs" onKeyDown={move} className="flex min-w-0 shrink gap-0.5">
      {tabs.map((tab, i) => (
        <OneTab
          key={tab.id}
          tab={tab}
          on={tab.id === active}
          reachable={tab.id === active || (i === 0 && !tabs.some((one) => one.id === active))}
          store={store}
        />
      ))}
    </div>
  );
}

interface OneTabProps {
  readonly tab: Tab;
  readonly on: boolean;
  readonly reachable: boolean;
  readonly store: Store;
}

function OneTab({ tab, on, reachable, store }: OneTabProps) {
  const name = tab.kind === 'tape' ? tab.summary.name : tab.name;
  const path = tab.kind === 'tape' ? tab.summary.path : tab.path;
  return (
    <div
      className={`group flex h-7 min-w-0 max-w-56 items-center rounded-md ${on ? 'bg-sel text-text' : 'text-dim hover:bg-hover'}`}
    >
      <button
        type="button"
        role="tab"
        data-tab={tab.id}
        aria-selected={on}
        aria-controls="page-main"
        tabIndex={reachable ? 0 : -1}
        title={path}
        onClick={() => store.dispatch({ type: 'tab.activated', tab: tab.id })}
        onAuxClick={(event) => event.button === 1 && store.dispatch({ type: 'tab.closed', tab: tab.id })}
        className="flex h-7 min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2.5"
      >
        {tab.kind === 'tape' && tab.summary.live && (
          <span aria-hidden="true" className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
        )}
        <span className="min-w-12 truncate font-medium">{name}</span>
        <span className="shrink-0 text-faint text-small max-[1100px]:hidden">{tabNote(tab)}</span>
      </button>
      <button
        type="button"
        aria-label={`Close ${name}`}
        title={`Close ${name}`}
        tabIndex={-1}
        onClick={() => store.dispatch({ type: 'tab.closed', tab: tab.id })}
        className="mr-1 grid size-5 shrink-0 place-items-center rounded-sm text-faint opacity-0 hover:bg-hover hover:text-text focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
      >
        <Icon name="close" sizePx={14} />
      </button>
    </div>
  );
}
