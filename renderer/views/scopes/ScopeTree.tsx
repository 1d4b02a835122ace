// The scope tree: what the graph is made of, with how often each thing has happened by the moment, and the activations and
// iterations of its loops, to be gone to. One row has the focus; arrows move it, Enter or Space presses it.
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { treeStep } from '../../parts/treeStep.ts';
import { openRows, sameSelection, scopeTree } from '../../store/selectors/scopeTree.ts';
import { activeTab } from '../../store/selectors/tabs.ts';
import type { TreeRow } from '../../store/selectors/treeRow.ts';
import type { AppState } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { ScopeTreeRow } from './ScopeTreeRow.tsx';

const NO_TOTALS = {};
const NO_HAZARDS: readonly never[] = [];

function treeInput(state: AppState) {
  const tab = activeTab(state);
  const view = tab?.graph.value;
  if (!tab || !view) return undefined;
  const { folds } = tab;
  return tab.kind === 'tape'
    ? {
        view,
        moment: tab.moment.value,
        totals: tab.summary.iterations,
        hazards: tab.hazards.value ?? NO_HAZARDS,
        lists: tab.scopeLists.value,
        folds,
        attempts: tab.attempt.value?.attempts,
      }
    : { view, moment: undefined, totals: NO_TOTALS, hazards: view.hazards, lists: undefined, folds };
}

export function ScopeTree({ store }: { readonly store: Store }) {
  const input = useStore(store, treeInput, shallowEqual);
  const selection = useStore(store, (state) => activeTab(state)?.selection ?? null);
  const hovered = useStore(store, (state) => activeTab(state)?.hovered ?? null);
  const failure = useStore(store, (state) => activeTab(state)?.graph.failure);
  const [focus, setFocus] = useState<Pick<TreeRow, 'id' | 'parent'>>({ id: 'graph', parent: undefined });
  const holder = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => (input ? openRows(scopeTree(input)) : []), [input]);
  const at = rowAt(rows, focus);
  useFocusKept(holder, rows[at]?.id);
  useMomentInSight(holder, input?.moment?.seq, rows);
  if (!input) {
    return (
      <p className="px-3.5 py-1 text-dim text-small">
        {failure ? <PlainText text={failure.message} /> : 'Loading the graph …'}
      </p>
    );
  }

  const goTo = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    setFocus(row);
    rowElement(holder.current, row.id)?.focus();
  };
  const fold = (row: TreeRow, folded: boolean): void => {
    if (row.open !== undefined) store.dispatch({ type: 'tree.folded', row: row.id, folded });
  };
  const choose = (row: TreeRow): void => {
    setFocus(row);
    if (row.more) store.dispatch({ type: 'list.widened', ...row.more });
    else if (row.jump !== undefined) store.dispatch({ type: 'moment.jumped', seq: row.jump });
    else if (row.selection) store.dispatch({ type: 'selected', selection: row.selection });
    else fold(row, row.open === true);
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = treeStep(event.key, {
      at,
      count: rows.length,
      state: row.open === undefined ? 'leaf' : row.open ? 'open' : 'closed',
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
        if (event.target instanceof Element && event.target.closest('[data-twist]')) fold(row, row.open === true);
        else choose(row);
      }}
      onPointerOver={(event) => {
        const row = rowOf(event.target);
        const moment = row?.jump === undefined ? null : ({ kind: 'moment', seq: row.jump } as const);
        store.dispatch({ type: 'hovered', hovered: row?.selection ?? moment });
      }}
      onPointerLeave={() => store.dispatch({ type: 'hovered', hovered: null })}
      className="px-1.5 pb-1"
    >
      {rows.map((row) => (
        <ScopeTreeRow
          key={row.id}
          row={row}
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

/** The row with the focus; where that is gone, since the moment left its list, the one that it stood under. */
function rowAt(rows: readonly TreeRow[], focus: Pick<TreeRow, 'id' | 'parent'>): number {
  const own = rows.findIndex((row) => row.id === focus.id);
  return own >= 0
    ? own
    : Math.max(
        0,
        rows.findIndex((row) => row.id === focus.parent),
      );
}

function rowElement(holder: HTMLElement | null, id: string): HTMLElement | null {
  return holder?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;
}

/** A row that is taken away takes the focus of the keyboard with it; whoever was in the tree stays in the tree. */
function useFocusKept(holder: { readonly current: HTMLElement | null }, id: string | undefined): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    if (had.current && document.activeElement === document.body && id !== undefined)
      rowElement(holder.current, id)?.focus();
    had.current = holder.current?.contains(document.activeElement) ?? false;
  });
  useEffect(() => {
    const noted = (): void => {
      had.current = holder.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', noted);
    return () => document.removeEventListener('focusin', noted);
  }, [holder]);
}

/** When the moment moves, the innermost iteration that it lies in comes into sight, where iterations are shown. */
function useMomentInSight(
  holder: { readonly current: HTMLElement | null },
  seq: number | undefined,
  rows: readonly TreeRow[],
): void {
  const id = rows.findLast(({ kind, when }) => (kind === 'iteration' || kind === 'pass') && when === 'now')?.id;
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (seq === undefined || id === shown.current) return;
    // The tree as it is opened stands at its top.
    const isFirst = shown.current === undefined;
    shown.current = id;
    if (id !== undefined && !isFirst) rowElement(holder.current, id)?.scrollIntoView({ block: 'nearest' });
  }, [holder, seq, id]);
}
