// The page: bar, panes, foot, and what floats. Which views stand where; nothing else.
import { useEffect } from 'react';
import { Panes } from './components/Panes.tsx';
import { Segments } from './components/Segments.tsx';
import { applyTheme } from './components/theme.ts';
import { useStore } from './components/useStore.ts';
import { activeTab, activeTape, showsLibrary } from './store/selectors/tabs.ts';
import type { AppState, DrawerTab } from './store/state.ts';
import type { Store } from './store/store.ts';
import { EventList } from './views/events/EventList.tsx';
import { FireLog } from './views/events/FireLog.tsx';
import { Graph } from './views/graph/Graph.tsx';
import { HazardCards } from './views/hazards/HazardCards.tsx';
import { HazardList } from './views/hazards/HazardList.tsx';
import { Inspector } from './views/inspector/Inspector.tsx';
import { listenToKeys } from './views/keys/listenToKeys.ts';
import { DeleteDialog } from './views/library/DeleteDialog.tsx';
import { DropZone } from './views/library/DropZone.tsx';
import { FilePicker } from './views/library/FilePicker.tsx';
import { Library } from './views/library/Library.tsx';
import { Notices } from './views/notices/Notices.tsx';
import { CommandPalette } from './views/palette/CommandPalette.tsx';
import { GoTo } from './views/palette/GoTo.tsx';
import { ShortcutSheet } from './views/palette/ShortcutSheet.tsx';
import { ConsentDialog } from './views/run/ConsentDialog.tsx';
import { GraphPanel } from './views/run/GraphPanel.tsx';
import { LoopDialog } from './views/run/LoopDialog.tsx';
import { ScopeTree } from './views/scopes/ScopeTree.tsx';
import { StatusLine } from './views/status/StatusLine.tsx';
import { Timeline } from './views/timeline/Timeline.tsx';
import { Toolbar } from './views/toolbar/Toolbar.tsx';

export function App({ store }: { readonly store: Store }) {
  const theme = useStore(store, (state) => state.settings.theme);
  const library = useStore(store, showsLibrary);
  const kind = useStore(store, (state) => activeTab(state)?.kind);
  const title = useStore(store, (state) => {
    const tab = activeTab(state);
    return tab?.kind === 'tape' ? tab.summary.name : tab?.name;
  });
  useEffect(() => {
    document.title = title === undefined ? 'Looptape' : `${title} · Looptape`;
  }, [title]);
  useEffect(() => applyTheme(document.documentElement, theme), [theme]);
  useEffect(() => listenToKeys(window, store), [store]);
  return (
    <DropZone store={store}>
      <Toolbar store={store} />
      <main className="min-h-0 flex-1">
        {title !== undefined && <h1 className="sr-only">{title}</h1>}
        {library ? (
          <Library store={store} />
        ) : kind === 'tape' ? (
          <TapePage store={store} />
        ) : (
          <GraphPage store={store} />
        )}
      </main>
      <StatusLine store={store} />
      <Notices store={store} />
      <CommandPalette store={store} />
      <GoTo store={store} />
      <ShortcutSheet store={store} />
      <ConsentDialog store={store} />
      <LoopDialog store={store} />
      <DeleteDialog store={store} />
      <FilePicker store={store} />
    </DropZone>
  );
}

type Layout = Readonly<Record<string, number>>;

/** The kept sizes of a group of panes, and how to keep new ones. A reset makes the groups anew. */
function useLayout(store: Store, name: string) {
  const kept = useStore(store, (state: AppState) => state.settings.layout[name]);
  const onLayout = (layout: Layout): void => {
    const { settings } = store.getState();
    store.dispatch({ type: 'settings.changed', settings: { layout: { ...settings.layout, [name]: layout } } });
  };
  return { layout: isLayout(kept) ? kept : undefined, onLayout };
}

function isLayout(kept: unknown): kept is Record<string, number> {
  return typeof kept === 'object' && kept !== null && Object.values(kept).every((share) => typeof share === 'number');
}

