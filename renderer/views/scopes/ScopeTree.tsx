// The scope tree: what the graph is made of, with how often each thing has happened by the moment. One row has the focus;
// arrows move it, Enter or Space selects.
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { severityMark } from '../../parts/severity.ts';
import { treeStep } from '../../parts/treeStep.ts';
import { openRows, sameSelection, scopeTree, type TreeRow } from '../../store/selectors/scopeTree.ts';
import { activeTab } from '../../store/selectors/tabs.ts';
import type { AppState } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

const NO_TOTALS = {};
const NO_HAZARDS: readonly never[] = [];

function treeInput(state: AppState) {
  const tab = activeTab(state);
  const view = tab?.graph.value;
  if (!tab || !view) return undefined;
  return tab.kind === 'tape'
    ? {
        view,
        moment: tab.moment.value,
        totals: tab.summary.iterations,
        hazards: tab.hazards.value ?? NO_HAZARDS,
      }
    : { view, moment: undefined, totals: NO_TOTALS, hazards: view.hazards };
}

export function ScopeTree({ store }: { readonly store: Store }) {
  const input = useStore(store, treeInput, shallowEqual);
  const selection = useStore(store, (state) => activeTab(state)?.selection ?? null);
  const hovered = useStore(store, (state) => activeTab(state)?.hovered ?? null);
  const failure = useStore(store, (state) => activeTab(state)?.graph.failure);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focus, setFocus] = useState('graph');
  const holder = useRef<HTMLDivElement>(null);
  const all = useMemo(() => (input ? scopeTree(input) : []), [input]);
  const rows = openRows(all, closed);
  if (!input) {
    return (
      <p className="px-3.5 py-1 text-dim text-small">
        {failure ? <PlainText text={failure.message} /> : 'Loading the graph …'}
      </p>
    );
  }
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === focus),
  );

  const goTo = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    setFocus(row.id);
    holder.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus();
  };
  const fold = (row: TreeRow, wanted: boolean): void => {
    const next = new Set(closed);
    if (wanted) next.add(row.id);
    else next.delete(row.id);
    setClosed(next);
  };
  const choose = (row: TreeRow): void => {
    setFocus(row.id);
    if (row.selection) store.dispatch({ type: 'selected', selection: row.selection });
    else fold(row, !closed.has(row.id));
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = treeStep(event.key, {
      at,
      count: rows.length,
      state: !row.branches ? 'leaf' : closed.has(row.id) ? 'closed' : 'open',
      parent: rows.findIndex((one) => one.id === row.parent),
    });
    if (!step) return;
    if (step.kind === 'go') goTo(step.to);
    else if (step.kind === 'press') choose(row);
    else fold(row, step.kind === 'close');
    event.preventDefault();
    event.stopPropagation();
  };
  const rowOf = (target: EventTarget): TreeRow | undefined => {
    const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : undefined;
    return rows.find((row) => row.id === id);
  };
  return (
    <div
      ref={holder}
      role="tree"
      tabIndex={-1}
      aria-label="Scopes and nodes"
      onKeyDown={onKey}
      onClick={(event) => {
        const row = rowOf(event.target);
        if (!row) return;
        if (event.target instanceof Element && event.target.closest('[data-twist]')) fold(row, !closed.has(row.id));
        else choose(row);
      }}
      onPointerOver={(event) => {
        const row = rowOf(event.target);
        store.dispatch({ type: 'hovered', hovered: row?.selection ?? null });
      }}
      onPointerLeave={() => store.dispatch({ type: 'hovered', hovered: null })}
      className="px-1.5 pb-1"
    >
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          open={!closed.has(row.id)}
          selected={row.selection !== null && sameSelection(row.selection, selection)}
          hovered={
            row.selection !== null && hovered !== null && sameSelection(row.selection, hovered as typeof selection)
          }
          reachable={row.id === rows[at]?.id}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly open: boolean;
  readonly selected: boolean;
  readonly hovered: boolean;
  readonly reachable: boolean;
}

function Row({ row, open, selected, hovered, reachable }: RowProps) {
  return (
    <div
      role="treeitem"
      data-row={row.id}
      tabIndex={reachable ? 0 : -1}
      aria-level={row.depth + 1}
      aria-expanded={row.branches ? open : undefined}
      aria-selected={selected}
      className={`flex h-[26px] cursor-pointer items-center gap-1.5 rounded-md pr-2 text-[12.5px] aria-selected:bg-sel ${
        hovered ? 'bg-hover' : 'hover:bg-hover'
      }`}
      style={{ paddingLeft: 4 + row.depth * 16 }}
    >
      <span
        data-twist={row.branches ? '' : undefined}
        aria-hidden="true"
        className={`grid size-4 shrink-0 place-items-center text-faint ${row.branches ? '' : 'invisible'} ${open ? 'rotate-90' : ''}`}
      >
        <Icon name="chevron" sizePx={12} />
      </span>
      <Mark row={row} />
      <span
        className={`min-w-0 truncate ${labelColour(row)}`}
        title={row.name === undefined ? row.label : `${row.label}, ${row.name}`}
      >
        <PlainText text={row.label} />
        {row.name !== undefined && (
          <>
            {' '}
            <span className="pl-0.5 font-mono text-faint text-tiny">
              <PlainText text={row.name} />
            </span>
          </>
        )}
      </span>
      {row.severity && row.severity !== 'info' && (
        <span className="shrink-0 text-hazard text-tiny" title={`${severityMark(row.severity).word}: see Hazards`}>
          <span aria-hidden="true">●</span>
          <span className="sr-only">{severityMark(row.severity).word}</span>
        </span>
      )}
      {row.counter !== '' && (
        <span className="ml-auto shrink-0 pl-2 font-mono text-faint text-small" title={row.counterText}>
          {row.counter}
        </span>
      )}
    </div>
  );
}

function labelColour(row: TreeRow): string {
  if (row.state === 'failed') return 'text-hazard';
  if (row.state === 'outside' || row.state === 'idle' || row.counter === 'not yet') return 'text-dim';
  return 'text-text';
}

/** A square for a loop, a round for the band, a ring for the graph; of a node how it stands in this iteration. */
function Mark({ row }: { readonly row: TreeRow }) {
  if (row.kind === 'scope') return <span aria-hidden="true" className="size-[7px] shrink-0 rounded-[2px] bg-decide" />;
  if (row.kind === 'band') return <span aria-hidden="true" className="size-[7px] shrink-0 rounded-full bg-carry" />;
  if (row.kind === 'graph')
    return <span aria-hidden="true" className="size-[7px] shrink-0 rounded-[2px] border border-mark" />;
  if (row.state === 'running')
    return <span title="running" className="size-[7px] shrink-0 animate-pulse rounded-full bg-accent" />;
  if (row.state === 'fired')
    return <span title="fired in this iteration" className="size-[5px] shrink-0 rounded-full bg-accent" />;
  if (row.state === 'failed') return <span title="failed" className="size-[6px] shrink-0 bg-hazard" />;
  return <span aria-hidden="true" className="size-[5px] shrink-0 rounded-full border border-mark" />;
}
