// Small picks of the whole page.
import type { AppState, Tab } from '../state.ts';

export function isMac(state: AppState): boolean {
  return state.app?.platform === 'darwin';
}

/** The line under a tab's name: how a tape ended or that it runs; nothing for a graph. */
export function tabNote(tab: Tab): string {
  if (tab.kind === 'graph') return 'graph';
  const { summary } = tab;
  if (tab.run === 'paused') return 'paused';
  if (summary.live) return 'running';
  const iterations = Object.values(summary.iterations);
  if (iterations.length === 0) return summary.reason ?? summary.status;
  const most = Math.max(...iterations);
  return `${most} ${most === 1 ? 'iteration' : 'iterations'}`;
}
