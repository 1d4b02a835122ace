// Which activations and iterations the scope tree lists at the moment, and how many of them. What must hold: a list has as many
// rows as it shows and no more, whatever the run; what is long is folded until it is asked for.
import { MOST_SCOPE_ROWS, type ScopeList, type ScopeListRequest } from '../../../shared/contract/scopes.ts';
import type { Folds, TapeTab } from '../state.ts';

/** Rows of a list before more of it is asked for. */
export const LIST_ROWS = 9;
/** A longer list is folded until somebody unfolds it. */
export const FEW_ROWS = 6;
/** How many rows a press on `… n more` adds. */
const ROWS_MORE = 24;

type Activations = Extract<ScopeList, { kind: 'activations' }>;
type Iterations = Extract<ScopeList, { kind: 'iterations' }>;

export interface WantedList {
  readonly key: string;
  readonly request: ScopeListRequest;
}

export function activationsKey(scope: string): string {
  return `activations ${scope}`;
}

/** The iterations of one activation; without its index, of the one that the moment lies in. */
export function iterationsKey(scope: string, activation?: number): string {
  return activation === undefined ? `iterations ${scope}` : `iterations ${activation} ${scope}`;
}

/** Row ids, as folds name them. */
export function roundsRow(scope: string): string {
  return `rounds:${scope}`;
}
export function activationRow(scope: string, index: number): string {
  return `activation:${index}:${scope}`;
}

type Lists = Readonly<Record<string, ScopeList>>;

export function activationsOf(lists: Lists | undefined, scope: string): Activations | undefined {
  const list = lists?.[activationsKey(scope)];
  return list?.kind === 'activations' ? list : undefined;
}

export function iterationsOf(lists: Lists | undefined, scope: string, activation?: number): Iterations | undefined {
  const list = lists?.[iterationsKey(scope, activation)];
  return list?.kind === 'iterations' ? list : undefined;
}

/** `iterations`: how many the scope has on the whole tape, for a loop that is entered once. */
export function areRoundsOpen(folds: Folds, scope: string, activations: number, iterations: number): boolean {
  const folded = folds[roundsRow(scope)];
  return folded === undefined ? (activations > 1 ? activations : iterations) <= FEW_ROWS : !folded;
}

/** The activation that the moment lies in is unfolded by itself. */
export function isActivationOpen(folds: Folds, scope: string, index: number, current: number): boolean {
  const folded = folds[activationRow(scope, index)];
  return folded === undefined ? index === current : !folded;
}

export function wantedLists(tab: TapeTab): readonly WantedList[] {
  const lists = tab.scopeLists.value?.lists;
  return (tab.graph.value?.scopes ?? []).flatMap(({ scope }): WantedList[] => {
    const known = activationsOf(lists, scope);
    const wanted: WantedList[] = [
      { key: activationsKey(scope), request: { kind: 'activations', scope, ...spanOf(tab, activationsKey(scope)) } },
    ];
    const iterations = (activation?: number): WantedList => {
      const key = iterationsKey(scope, activation);
      const which = activation === undefined ? {} : { activation };
      return { key, request: { kind: 'iterations', scope, ...which, ...spanOf(tab, key) } };
    };
    const total = known?.total ?? 0;
    if (!areRoundsOpen(tab.folds, scope, total, tab.summary.iterations[scope] ?? 0)) return wanted;
    // Which activation the moment lies in is known with the answer alone, so its iterations are always asked for.
    wanted.push(iterations());
    if (total <= 1) return wanted;
    for (const { index } of known?.rows ?? []) {
      if (index !== known?.current && isActivationOpen(tab.folds, scope, index, -1)) wanted.push(iterations(index));
    }
    return wanted;
  });
}

function spanOf(tab: TapeTab, key: string): Pick<ScopeListRequest, 'from' | 'count' | 'follow'> {
  const opened = tab.listWindows[key];
  if (opened) return { from: opened.from, count: opened.count, follow: opened.seq !== tab.playhead };
  const known = tab.scopeLists.value?.lists[key];
  // Rows that were there stay where they are as long as the moment is among them.
  return known ? { from: known.from, count: LIST_ROWS, follow: true } : { count: LIST_ROWS };
}

/** Changes when something else is to be asked for; where the rows lay before makes no difference. */
export function wantedKey(tab: TapeTab): string {
  const keys = wantedLists(tab).map(({ key }) => [key, tab.listWindows[key]?.from, tab.listWindows[key]?.count]);
  return JSON.stringify([tab.playhead, tab.summary.head, keys]);
}

/** The window that a press on `… n more` opens, at one end of what is shown. */
export function widened(
  list: Pick<ScopeList, 'from' | 'total'> & { readonly rows: readonly unknown[] },
  side: 'before' | 'after',
): { readonly from: number; readonly count: number } {
  const to = list.from + list.rows.length;
  if (side === 'before') {
    const from = Math.max(0, list.from - ROWS_MORE);
    return { from, count: Math.min(MOST_SCOPE_ROWS, to - from) };
  }
  const end = Math.min(list.total, to + ROWS_MORE);
  const count = Math.min(MOST_SCOPE_ROWS, end - list.from);
  return { from: end - count, count };
}
