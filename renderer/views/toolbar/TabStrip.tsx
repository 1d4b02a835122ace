// The open tapes and graphs. A tab that does not fit is cut with an ellipsis and says its whole name on hover.
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { tabNote } from '../../store/selectors/page.ts';
import { type TabLabel, tabLabels } from '../../store/selectors/tabLabels.ts';
import type { Tab } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

export function TabStrip({ store }: { readonly store: Store }) {
  const tabs = useStore(store, (state) => state.tabs);
  const active = useStore(store, (state) => state.active);
  const labels = useMemo(() => tabLabels(tabs), [tabs]);
  const press = (event: MouseEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof Element) || event.button === 2) return;
    const closes = event.target.closest('[data-close]')?.getAttribute('data-close');
    const shows = event.target.closest('[data-tab]')?.getAttribute('data-tab');
    if (closes) store.dispatch({ type: 'tab.closed', tab: closes });
    else if (shows) store.dispatch({ type: event.button === 1 ? 'tab.closed' : 'tab.activated', tab: shows });
  };
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Delete') store.dispatch({ type: 'tab.closed', tab: active });
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab.id === active);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || !next) return;
    event.preventDefault();
    store.dispatch({ type: 'tab.activated', tab: next.id });
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = strip.current?.querySelector(`[data-tab="${CSS.escape(active)}"]`);
    shown?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [active]);
  if (tabs.length === 0) return null;
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label="Open tapes and graphs"
      onKeyDown={move}
      onClick={press}
      onAuxClick={press}
      className="flex min-w-[90px] flex-1 gap-0.5 overflow-x-auto [scrollbar-width:none] max-[900px]:basis-1/2"
    >
      {tabs.map((tab, i) => (
        <OneTab
          key={tab.id}
          tab={tab}
          label={labels[tab.id] ?? { name: tab.id, mark: '' }}
          on={tab.id === active}
          reachable={tab.id === active || (i === 0 && !tabs.some((one) => one.id === active))}
        />
      ))}
    </div>
  );
}

interface OneTabProps {
  readonly tab: Tab;
  readonly label: TabLabel;
  readonly on: boolean;
  readonly reachable: boolean;
}

function OneTab({ tab, label, on, reachable }: OneTabProps) {
  const { name, mark } = label;
  const path = tab.kind === 'tape' ? tab.summary.path : tab.path;
  return (
    <button
      type="button"
      role="tab"
      data-tab={tab.id}
      aria-selected={on}
      aria-controls="page-main"
      tabIndex={reachable ? 0 : -1}
      title={path}
      className={`group flex h-7 min-w-20 items-center rounded-md pl-2.5 ${
        on ? 'max-w-64 shrink-0 bg-sel text-text' : 'max-w-44 text-dim hover:bg-hover'
      }`}
    >
      {tab.kind === 'tape' && tab.summary.live ? (
        <span aria-hidden="true" className="mr-1.5 size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
      ) : (
        <span aria-hidden="true" className="mr-1.5 shrink-0 text-faint">
          <Icon name={tab.kind === 'tape' ? 'tape' : 'graph'} sizePx={13} />
        </span>
      )}
      <span className="min-w-0 truncate font-medium">
        <PlainText text={name} />
      </span>
      {mark !== '' && <span className="ml-1.5 shrink-0 text-dim text-small">{mark}</span>}
      <span className={`mx-1.5 shrink-0 text-faint text-small ${on ? 'max-[1100px]:sr-only' : 'max-[1500px]:sr-only'}`}>
        {tabNote(tab)}
      </span>
      {/* For the pointer only; by keyboard Delete closes the focused tab, and Alt+W the shown one. */}
      <span
        data-close={tab.id}
        title={`Close ${name}${mark === '' ? '' : ` ${mark}`}`}
        aria-hidden="true"
        className="mr-1 ml-auto grid size-5 shrink-0 place-items-center rounded-sm text-faint opacity-0 hover:bg-hover hover:text-text group-hover:opacity-100 group-focus-visible:opacity-100"
      >
        <Icon name="close" sizePx={14} />
      </span>
    </button>
  );
}
