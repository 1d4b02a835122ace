// Which tab is shown, and the tape or graph in it.
import { type AppState, type GraphTab, LIBRARY_TAB, type Tab, type TapeTab } from '../state.ts';

export function activeTab(state: AppState): Tab | undefined {
  return state.tabs.find((tab) => tab.id === state.active);
}

export function activeTape(state: AppState): TapeTab | undefined {
  const tab = activeTab(state);
  return tab?.kind === 'tape' ? tab : undefined;
}

export function activeGraphTab(state: AppState): GraphTab | undefined {
  const tab = activeTab(state);
  return tab?.kind === 'graph' ? tab : undefined;
}

export function showsLibrary(state: AppState): boolean {
  return state.active === LIBRARY_TAB || activeTab(state) === undefined;
}

export function tapeTabId(tape: string): string {
  return `tape:${tape}`;
}

export function graphTabId(path: string): string {
  return `graph:${path}`;
}

export function tabById(state: AppState, id: string): Tab | undefined {
  return state.tabs.find((tab) => tab.id === id);
}

export function tapeById(state: AppState, id: string): TapeTab | undefined {
  const tab = tabById(state, id);
  return tab?.kind === 'tape' ? tab : undefined;
}