function TapePage({ store }: { readonly store: Store }) {
  const id = useStore(store, (state) => activeTape(state)?.id);
  const resets = useStore(store, (state) => state.layoutResets);
  const rows = useLayout(store, 'rows');
  const columns = useLayout(store, 'columns');
  const centre = useLayout(store, 'centre');
  const narrow = window.innerWidth < 1360;
  const upper = (
    <Panes
      label="columns"
      direction="horizontal"
      {...columns}
      panes={[
        {
          id: 'scopes',
          content: <SidePane store={store} />,
          size: narrow ? 220 : 240,
          min: 150,
          max: 420,
          fixed: true,
          collapsible: true,
        },
        {
          id: 'centre',
          size: '55%',
          min: 260,
          content: (
            <Panes
              label="centre"
              direction="vertical"
              {...centre}
              panes={[
                { id: 'graph', content: <Graph store={store} />, size: '58%', min: 120 },
                { id: 'drawer', content: <Drawer store={store} />, size: '42%', min: 34, collapsible: true },
              ]}
            />
          ),
        },
        {
          id: 'inspector',
          content: (
            <div className="h-full bg-panel">
              <Inspector store={store} />
            </div>
          ),
          size: narrow ? 320 : 376,
          min: 240,
          max: 720,
          fixed: true,
          collapsible: true,
        },
      ]}
    />
  );
  return (
    <div id="page-main" role="tabpanel" aria-label="Tape" key={`${resets}`} className="h-full">
      <Panes
        label="rows"
        direction="vertical"
        {...rows}
        panes={[
          { id: 'upper', content: upper, size: '70%', min: 200 },
          { id: 'timeline', content: <Timeline key={id} store={store} />, size: 232, min: 110, max: 620, fixed: true },
        ]}
      />
    </div>
  );
}

function GraphPage({ store }: { readonly store: Store }) {
  const resets = useStore(store, (state) => state.layoutResets);
  const columns = useLayout(store, 'graphColumns');
  return (
    <div id="page-main" role="tabpanel" aria-label="Graph" key={`${resets}`} className="h-full">
      <Panes
        label="columns"
        direction="horizontal"
        {...columns}
        panes={[
          {
            id: 'scopes',
            content: <SidePane store={store} />,
            size: 240,
            min: 150,
            max: 420,
            fixed: true,
            collapsible: true,
          },
          { id: 'graph', content: <Graph store={store} />, size: '55%', min: 260 },
          {
            id: 'panel',
            content: (
              <div className="h-full bg-panel">
                <GraphPanel store={store} />
              </div>
            ),
            size: 400,
            min: 300,
            max: 720,
            fixed: true,
          },
        ]}
      />
    </div>
  );
}

function SidePane({ store }: { readonly store: Store }) {
  const dialect = useStore(store, (state) => activeTape(state)?.summary.dialect);
  return (
    <nav aria-label="Scopes and hazards" className="flex h-full flex-col overflow-hidden bg-panel">
      <Heading text="Scopes" aside={dialect === undefined ? '' : dialect === 'bounded' ? 'attempts' : 'iterations'} />
      {/* A long tree scrolls; what is wrong stays in sight under it. */}
      <div className="min-h-16 shrink overflow-y-auto overflow-x-hidden">
        <ScopeTree store={store} />
      </div>
      <Heading text="Hazards" />
      <div className="min-h-10 max-h-[45%] shrink-0 overflow-y-auto overflow-x-hidden pb-3">
        <HazardList store={store} />
      </div>
    </nav>
  );
}

function Heading({ text, aside = '' }: { readonly text: string; readonly aside?: string }) {
  return (
    <div className="flex shrink-0 items-center px-3.5 pt-2.5 pb-1.5 text-dim text-tiny tracking-wide">
      <h2>{text}</h2>
      <span className="ml-auto">{aside}</span>
    </div>
  );
}

function Drawer({ store }: { readonly store: Store }) {
  const drawer = useStore(store, (state) => activeTape(state)?.drawer ?? 'events');
  const hazards = useStore(store, (state) => activeTape(state)?.hazards.value?.length);
  const events = useStore(store, (state) => (activeTape(state)?.summary.head ?? -1) + 1);
  return (
    <section aria-label="Drawer" className="flex h-full min-h-0 flex-col bg-panel">
      <div className="flex h-[34px] shrink-0 items-center border-line border-b px-2">
        <Segments<DrawerTab>
          label="Drawer"
          controls="drawer-panel"
          value={drawer}
          onChange={(next) => store.dispatch({ type: 'drawer.changed', drawer: next })}
          segments={[
            { id: 'events', label: 'Events', count: events },
            { id: 'hazards', label: 'Hazards', count: hazards },
            { id: 'log', label: 'Log' },
          ]}
        />
      </div>
      <div id="drawer-panel" role="tabpanel" aria-label={drawer} className="min-h-0 flex-1">
        {drawer === 'events' ? (
          <EventList store={store} />
        ) : drawer === 'hazards' ? (
          <HazardCards store={store} />
        ) : (
          <FireLog store={store} />
        )}
      </div>
    </section>
  );
}
